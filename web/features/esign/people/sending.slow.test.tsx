import { expect, test } from 'vitest'
import { commands, type Locator, page, userEvent } from 'vitest/browser'
import type { ListedTemplate } from '../../../../contract/features/compose.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { makePdf } from '../../../../server/test/fixtures/make-pdf.ts'
import {
  boxOf,
  compose,
  draftOf,
  getTemplate,
  given,
} from '../../../../server/test/scenarios/composing.ts'
import { newEmail } from '../../../test/app.tsx'
import {
  type Author,
  act,
  NAME,
  newAuthor,
  openCompose,
  openEditor,
  sheet,
  stampPng,
} from '../../../test/compose.tsx'
import { exactly, expectCount, boxOf as placeOf, reported, tabTo } from '../../../test/locating.ts'
import { type Signer, signerBy } from '../../../test/signer.ts'
import { answer, dialog, message } from '../../../test/steps.ts'

const SEALED_WITHIN_MS = 60_000

interface Sender extends Author {
  readonly email: string
  ready(name?: string): Promise<Template>
  statuses(): Promise<Readonly<Record<string, string>>>
  signer(email?: string): Promise<Signer>
}

async function newSender(): Promise<Sender> {
  const author = await newAuthor()
  const { wire } = author
  const email = newEmail()
  return {
    ...{ ...author, email },
    ready(name = NAME) {
      const boxes = [boxOf({ participant: email, scaledH: 60 })]
      return draftOf({ operator: wire }, { name, people: [{ name: '홍길동', email }], boxes })
    },
    async statuses() {
      const query = { roomId: wire.me.roomId }
      const listed = given<ListedTemplate[]>(
        await wire.call('GET', '/esign/api/compose/documents', { query }),
      )
      return Object.fromEntries(listed.map(({ name, status }) => [name, status]))
    },
    signer: async (to = email) => signerBy(await commands.signLinkFor(to)),
  }
}

const status = (name: string): Locator =>
  page.getByCss('.document-head').getByText(name, { exact: true })
const listed = (name: string): Locator =>
  page.getByRole('region', { name: '서명 문서' }).getByRole('button', { name })
const title = (name: string): Locator => page.getByRole('heading', { name, level: 1 })

async function show(
  { wire }: Sender,
  { templateId, name }: Pick<Template, 'templateId' | 'name'>,
): Promise<void> {
  await openCompose(`/compose/document/${templateId}`, wire)
  await expect.element(title(name)).toBeVisible()
}

const csv = (...lines: string[]) =>
  new File([lines.join('\r\n')], 'people.csv', { type: 'text/csv' })

test('a table with faults shows its faulty row and is sent to nobody; without faults each row gets a document of its own', async () => {
  const sender = await newSender()
  const draft = await sender.ready()
  const at = `@bulk-${sender.room.roomId}.example`
  await show(sender, draft)
  await act('CSV로 여러 명에게').click()
  const asked = dialog('CSV로 서명 요청')
  const choose = asked.getByLabelText('CSV 선택', { exact: true }).and(page.getByCss('input'))
  const send = asked.getByRole('button', { name: '요청 보내기' })
  await choose.upload(csv('이름,이메일', `김하나,hana${at}`, '이두리,duri.example'))
  await expect
    .element(asked.getByRole('status'))
    .toHaveTextContent(exactly('고칠 줄이 1개 있습니다. CSV를 고쳐 다시 선택해 주세요.'))
  await expect
    .element(asked.getByRole('listitem').filter({ hasText: '3행' }))
    .toHaveTextContent(exactly('3행 이두리 · 이메일 형식을 확인해 주세요.'))
  await expect.element(send).toBeDisabled()
  expect(await commands.axe()).toEqual([])
  expect(await sender.statuses()).toEqual({ [NAME]: 'DRAFT' })

  await choose.upload(csv('이름,이메일', `김하나,hana${at}`, `이두리,duri${at}`))
  await expect
    .element(asked.getByRole('status'))
    .toHaveTextContent(exactly('2명에게 보낼 준비가 되었습니다.'))
  expect(await commands.axe()).toEqual([])
  await send.click()
  await expectCount(asked, 0)
  await expect.element(reported('2명에게 서명 요청을 보냈습니다.')).toBeVisible()
  await expect.element(listed(`${NAME} - 김하나`)).toHaveTextContent('서명 진행 중')
  await expect.element(listed(`${NAME} - 이두리`)).toHaveTextContent('서명 진행 중')
  expect(await sender.statuses()).toEqual({
    [NAME]: 'DRAFT',
    [`${NAME} - 김하나`]: 'SENT',
    [`${NAME} - 이두리`]: 'SENT',
  })
  for (const name of ['hana', 'duri']) {
    const ceremony = await (await sender.signer(`${name}${at}`)).ceremony()
    expect(ceremony.name).toBe(`${NAME} - ${name === 'hana' ? '김하나' : '이두리'}`)
  }
  expect((await sender.stored(draft.templateId)).participants).toMatchObject([
    { email: sender.email, status: 'WAITING', invitedAt: null },
  ])
})

test('several drafts are sent at once, or none of them where one cannot be sent', async () => {
  const sender = await newSender()
  const first = await sender.ready('위임장.pdf')
  await sender.ready('확약서.pdf')
  await draftOf({ operator: sender.wire }, { name: NAME })
  await openCompose('/compose', sender.wire)
  await page.getByRole('button', { name: '전체 서명 요청' }).click()
  const asked = dialog('전체 서명 요청')
  const choice = (name: string): Locator => asked.getByRole('checkbox', { name })
  const send = asked.getByRole('button', { name: '요청 보내기' })
  await send.click()
  await expect
    .element(asked.getByRole('alert'))
    .toHaveTextContent(exactly('문서를 한 개 이상 선택해 주세요.'))
  expect(await commands.axe()).toEqual([])
  for (const name of ['위임장.pdf', '확약서.pdf', NAME]) {
    await choice(name).click()
    await expect.element(choice(name)).toBeChecked()
  }
  await send.click()
  await expect.poll(() => message()?.textContent).toContain(NAME)
  await answer()
  expect(new Set(Object.values(await sender.statuses()))).toEqual(new Set(['DRAFT']))

  await choice(NAME).click()
  await expect.element(choice(NAME)).not.toBeChecked()
  await send.click()
  await expectCount(asked, 0)
  await expect.element(listed('위임장.pdf')).toHaveTextContent('서명 진행 중')
  await expect.element(listed(NAME)).toHaveTextContent('작성 중')
  await expectCount(page.getByRole('button', { name: '전체 서명 요청' }), 0)
  expect(await sender.statuses()).toEqual({
    '위임장.pdf': 'SENT',
    '확약서.pdf': 'SENT',
    [NAME]: 'DRAFT',
  })
  const names = [await sender.signer(), await sender.signer()].map(
    async (signer) => (await signer.ceremony()).name,
  )
  expect((await Promise.all(names)).sort()).toEqual(['위임장.pdf', '확약서.pdf'])
  expect((await sender.stored(first.templateId)).participants).toMatchObject([
    { status: 'INVITED' },
  ])
})

test('a document of the room becomes a draft from the menu, and stays where it was as it was', async () => {
  const sender = await newSender()
  const folder = await sender.wire.newFolder('01 계약')
  await sender.wire.put('임대차.pdf', makePdf(2), folder)
  await sender.wire.put('보증.pdf', makePdf(1), folder)
  const items = () => sender.wire.items(folder)
  await expect
    .poll(async () => (await items()).map(({ preview }) => preview))
    .toEqual(['READY', 'READY'])
  const before = await items()
  await openCompose('/compose', sender.wire)
  const documents = page.getByRole('region', { name: '데이터룸 문서' })
  await documents.getByRole('button', { name: '01 계약' }).click()
  // A double click must create only one document.
  const choice = (name: string): Locator =>
    documents.getByRole('button', { name: `${name}: 서명 문서로 만들기` })
  await expectCount(
    documents.getByRole('listitem').filter({ hasText: '임대차' }).getByCss('button, a, [tabindex]'),
    1,
  )
  await userEvent.dblClick(choice('임대차.pdf').getByText('임대차'))
  await expect.element(title('임대차.pdf')).toBeVisible()
  await expect.element(status('작성 중')).toBeVisible()
  await expect
    .element(page.getByRole('complementary', { name: '임대차.pdf 미리보기' }))
    .toBeVisible()
  await expect.element(listed('임대차.pdf')).toHaveTextContent('2쪽')
  expect(await sender.statuses()).toEqual({ '임대차.pdf': 'DRAFT' })
  expect(await commands.axe()).toEqual([])

  await tabTo(choice('보증.pdf'))
  await commands.press('Enter')
  await expect.element(page.getByRole('complementary', { name: '보증.pdf 미리보기' })).toBeVisible()
  expect(await sender.statuses()).toEqual({ '임대차.pdf': 'DRAFT', '보증.pdf': 'DRAFT' })
  expect(await items()).toEqual(before)
})

test('a seal is stamped no larger than three quarters of the page, and what is no image is not stamped', async () => {
  const sender = await newSender()
  const { templateId } = await sender.draft()
  await openEditor(sender.wire, templateId)
  const choose = page.getByLabelText('도장 이미지', { exact: true }).and(page.getByCss('input'))
  await choose.upload(new File(['x'], 'note.txt', { type: 'text/plain' }))
  await expect.poll(() => message()?.textContent).toContain('지원하지 않는 이미지 형식입니다.')
  expect(await commands.axe()).toEqual([])
  await answer()
  await expect.element(page.getByCss('.editor')).toHaveAttribute('data-mode', '0')
  expect((await sender.stored(templateId)).annotations).toEqual([])

  await choose.upload(await stampPng(1500, 1500))
  await expect.element(page.getByText('문서에서 이미지를 놓을 위치를 눌러 주세요.')).toBeVisible()
  await sheet().click({ position: { x: 300, y: 300 } })
  const stamp = page.getByRole('button', { name: '도장 이미지, 1쪽' })
  await expectCount(stamp, 1)
  await expect.poll(async () => (await sender.stored(templateId)).annotations.length).toBe(1)
  const { annotations, pages } = await sender.stored(templateId)
  const most = (pages[0]?.width ?? 0) * 0.75
  expect(annotations).toMatchObject([
    { kind: 'IMAGE', scaledW: expect.closeTo((most * 595) / (pages[0]?.width ?? 0), 0) },
  ])
  await openEditor(sender.wire, templateId)
  await expect
    .poll(() => (stamp.getByCss('img').query() as HTMLImageElement | null)?.naturalWidth)
    .toBe(1500)
  const [shown, of] = [placeOf(stamp), placeOf(sheet())]
  expect(shown.width / of.width).toBeCloseTo(0.75, 2)
  expect(shown.height).toBeCloseTo(shown.width, 0)
})

test('a signer is reminded with a new link, and after the signing is called back no link opens anything', async () => {
  const sender = await newSender()
  const draft = await sender.ready()
  given(await compose(sender.wire, 'addInvite', { templateId: draft.templateId, members: [] }))
  const first = await sender.signer()
  await show(sender, draft)
  await act('다시 알리기').click()
  await expect.poll(() => message()?.textContent).toContain('조금 전에 메일을 보냈습니다.')
  expect(await commands.axe()).toEqual([])
  await answer()
  expect(await first.read()).toBe(200)

  await commands.rooms('ageSignLinks', sender.room.roomId)
  await page.getByRole('button', { name: '홍길동에게 다시 알리기' }).click()
  await expect.element(reported('1명에게 다시 알렸습니다.')).toBeVisible()
  const second = await sender.signer()
  expect(await first.read()).not.toBe(200)
  expect(await second.read()).toBe(200)

  await act('서명 요청 취소').click()
  await expect
    .poll(() => message()?.textContent)
    .toContain(`${NAME}의 서명 요청을 취소하시겠습니까?`)
  expect(await commands.axe()).toEqual([])
  await expect.poll(() => document.activeElement?.textContent).toBe('취소')
  await answer('취소')
  await expect.element(status('서명 진행 중')).toBeVisible()
  expect(await second.read()).toBe(200)
  await act('서명 요청 취소').click()
  await answer('서명 요청 취소')
  await expect.element(status('취소됨')).toBeVisible()
  await expectCount(act('다시 알리기'), 0)
  expect(await second.open()).not.toBe(200)
  expect(await sender.statuses()).toEqual({ [NAME]: 'CANCELLED' })
})

test('a document is copied as a new draft, which is deleted after a question; the other one stays', async () => {
  const sender = await newSender()
  const draft = await sender.ready()
  given(await compose(sender.wire, 'addInvite', { templateId: draft.templateId, members: [] }))
  given(await compose(sender.wire, 'cancel', { templateId: draft.templateId }))
  await show(sender, draft)
  await act('새 초안으로 복사').click()
  await expect.element(reported('새 초안을 만들었습니다.')).toBeVisible()
  await expect.element(status('작성 중')).toBeVisible()
  await expect.element(page.getByRole('article')).toHaveTextContent(sender.email)
  const templateId = Number(location.pathname.split('/').at(-1))
  expect(templateId).not.toBe(draft.templateId)
  const copy = await sender.stored(templateId)
  expect(copy).toMatchObject({
    status: 'DRAFT',
    participants: [{ status: 'WAITING' }],
    boxes: [{ typeName: 'SIGN' }],
  })

  await act('삭제').click()
  await expect
    .poll(() => message()?.textContent)
    .toContain(`${copy.name} 문서를 삭제하시겠습니까? 되돌릴 수 없습니다.`)
  expect(await commands.axe()).toEqual([])
  await expect.poll(() => document.activeElement?.textContent).toBe('취소')
  await answer('취소')
  expect((await sender.stored(templateId)).status).toBe('DRAFT')
  await act('삭제').click()
  await answer('삭제')
  await expect.element(reported('문서를 삭제했습니다.')).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/compose')
  await expectCount(page.getByRole('region', { name: '서명 문서' }).getByRole('listitem'), 1)
  expect((await getTemplate(sender.wire, templateId)).json.code).toBe('NOT_FOUND')
  expect((await sender.stored(draft.templateId)).status).toBe('CANCELLED')
})

test('what could not be sealed says why, and is sealed again once the reason is gone', {
  timeout: 2 * SEALED_WITHIN_MS,
}, async () => {
  const sender = await newSender()
  const draft = await sender.ready()
  given(await compose(sender.wire, 'addInvite', { templateId: draft.templateId, members: [] }))
  await commands.rooms('leaveStorage', sender.room.roomId, 1)
  expect(await commands.sign(await commands.signLinkFor(sender.email))).toBe(200)
  await expect
    .poll(async () => (await sender.stored(draft.templateId)).status, { timeout: SEALED_WITHIN_MS })
    .toBe('FAILED')
  await show(sender, draft)
  await expect.element(status('봉인 실패')).toBeVisible()
  const why = page.getByRole('alert')
  await expect.element(why).toHaveTextContent('봉인하지 못한 이유')
  await expect
    .element(why)
    .toHaveTextContent('데이터룸의 저장 공간이 부족하여 봉인하지 못했습니다.')
  await expectCount(act('봉인된 PDF 다운로드'), 0)
  expect(await commands.axe()).toEqual([])

  await commands.rooms('leaveStorage', sender.room.roomId, 10_000_000)
  await act('다시 봉인').click()
  await expect.element(status('완료')).toBeVisible()
  await expectCount(why, 0)
  expect(await sender.stored(draft.templateId)).toMatchObject({
    status: 'COMPLETED',
    failure: null,
  })
})
