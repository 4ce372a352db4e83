import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import type { ListedTemplate } from '../contract/features/compose.ts'
import type { Template } from '../contract/features/composed.ts'
import { boxOf, compose, draftOf, getTemplate, given, stampPng } from '../server/test/composing.ts'
import { makePdf } from '../server/test/make-pdf.ts'
import { SignerClient } from '../server/test/signing.ts'
import { axe } from './axe.ts'
import { type Author, act, story as base, drawn, edit, NAME, sheet } from './composing-room.ts'
import { sessionOf } from './house.ts'
import { expect } from './server-fixture.ts'
import { answer, dialog, focused, message, row, tabTo } from './steps.ts'

interface Sender extends Author {
  readonly email: string
  /** A draft with a box for its one signer, `홍길동`. */
  ready(name?: string): Promise<Template>
  /** Every document of the room: its name, and how far it is. */
  statuses(): Promise<Readonly<Record<string, string>>>
  /** Whoever was mailed the newest link that was not handed out yet. */
  signer(email?: string): Promise<SignerClient>
}

const story = base.extend<{ sender: Sender }>({
  sender: async ({ author, room, url, mailbox }, use) => {
    const { wire } = author
    const email = `hong@room-${room.roomId}.example`
    await use({
      ...{ ...author, email },
      ready: (name = NAME) =>
        draftOf({ operator: wire }, { name, people: [{ name: '홍길동', email }], boxes: [boxOf({ participant: email, scaledH: 60 })] }),
      async statuses() {
        const listed = given<ListedTemplate[]>(
          await wire.call('GET', '/esign/api/compose/documents', { query: { roomId: wire.me.roomId } }),
        )
        return Object.fromEntries(listed.map(({ name, status }) => [name, status]))
      },
      signer: async (to = email) => new SignerClient(url, new URL(await mailbox.signLinkFor(to)).hash.slice(1)),
    })
  },
})

const SEALED_NAME = '계약서 (서명 완료).pdf'

/** How far the document is that is shown. */
const status = (page: Page, name: string): Locator => page.locator('.document-head').getByText(name, { exact: true })
const listed = (page: Page, name: string): Locator => page.getByRole('region', { name: '서명 문서' }).getByRole('button', { name })
const told = (page: Page, text: string): Locator => page.locator('.toast').filter({ hasText: text })
const title = (page: Page, name: string): Locator => page.getByRole('heading', { name, level: 1 })

/** A document with what can be done with it. */
async function show(page: Page, { templateId, name }: Pick<Template, 'templateId' | 'name'>): Promise<void> {
  await page.goto(`/compose/document/${templateId}`)
  await expect(title(page, name)).toBeVisible()
}

const csv = (...lines: string[]) => ({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) })

story(
  'a table is told by its faulty row and sent to nobody; without faults each row gets a document of its own',
  async ({ sender, room }) => {
    const draft = await sender.ready()
    const at = `@bulk-${room.roomId}.example`
    const page = await sender.open()
    await show(page, draft)
    await act(page, 'CSV로 여러 명에게').click()
    const asked = dialog(page, 'CSV로 서명 요청')
    const choose = asked.getByLabel('CSV 선택', { exact: true }).and(page.locator('input'))
    const send = asked.getByRole('button', { name: '요청 보내기' })
    await choose.setInputFiles(csv('이름,이메일', `김하나,hana${at}`, '이두리,duri.example'))
    await expect(asked.getByRole('status')).toHaveText('고칠 줄이 1개 있습니다. CSV를 고쳐 다시 선택해 주세요.')
    await expect(asked.getByRole('listitem').filter({ hasText: '3행' })).toHaveText('3행 이두리 · 이메일 형식을 확인해 주세요.')
    await expect(send).toBeDisabled()
    await axe(page)
    expect(await sender.statuses()).toEqual({ [NAME]: 'DRAFT' })

    await choose.setInputFiles(csv('이름,이메일', `김하나,hana${at}`, `이두리,duri${at}`))
    await expect(asked.getByRole('status')).toHaveText('2명에게 보낼 준비가 되었습니다.')
    await axe(page)
    await send.click()
    await expect(asked).toHaveCount(0)
    await expect(told(page, '2명에게 서명 요청을 보냈습니다.')).toBeVisible()
    await expect(listed(page, `${NAME} - 김하나`)).toContainText('서명 진행 중')
    await expect(listed(page, `${NAME} - 이두리`)).toContainText('서명 진행 중')
    expect(await sender.statuses()).toEqual({ [NAME]: 'DRAFT', [`${NAME} - 김하나`]: 'SENT', [`${NAME} - 이두리`]: 'SENT' })
    for (const name of ['hana', 'duri']) {
      const { data } = await (await sender.signer(`${name}${at}`)).state()
      expect(data.name).toBe(`${NAME} - ${name === 'hana' ? '김하나' : '이두리'}`)
    }
    expect((await sender.stored(draft.templateId)).participants).toMatchObject([
      { email: sender.email, status: 'WAITING', invitedAt: null },
    ])
  },
)

story('several drafts are sent at once, or none of them where one cannot be sent', async ({ sender, strictness }) => {
  strictness.expectRefusals(/\/compose\/addInviteAll$/)
  const first = await sender.ready('위임장.pdf')
  await sender.ready('확약서.pdf')
  // Whom it is for is still to be said.
  await draftOf({ operator: sender.wire }, { name: NAME })
  const page = await sender.open()
  await page.goto('/compose')
  await page.getByRole('button', { name: '전체 서명 요청' }).click()
  const asked = dialog(page, '전체 서명 요청')
  const choice = (name: string): Locator => asked.getByRole('checkbox', { name })
  const send = asked.getByRole('button', { name: '요청 보내기' })
  await send.click()
  await expect(asked.getByRole('alert')).toHaveText('문서를 한 개 이상 선택해 주세요.')
  await axe(page)
  for (const name of ['위임장.pdf', '확약서.pdf', NAME]) await choice(name).check()
  await send.click()
  await expect(message(page)).toContainText(NAME)
  await answer(page)
  expect(new Set(Object.values(await sender.statuses()))).toEqual(new Set(['DRAFT']))

  await choice(NAME).uncheck()
  await send.click()
  await expect(asked).toHaveCount(0)
  await expect(listed(page, '위임장.pdf')).toContainText('서명 진행 중')
  await expect(listed(page, NAME)).toContainText('작성 중')
  await expect(page.getByRole('button', { name: '전체 서명 요청' })).toHaveCount(0)
  expect(await sender.statuses()).toEqual({ '위임장.pdf': 'SENT', '확약서.pdf': 'SENT', [NAME]: 'DRAFT' })
  const names = [await sender.signer(), await sender.signer()].map(async (signer) => (await signer.state()).data.name)
  expect((await Promise.all(names)).sort()).toEqual(['위임장.pdf', '확약서.pdf'])
  expect((await sender.stored(first.templateId)).participants).toMatchObject([{ status: 'INVITED' }])
})

story('a document of the room becomes a draft from the menu, and stays where it was as it was', async ({ sender }) => {
  const folder = await sender.wire.newFolder('01 계약')
  await sender.wire.put('임대차.pdf', makePdf(2), folder)
  await sender.wire.put('보증.pdf', makePdf(1), folder)
  const items = () => sender.wire.items(folder)
  await expect.poll(async () => (await items()).map(({ preview }) => preview)).toEqual(['READY', 'READY'])
  const before = await items()
  const page = await sender.open()
  await page.goto('/compose')
  const documents = page.getByRole('region', { name: '데이터룸 문서' })
  await documents.getByRole('button', { name: '01 계약' }).click()
  // Name and icon are one control: wherever it is pressed, once or twice, one document comes of it, and is seen.
  const choice = (name: string): Locator => documents.getByRole('button', { name: `${name}: 서명 문서로 만들기` })
  await expect(documents.getByRole('listitem').filter({ hasText: '임대차' }).locator('button, a, [tabindex]')).toHaveCount(1)
  await choice('임대차.pdf').getByText('임대차').dblclick()
  await expect(title(page, '임대차.pdf')).toBeVisible()
  await expect(status(page, '작성 중')).toBeVisible()
  await expect(page.getByRole('complementary', { name: '임대차.pdf 미리보기' })).toBeVisible()
  await expect(listed(page, '임대차.pdf')).toContainText('2쪽')
  expect(await sender.statuses()).toEqual({ '임대차.pdf': 'DRAFT' })
  await axe(page)

  await tabTo(page, choice('보증.pdf'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('complementary', { name: '보증.pdf 미리보기' })).toBeVisible()
  expect(await sender.statuses()).toEqual({ '임대차.pdf': 'DRAFT', '보증.pdf': 'DRAFT' })
  expect(await items()).toEqual(before)
})

story('a seal is stamped no larger than three quarters of the page, and what is no image is not stamped', async ({ sender }) => {
  const { templateId } = await sender.draft()
  const page = await sender.open()
  await edit(page, templateId)
  const choose = page.getByLabel('도장 이미지', { exact: true }).and(page.locator('input'))
  await choose.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(message(page)).toContainText('지원하지 않는 이미지 형식입니다.')
  await axe(page)
  await answer(page)
  await expect(page.locator('.editor')).toHaveAttribute('data-mode', '0')
  expect((await sender.stored(templateId)).annotations).toEqual([])

  await choose.setInputFiles({ name: '도장.png', mimeType: 'image/png', buffer: await stampPng(1500, 1500) })
  await expect(page.getByText('문서에서 이미지를 놓을 위치를 눌러 주세요.')).toBeVisible()
  await sheet(page).click({ position: { x: 300, y: 300 } })
  const stamp = page.getByRole('button', { name: '도장 이미지, 1쪽' })
  await expect(stamp).toHaveCount(1)
  await expect.poll(async () => (await sender.stored(templateId)).annotations.length).toBe(1)
  const { annotations, pages } = await sender.stored(templateId)
  const most = (pages[0]?.width ?? 0) * 0.75
  expect(annotations).toMatchObject([{ kind: 'IMAGE', scaledW: expect.closeTo((most * 595) / (pages[0]?.width ?? 0), 0) }])
  await page.reload()
  await expect(drawn(page)).toBeVisible()
  const image = stamp.locator('img')
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1500)
  const [shown, of] = [await stamp.boundingBox(), await sheet(page).boundingBox()]
  expect((shown?.width ?? 0) / (of?.width ?? 1)).toBeCloseTo(0.75, 2)
  expect(shown?.height).toBeCloseTo(shown?.width ?? 0, 0)
})

story(
  'from the invitation to the folder: signed by its link, sealed, downloaded, and not seen by others before it is kept',
  async ({ sender, openBrowser, url, mailbox, room }) => {
    const { wire } = sender
    const folder = await wire.newFolder('체결본')
    const reader = { name: '이참여', email: `reader@room-${room.roomId}.example` }
    given(await wire.invite([reader]))
    const draft = await sender.ready()
    const page = await sender.open()
    await show(page, draft)
    await act(page, '서명 요청').click()
    const asked = dialog(page, '서명 요청')
    await expect(asked.getByRole('listitem')).toContainText(sender.email)
    await axe(page)
    await asked.getByRole('button', { name: '요청 보내기' }).click()
    await expect(status(page, '서명 진행 중')).toBeVisible()
    await expect(act(page, '봉인된 PDF 내려받기')).toHaveCount(0)
    await expect(act(page, '삭제')).toHaveCount(0)
    expect((await (await sender.signer()).sign()).http).toBe(200)
    await expect.poll(async () => (await sender.stored(draft.templateId)).status, { timeout: 30_000 }).toBe('COMPLETED')
    await page.reload()
    await expect(status(page, '완료')).toBeVisible()

    const downloading = page.waitForEvent('download')
    await act(page, '봉인된 PDF 내려받기').click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe(SEALED_NAME)
    const bytes = await readFile(await download.path())
    const { resultSha256, sourceSha256 } = await sender.stored(draft.templateId)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(resultSha256)
    expect(resultSha256).not.toBe(sourceSha256)
    expect(bytes.includes('/ETSI.CAdES.detached')).toBe(true)

    const other = await (await openBrowser({ session: await sessionOf(url, await mailbox.pinFor(reader.email)) })).newPage()
    await other.goto('/')
    await row(other, '체결본').getByRole('link').click()
    await expect(other.getByText('아직 등록된 문서가 없습니다.')).toBeVisible()
    await expect(row(other, SEALED_NAME)).toHaveCount(0)
    expect(await wire.items(folder)).toEqual([])

    await act(page, '데이터룸에 보관').click()
    await expect(dialog(page, '보관할 폴더: 최상위 폴더')).toBeVisible()
    await axe(page)
    await page.getByRole('dialog').getByRole('button', { name: '체결본' }).click()
    await expect(dialog(page, '보관할 폴더: 체결본').getByText('하위 폴더가 없습니다.')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: '여기에 보관' }).click()
    await expect(told(page, `${SEALED_NAME} 파일을 보관했습니다.`)).toBeVisible()
    await other.reload()
    await expect(row(other, SEALED_NAME)).toBeVisible()
    expect((await wire.items()).map(({ name }) => name)).toEqual(['체결본'])
  },
)

story(
  'a signer is reminded with a new link, and after the signing is called back no link opens anything',
  async ({ sender, rooms, room, strictness }) => {
    strictness.expectRefusals(/\/compose\/remind$/)
    const draft = await sender.ready()
    given(await compose(sender.wire, 'addInvite', { templateId: draft.templateId, members: [] }))
    const first = await sender.signer()
    const page = await sender.open()
    await show(page, draft)
    await act(page, '다시 알리기').click()
    await expect(message(page)).toContainText('조금 전에 메일을 보냈습니다.')
    await axe(page)
    await answer(page)
    expect((await first.state()).http).toBe(200)

    await rooms.ageSignLinks(room.roomId)
    await page.getByRole('button', { name: '홍길동에게 다시 알리기' }).click()
    await expect(told(page, '1명에게 다시 알렸습니다.')).toBeVisible()
    const second = await sender.signer()
    expect((await first.state()).http).not.toBe(200)
    expect((await second.state()).http).toBe(200)

    await act(page, '서명 요청 취소').click()
    await expect(message(page)).toContainText(`${NAME}의 서명 요청을 취소하시겠습니까?`)
    await axe(page)
    await expect(focused(page)).toHaveText('취소')
    await answer(page, '취소')
    await expect(status(page, '서명 진행 중')).toBeVisible()
    expect((await second.state()).http).toBe(200)
    await act(page, '서명 요청 취소').click()
    await answer(page, '서명 요청 취소')
    await expect(status(page, '취소됨')).toBeVisible()
    await expect(act(page, '다시 알리기')).toHaveCount(0)
    expect((await second.open()).http).not.toBe(200)
    expect(await sender.statuses()).toEqual({ [NAME]: 'CANCELLED' })
  },
)

story('a document is copied as a new draft, which is deleted after a question; the other one stays', async ({ sender }) => {
  const draft = await sender.ready()
  given(await compose(sender.wire, 'addInvite', { templateId: draft.templateId, members: [] }))
  given(await compose(sender.wire, 'cancel', { templateId: draft.templateId }))
  const page = await sender.open()
  await show(page, draft)
  await act(page, '새 초안으로 복사').click()
  await expect(told(page, '새 초안을 만들었습니다.')).toBeVisible()
  await expect(status(page, '작성 중')).toBeVisible()
  await expect(page.getByRole('article')).toContainText(sender.email)
  const templateId = Number(page.url().split('/').at(-1))
  expect(templateId).not.toBe(draft.templateId)
  const copy = await sender.stored(templateId)
  expect(copy).toMatchObject({ status: 'DRAFT', participants: [{ status: 'WAITING' }], boxes: [{ typeName: 'SIGN' }] })

  await act(page, '삭제').click()
  await expect(message(page)).toContainText(`${copy.name} 문서를 삭제하시겠습니까? 되돌릴 수 없습니다.`)
  await axe(page)
  await expect(focused(page)).toHaveText('취소')
  await answer(page, '취소')
  expect((await sender.stored(templateId)).status).toBe('DRAFT')
  await act(page, '삭제').click()
  await answer(page, '삭제')
  await expect(told(page, '문서를 삭제했습니다.')).toBeVisible()
  await expect(page).toHaveURL(/\/compose$/)
  await expect(page.getByRole('region', { name: '서명 문서' }).getByRole('listitem')).toHaveCount(1)
  expect((await getTemplate(sender.wire, templateId)).json.code).toBe('NOT_FOUND')
  expect((await sender.stored(draft.templateId)).status).toBe('CANCELLED')
})

story('what could not be sealed says why, and is sealed again once the reason is gone', async ({ sender, rooms, room }) => {
  const draft = await sender.ready()
  given(await compose(sender.wire, 'addInvite', { templateId: draft.templateId, members: [] }))
  await rooms.leaveStorage(room.roomId, 1)
  expect((await (await sender.signer()).sign()).http).toBe(200)
  await expect.poll(async () => (await sender.stored(draft.templateId)).status, { timeout: 30_000 }).toBe('FAILED')
  const page = await sender.open()
  await show(page, draft)
  await expect(status(page, '봉인 실패')).toBeVisible()
  const why = page.getByRole('alert')
  await expect(why).toContainText('봉인하지 못한 이유')
  await expect(why).toContainText('데이터룸의 저장 공간이 부족하여 봉인하지 못했습니다.')
  await expect(act(page, '봉인된 PDF 내려받기')).toHaveCount(0)
  await axe(page)

  await rooms.leaveStorage(room.roomId, 10_000_000)
  await act(page, '다시 봉인').click()
  await expect(status(page, '완료')).toBeVisible({ timeout: 30_000 })
  await expect(why).toHaveCount(0)
  expect(await sender.stored(draft.templateId)).toMatchObject({ status: 'COMPLETED', failure: null })
})
