import type { Locator, Page } from '@playwright/test'
import { makeDocx } from '../../server/test/fixtures/make-docx.ts'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { textsOf } from '../../tools/screens/texts.mjs'
import { sessionOf } from '../support/furnished-room.ts'
import { story } from '../support/invitation.ts'
import { expect } from '../support/server-fixture.ts'
import { dialog, row as documentRow, focused, tabTo } from '../support/steps.ts'

const rows = (page: Page) =>
  page
    .getByRole('list', { name: /^(질의·자료요청 목록|Questions and requests)/ })
    .getByRole('listitem')

const entries = (page: Page) =>
  page.getByRole('article', { name: '선택한 건의 내용' }).getByRole('listitem')

async function invitedInto(
  wire: WireClient,
  id: number,
  people: readonly { name: string; email: string }[],
): Promise<number[]> {
  const { roomId } = wire.me
  const invited = await wire.invite([...people])
  const managementIds = (invited.json.payload as readonly { id: number }[]).map(
    (person) => person.id,
  )
  await wire.call('POST', '/room/api/group/members', { body: { id, roomId, managementIds } })
  return managementIds
}

async function makeGroup(
  wire: WireClient,
  name: string,
  email: string,
  fields: object = {},
): Promise<number> {
  const group = await wire.call('POST', '/room/api/group', {
    body: { roomId: wire.me.roomId, name, ...fields },
  })
  const { id } = group.json.payload as { id: number }
  await invitedInto(wire, id, [{ name: `${name} 담당`, email }])
  return id
}

story(
  'a question about a document is answered in the operator area, and no other group sees it',
  async ({ operator: { page }, mailbox, openBrowser, url, room }) => {
    const wire = await enterAsOperator(url, room)
    await wire.upload([['재무제표.pdf', makePdf(2)]])
    await makeGroup(wire, '매수인 A', 'asks@questions.example', { level: 'view' })
    await makeGroup(wire, '매수인 B', 'rival@questions.example', { level: 'view' })
    const open = async (email: string): Promise<Page> => {
      const session = await sessionOf(url, await mailbox.pinFor(email))
      const guest = await (await openBrowser({ session })).newPage()
      await guest.goto('/')
      return guest
    }
    const guest = await open('asks@questions.example')
    const rival = await open('rival@questions.example')
    await expect(documentRow(guest, /재무제표/)).toBeVisible()

    await guest.getByRole('link', { name: '질의·자료요청' }).click()
    await expect(guest.getByText('아직 등록된 질의·자료요청이 없습니다.')).toBeVisible()
    await guest.getByRole('button', { name: '질의하기', exact: true }).click()
    const writing = dialog(guest, '질의 작성')
    await expect(focused(guest)).toHaveAttribute('maxlength')
    await writing.getByRole('textbox', { name: '제목' }).fill('매출 인식 시점')
    await writing.getByRole('button', { name: '제출' }).click()
    await expect(writing.getByRole('alert')).toHaveText('제목과 내용을 입력해 주세요.')
    await writing
      .getByRole('textbox', { name: '내용', exact: true })
      .fill('매출은 언제 인식합니까?')
    const attached = (name: string, pages: number) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(makePdf(pages)),
    })
    await writing
      .getByLabel('파일 첨부')
      .setInputFiles([attached('인식 기준.pdf', 2), attached('잘못 고른 것.pdf', 1)])
    await writing.getByRole('button', { name: '잘못 고른 것.pdf 첨부 취소' }).click()
    await writing.getByRole('button', { name: '제출' }).click()
    await expect(writing).toHaveCount(0)
    await expect(rows(guest).filter({ hasText: 'Q-001' })).toContainText('답변 준비 중')

    await page.goto('/admin/questions')
    await expect(rows(page).filter({ hasText: '매출 인식 시점' })).toContainText('매수인 A')
    await rows(page).filter({ hasText: 'Q-001' }).getByRole('button').click()
    await page.getByRole('button', { name: '인식 기준.pdf', exact: true }).click()
    await expect(
      dialog(page, '인식 기준.pdf').getByRole('img', { name: '2쪽 중 1쪽' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(focused(page)).toHaveAccessibleName('인식 기준.pdf')
    const copy = page.waitForEvent('download')
    await page.getByRole('button', { name: '인식 기준.pdf 다운로드' }).click()
    expect((await copy).suggestedFilename()).toBe('인식 기준.pdf')
    await page.getByRole('button', { name: '내부 메모' }).click()
    await page.getByRole('textbox', { name: /^내부 메모를 입력/ }).fill('회계팀에 확인했습니다.')
    await page.getByRole('button', { name: '메모 저장' }).click()
    await expect(entries(page).filter({ hasText: '회계팀에 확인했습니다.' })).toBeVisible()
    await page.getByRole('button', { name: '답변', exact: true }).click()
    await page
      .getByRole('textbox', { name: '답변을 입력해 주세요.' })
      .fill('검수가 끝난 때에 인식합니다.')
    await page.keyboard.press('Control+Enter')
    await expect(rows(page).filter({ hasText: 'Q-001' })).toContainText('답변 완료')

    await expect(rows(guest).filter({ hasText: 'Q-001' })).toContainText('답변 완료')
    await expect(guest.getByText('검수가 끝난 때에 인식합니다.')).toBeVisible()
    await expect(guest.getByText('회계팀에 확인했습니다.')).toHaveCount(0)
    await guest.getByRole('button', { name: '종결' }).click()
    await expect(rows(guest).filter({ hasText: 'Q-001' })).toContainText('종결')

    await rival.getByRole('link', { name: '질의·자료요청' }).click()
    await expect(rival.getByText('아직 등록된 질의·자료요청이 없습니다.')).toBeVisible()
    await expect(rival.getByText('매출 인식 시점')).toHaveCount(0)
  },
)

for (const language of ['ko', 'en'] as const)
  story(
    `an author drafts, a colleague submits, an expert answers, and they read it after another person approves (${language})`,
    async ({ mailbox, openBrowser, url, room }) => {
      const texts = textsOf(language)
      const says = (key: string): string => texts(`questions.${key}`)
      const wire = await enterAsOperator(url, room)
      const { roomId } = wire.me
      const at = (name: string): string => `${name}.${language}@questions.example`
      const side = await makeGroup(wire, 'Bidder', at('submitter'), { level: 'view' })
      const [author] = await invitedInto(wire, side, [{ name: 'Author', email: at('author') }])
      await wire.call('POST', '/room/api/room/user/threadRole', {
        body: { roomId, managementIds: [author], threadRole: 'author' },
      })
      await makeGroup(wire, 'Tax', at('expert'), { level: 'none', kind: 'experts' })
      const { answerers } = (await wire.call('GET', `/room/api/room/questions/${roomId}`)).json
        .payload as {
        answerers: readonly { id: number; isOperator: boolean }[]
      }
      const experts = answerers.filter(({ isOperator }) => !isOperator).map(({ id }) => id)
      await wire.call('POST', '/room/api/topic', {
        body: { roomId, name: 'Tax', approval: true, experts },
      })
      const open = async (email: string): Promise<Page> => {
        const session = await sessionOf(url, await mailbox.pinFor(email))
        const opened = await (await openBrowser({ session, language })).newPage()
        await opened.goto('/questions')
        return opened
      }
      const button = (within: Page | Locator, name: string): Locator =>
        within.getByRole('button', { name, exact: true })

      const drafting = await open(at('author'))
      await button(drafting, says('write')).click()
      const writing = drafting.getByRole('dialog')
      await writing
        .getByRole('textbox', { name: says('writeTitle'), exact: true })
        .fill('Deferred tax')
      await writing
        .getByRole('textbox', { name: says('writeText'), exact: true })
        .fill('Which items give rise to deferred tax?')
      await writing.getByRole('button', { name: new RegExp(`${says('topic')}$`) }).click()
      await drafting.getByRole('option', { name: 'Tax' }).click()
      const docx = {
        name: 'Basis.docx',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(await makeDocx('Basis')),
      }
      await writing.getByLabel(says('fileAdd')).setInputFiles([docx])
      await button(writing, says('writeDraft')).click()
      await expect(rows(drafting)).toContainText(says('stateDRAFT'))
      await rows(drafting).getByRole('button').click()
      await expect(button(drafting, says('doSUBMITTED'))).toHaveCount(0)

      const bidder = await open(at('submitter'))
      await rows(bidder).getByRole('button').click()
      await button(bidder, says('doSUBMITTED')).click()
      await expect(rows(bidder)).toContainText(says('stateIN_PROGRESS'))

      const approver = await (
        await openBrowser({
          session: await sessionOf(url, room.pin, { code: room.code }),
          language,
        })
      ).newPage()
      await approver.goto('/admin/questions')
      await rows(approver).getByRole('button').click()
      await button(approver, says('doASSIGNED')).click()
      const assigning = approver.getByRole('dialog')
      await assigning.getByRole('button', { name: new RegExp(`${says('assignee')}$`) }).click()
      await approver.getByRole('option', { name: 'Tax 담당' }).click()
      await button(assigning, says('writeSave')).click()
      await expect(rows(approver)).toContainText('Tax 담당')

      const expert = await open(at('expert'))
      await rows(expert).getByRole('button').click()
      await button(expert, 'Basis.docx').click()
      await expect(dialog(expert, 'Basis.docx').getByRole('img')).toBeVisible({ timeout: 60_000 })
      await expert.keyboard.press('Escape')
      await expert
        .getByRole('textbox', { name: says('replyAnswer') })
        .fill('Development costs only.')
      await button(expert, says('sendAnswer')).click()
      await expect(rows(expert)).toContainText(says('stateANSWERED'))
      await expect(button(expert, says('doAPPROVED'))).toHaveCount(0)
      await expect(rows(bidder)).toContainText(says('stateIN_PROGRESS'))
      await expect(bidder.getByText('Development costs only.')).toHaveCount(0)

      await button(approver, says('doAPPROVED')).click()
      await button(approver, says('doDELIVERED')).click()
      for (const page of [bidder, drafting]) {
        await expect(rows(page)).toContainText(says('stateDELIVERED'))
        await expect(page.getByText('Development costs only.')).toBeVisible()
      }
    },
  )

story(
  'a list of requests is imported, provided and confirmed by the keyboard alone, and no other group sees it',
  async ({ operator: { page }, mailbox, openBrowser, url, room }) => {
    const wire = await enterAsOperator(url, room)
    await wire.upload([['정관.pdf', makePdf(1)]])
    await makeGroup(wire, '매수인 A', 'list@questions.example', { level: 'view' })
    await makeGroup(wire, '매수인 B', 'other@questions.example', { level: 'view' })
    const open = async (email: string): Promise<Page> => {
      const session = await sessionOf(url, await mailbox.pinFor(email))
      const guest = await (await openBrowser({ session })).newPage()
      await guest.goto('/questions')
      return guest
    }
    const guest = await open('list@questions.example')
    const use = async (control: Locator, key = 'Enter'): Promise<void> => {
      await tabTo(control.page(), control)
      await control.page().keyboard.press(key)
    }
    const button = (within: Page | Locator, name: string): Locator =>
      within.getByRole('button', { name, exact: true })

    await use(button(guest, '내보내기·가져오기'))
    await expect(focused(guest)).toHaveAccessibleName('Excel로 내보내기')
    await guest.keyboard.press('End')
    await guest.keyboard.press('Enter')
    const importing = dialog(guest, '목록 가져오기')
    const choosing = guest.waitForEvent('filechooser')
    await use(button(importing, '파일 선택'))
    const csv =
      '번호,요청자료명,상세 내용,중요도\n1,정관,현행 정관 전문,상\n2,주주명부,최근 1년,중\n'
    await (await choosing).setFiles({
      name: '요청목록.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    })
    await expect(importing.getByText('추가 2 · 변경 0 · 동일 0 · 오류 0')).toBeVisible()
    await expect(rows(guest)).toHaveCount(0)
    await use(button(importing, '가져오기'))
    await expect(importing).toHaveCount(0)
    await expect(focused(guest)).toHaveAccessibleName('내보내기·가져오기')
    await expect(rows(guest)).toHaveCount(2)

    await page.goto('/admin/questions')
    await use(rows(page).filter({ hasText: 'R-001' }).getByRole('button'))
    await use(button(page, '자료 제공'))
    const providing = dialog(page, '자료 제공')
    await use(button(providing, '문서 연결'))
    const picking = dialog(page, '문서 연결')
    await use(picking.getByRole('checkbox', { name: /정관/ }), 'Space')
    await use(button(picking, '연결'))
    await expect(focused(page)).toHaveAccessibleName('문서 연결')
    await use(button(providing, '제공'))
    await expect(providing).toHaveCount(0)
    await expect(rows(page).filter({ hasText: 'R-001' })).toContainText('제공 완료')

    await expect(rows(guest).first()).toContainText('R-001')
    await tabTo(guest, rows(guest).first().getByRole('button'))
    await guest.keyboard.press('ArrowDown')
    await expect(rows(guest).last().getByRole('button')).toBeFocused()
    await guest.keyboard.press('Home')
    await guest.keyboard.press('Enter')
    await expect(entries(guest).getByRole('link', { name: /정관/ })).toBeVisible()
    await use(button(guest, '확인'))
    await expect(rows(guest).filter({ hasText: 'R-001' })).toContainText('확인 완료')
    await expect(rows(guest).filter({ hasText: 'R-002' })).toContainText('요청됨')

    const back = async (control: Locator, key: string): Promise<void> => {
      await tabTo(page, control, 'Shift+Tab')
      await page.keyboard.press(key)
    }
    for (const number of ['R-002', 'R-001'])
      await back(page.getByRole('checkbox', { name: `${number} 선택` }), 'Space')
    await back(button(page.getByRole('toolbar'), 'FAQ로 공개'), 'Enter')
    const publishing = page.getByRole('dialog', { name: /^FAQ로 공개 \(/ })
    await expect(publishing).toHaveAccessibleName(/\(1\/2\).+R-001/)
    await tabTo(page, publishing.getByRole('textbox', { name: '답변' }))
    await page.keyboard.type('현행 정관을 공개했습니다.')
    await use(button(publishing, '공개'))
    await expect(publishing).toHaveAccessibleName(/\(2\/2\).+R-002/)
    await use(button(publishing, '건너뛰기'))
    await expect(publishing).toHaveCount(0)
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)

    const other = await open('other@questions.example')
    await expect(other.getByText('아직 등록된 질의·자료요청이 없습니다.')).toBeVisible()
    await expect(other.getByText(/R-001|매수인 A/)).toHaveCount(0)
    await other.goto('/questions?tab=faq')
    await expect(other.getByText('현행 정관을 공개했습니다.')).toBeVisible()
    await expect(other.getByText('주주명부')).toHaveCount(0)
  },
)
