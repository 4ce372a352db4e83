import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { enterAsOperator } from '../../server/test/harness/server-process.ts'
import type { WireClient } from '../../server/test/harness/wire-client.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { story } from '../support/invitation.ts'
import { expect } from '../support/server-fixture.ts'
import { dialog, row as documentRow, focused, tabTo } from '../support/steps.ts'

const rows = (page: Page) => page.getByRole('list', { name: /^(질의·자료요청 목록|Questions and requests)/ }).getByRole('listitem')

const entries = (page: Page) => page.getByRole('article', { name: '선택한 건의 내용' }).getByRole('listitem')

async function makeGroup(wire: WireClient, name: string, email: string, fields: object = {}): Promise<void> {
  const { roomId } = wire.me
  const group = await wire.call('POST', '/room/api/group', { body: { roomId, name, ...fields } })
  const invited = await wire.invite([{ name: `${name} 담당`, email }])
  const [person] = invited.json.payload as readonly { id: number }[]
  const { id } = group.json.payload as { id: number }
  await wire.call('POST', '/room/api/group/members', { body: { id, roomId, managementIds: [person?.id] } })
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
    await writing.getByRole('textbox', { name: '내용', exact: true }).fill('매출은 언제 인식합니까?')
    const attached = (name: string, pages: number) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(makePdf(pages)) })
    await writing.getByLabel('파일 첨부').setInputFiles([attached('인식 기준.pdf', 2), attached('잘못 고른 것.pdf', 1)])
    await writing.getByRole('button', { name: '잘못 고른 것.pdf 첨부 취소' }).click()
    await writing.getByRole('button', { name: '제출' }).click()
    await expect(writing).toHaveCount(0)
    await expect(rows(guest).filter({ hasText: 'Q-001' })).toContainText('답변 준비 중')

    await page.goto('/admin/questions')
    await expect(rows(page).filter({ hasText: '매출 인식 시점' })).toContainText('매수인 A')
    await rows(page).filter({ hasText: 'Q-001' }).getByRole('button').click()
    await page.getByRole('button', { name: '인식 기준.pdf', exact: true }).click()
    await expect(dialog(page, '인식 기준.pdf').getByRole('img', { name: '2쪽 중 1쪽' })).toBeVisible()
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
    await page.getByRole('textbox', { name: '답변을 입력해 주세요.' }).fill('검수가 끝난 때에 인식합니다.')
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

story('an expert answers in English, and the group reads it after another person approves', async ({ mailbox, openBrowser, url, room }) => {
  const wire = await enterAsOperator(url, room)
  const { roomId } = wire.me
  await makeGroup(wire, 'Bidder', 'bidder@questions.example', { level: 'view' })
  await makeGroup(wire, 'Tax', 'expert@questions.example', { level: 'none', kind: 'experts' })
  const { answerers } = (await wire.call('GET', `/room/api/room/questions/${roomId}`)).json.payload as {
    answerers: readonly { id: number; isOperator: boolean }[]
  }
  const experts = answerers.filter(({ isOperator }) => !isOperator).map(({ id }) => id)
  await wire.call('POST', '/room/api/topic', { body: { roomId, name: 'Tax', approval: true, experts } })
  const open = async (email: string): Promise<Page> => {
    const session = await sessionOf(url, await mailbox.pinFor(email))
    const opened = await (await openBrowser({ session, language: 'en' })).newPage()
    await opened.goto('/questions')
    return opened
  }
  const bidder = await open('bidder@questions.example')
  await bidder.getByRole('button', { name: 'Ask a question', exact: true }).click()
  const writing = bidder.getByRole('dialog')
  await writing.getByRole('textbox', { name: 'Title' }).fill('Deferred tax')
  await writing.getByRole('textbox', { name: 'Question', exact: true }).fill('Which items give rise to deferred tax?')
  await writing.getByRole('button', { name: /Topic$/ }).click()
  await bidder.getByRole('option', { name: 'Tax' }).click()
  await writing.getByRole('button', { name: 'Submit' }).click()
  await expect(rows(bidder)).toContainText('In progress')

  const approver = await (await openBrowser({ session: await sessionOf(url, room.pin, { code: room.code }), language: 'en' })).newPage()
  await approver.goto('/admin/questions')
  await rows(approver).getByRole('button').click()
  await approver.getByRole('button', { name: 'Assign', exact: true }).click()
  const assigning = approver.getByRole('dialog')
  await assigning.getByRole('button', { name: /Assignee$/ }).click()
  await approver.getByRole('option', { name: 'Tax 담당' }).click()
  await assigning.getByRole('button', { name: 'Save' }).click()
  await expect(rows(approver)).toContainText('Tax 담당')

  const expert = await open('expert@questions.example')
  await rows(expert).getByRole('button').click()
  await expert.getByRole('textbox', { name: 'Write the answer.' }).fill('Development costs only.')
  await expert.getByRole('button', { name: 'Submit answer' }).click()
  await expect(rows(expert)).toContainText('Awaiting approval')
  await expect(expert.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await expect(rows(bidder)).toContainText('In progress')
  await expect(bidder.getByText('Development costs only.')).toHaveCount(0)

  await approver.getByRole('button', { name: 'Approve' }).click()
  await approver.getByRole('button', { name: 'Deliver to the group' }).click()
  await expect(rows(bidder)).toContainText('Answered')
  await expect(bidder.getByText('Development costs only.')).toBeVisible()
})

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
    const button = (within: Page | Locator, name: string): Locator => within.getByRole('button', { name, exact: true })

    await use(button(guest, '내보내기·가져오기'))
    await expect(focused(guest)).toHaveAccessibleName('Excel로 내보내기')
    await guest.keyboard.press('End')
    await guest.keyboard.press('Enter')
    const importing = dialog(guest, '목록 가져오기')
    const choosing = guest.waitForEvent('filechooser')
    await use(button(importing, '파일 선택'))
    const csv = '번호,요청자료명,상세 내용,중요도\n1,정관,현행 정관 전문,상\n2,주주명부,최근 1년,중\n'
    await (await choosing).setFiles({ name: '요청목록.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
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

    // What changed last stands first.
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

    const other = await open('other@questions.example')
    await expect(other.getByText('아직 등록된 질의·자료요청이 없습니다.')).toBeVisible()
    await expect(other.getByText(/R-001|매수인 A/)).toHaveCount(0)
  },
)
