import type { Locator, Page } from '@playwright/test'
import type { PayloadOut } from '../contract/core/operation.ts'
import type { info, ofItem, overview } from '../contract/features/dashboard.ts'
import { makePdf } from '../server/test/make-pdf.ts'
import { WireClient } from '../server/test/wire-client.ts'
import { formatSize } from '../web/lib/format.ts'
import { sessionOf } from './house.ts'
import { test as base, expect } from './server-fixture.ts'
import { dashboard, dialog, focused, row, tabTo } from './steps.ts'

const DASHBOARD = '**/room/api/room/dashboard/**'
const READER = { name: '이참여', email: 'reader@dashboard.example' }
const HOLDER = { name: '박권한', email: 'holder@dashboard.example' }

interface Board {
  readonly page: Page
  /** The same session over the wire. */
  readonly client: WireClient
  get<T>(call: string): Promise<T>
}

const story = base.extend<{ board: Board }>({
  board: async ({ openBrowser, url, room }, use) => {
    const session = await sessionOf(url, room.pin, { code: room.code })
    const client = Object.assign(new WireClient(url), { session })
    const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
    const get = async <T>(call: string) => {
      const { json } = await client.call('GET', `/room/api/room/dashboard/${call}`)
      return json.payload as T
    }
    await use({ page, client, get })
  },
})

/** Two folders, a file in none, and two people, of whom one may print. */
async function furnish({ client }: Board): Promise<void> {
  await client.upload([
    ['01 계약/계약서.pdf', makePdf(3)],
    ['01 계약/이전 안/초안.pdf', makePdf(1)],
    ['02 재무/재무제표.pdf', makePdf(2)],
    ['안내문.pdf', makePdf(1)],
  ])
  const invited = await client.invite([READER, HOLDER])
  const [, holder] = invited.json.payload as readonly { id: number }[]
  await client.setRight(holder?.id ?? 0, 'print', true)
}

const idOf = async (client: WireClient, name: string, parent = 0): Promise<number> =>
  (await client.items(parent)).find((item) => item.name === name)?.id ?? 0

/** Lets a person read the first page of a document for some seconds, until the dashboard tells of it. */
async function read(board: Board, pin: string, itemId: number): Promise<WireClient> {
  const reader = new WireClient(board.client.base)
  await reader.join(pin)
  await reader.agree()
  const { name } = await reader.openDocument(itemId)
  await reader.fetch('GET', `/room/api/file/view/${name}/pages/1`)
  const openedAt = Date.now()
  await expect.poll(() => Date.now() - openedAt, 'some seconds with the first page').toBeGreaterThan(2_500)
  await reader.report({ type: 'view', name, page: 1, seconds: 2 })
  await expect.poll(async () => (await board.get<PayloadOut<typeof ofItem>>(`item/${itemId}`)).pages).toEqual([{ page: 1, seconds: 2 }])
  return reader
}

const card = (page: Page, label: string): Locator => page.getByRole('list', { name: '데이터룸 현황' }).getByRole('link', { name: label })
const storage = (page: Page): Locator => page.getByRole('table', { name: '사용 용량' })
const days = (page: Page): Locator => page.getByRole('region', { name: /^최근 30일 활동/ })

story('the numbers are those of the server, and each leads to what it counts [board-numbers]', async ({ board }) => {
  const { page, client, get } = board
  await furnish(board)
  await page.goto('/admin/dashboard')
  await expect(page).toHaveTitle('대시보드 - 시험 룸 - Data Room')
  const { info: numbers } = await get<PayloadOut<typeof info>>(`info/${client.me.roomId}`)
  expect(numbers).toMatchObject({ blockPrint: 1, blockDownload: 2, blockAccess: 0, userCnt: 3, fileCnt: 4 })
  await expect(card(page, '인쇄 차단')).toHaveAccessibleName('인쇄 차단 1 / 2')
  await expect(card(page, '다운로드 차단')).toHaveAccessibleName('다운로드 차단 2 / 2')
  await expect(card(page, '접근 차단')).toHaveAccessibleName('접근 차단 0 / 2')
  await expect(card(page, '사용자 수')).toHaveAccessibleName('사용자 수 3 / 제한 없음')
  await expect(card(page, '사용 용량')).toContainText(`${formatSize(numbers.nowStorage)} / ${formatSize(numbers.maxStorage)}`)
  await expect(card(page, '파일 수')).toHaveAccessibleName('파일 수 4')
  await expect(card(page, '오늘의 활동')).toHaveAccessibleName(/^오늘의 활동 \d+ 건$/)
  await expect(page.getByText('아직')).toHaveCount(0)

  const { days: told } = await get<PayloadOut<typeof overview>>(`activity/${client.me.roomId}`)
  const today = told.at(-1)?.day
  await expect(card(page, '오늘의 활동')).toHaveAttribute('href', `/admin/history?from=${today}&to=${today}`)
  for (const label of ['사용 용량', '파일 수']) await expect(card(page, label)).toHaveAttribute('href', '/admin/upload')
  await card(page, '인쇄 차단').click()
  await expect(page).toHaveURL(/\/admin\/invitation\?show=printBlocked$/)
  const people = page.getByRole('table', { name: '사용자 초대' }).getByRole('rowheader')
  await expect(people).toHaveText([/이참여/])
  await page.reload()
  await expect(people).toHaveText([/이참여/])
  await page.goBack()
  await card(page, '접근 차단').click()
  await expect(page.getByText('조건에 맞는 사용자가 없습니다.')).toBeVisible()
  await page.getByRole('button', { name: '전체 보기' }).click()
  await expect(page).toHaveURL(/\/admin\/invitation$/)
  await expect(people).toHaveCount(3)
  await page.goBack()
  await storage(page).getByRole('link', { name: '01 계약' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/upload\\?folder=${await idOf(client, '01 계약')}$`))
})

story('every picture is a table, too, with the figures of the server [board-storage]', async ({ board }) => {
  const { page, client, get } = board
  await furnish(board)
  await client.upload([['안내문.pdf', makePdf(2)]])
  const { info: numbers, fileList, rootFiles } = await get<PayloadOut<typeof info>>(`info/${client.me.roomId}`)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('img', { name: /^<1%, 전체 10\.00 GB 중 / })).toBeVisible()
  const rest = numbers.nowStorage - fileList.reduce((sum, { size }) => sum + size, rootFiles.size)
  const figures = [
    ...fileList.map(({ fileName, fileCnt, size }) => [fileName, String(fileCnt), formatSize(size)]),
    ['바탕화면에 있는 파일', String(rootFiles.fileCnt), formatSize(rootFiles.size)],
    ...(rest > 0 ? [['휴지통과 이전 버전', '–', formatSize(rest)]] : []),
  ]
  const shown = storage(page).locator('tbody tr')
  const cells = () => shown.evaluateAll((rows) => rows.map((each) => [...each.children].map(({ textContent }) => textContent)))
  await page.getByRole('button', { name: '폴더', exact: true }).click()
  await expect.poll(cells).toEqual(figures)
  await expect(page.getByRole('columnheader', { name: '폴더' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: '파일 수', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: '파일 수' })).toHaveAttribute('aria-sort', 'descending')
  await expect(shown.first()).toContainText('01 계약')

  await expect(days(page).getByRole('listitem')).toHaveCount(30)
  await days(page).getByRole('button', { name: '표로 보기' }).click()
  await expect(days(page).getByRole('listitem')).toHaveCount(0)
  const { days: told } = await get<PayloadOut<typeof overview>>(`activity/${client.me.roomId}`)
  await expect(days(page).getByRole('rowheader')).toHaveText(told.map(({ day }) => day).reverse())
  await expect(days(page).getByRole('link', { name: told[0]?.day ?? '' })).toHaveAttribute(
    'href',
    `/admin/history?from=${told[0]?.day}&to=${told[0]?.day}`,
  )
})

story('a document and a person open what was done with and by them, page by page', async ({ board, mailbox }) => {
  const { page, client } = board
  await furnish(board)
  const file = await idOf(client, '계약서.pdf', await idOf(client, '01 계약'))
  const reader = await read(board, await mailbox.pinFor(READER.email), file)
  await page.goto('/admin/dashboard')
  const opener = page.getByRole('button', { name: '계약서.pdf 활동 보기' })
  await opener.click()
  const ofFile = dialog(page, '파일 활동 내역')
  await expect(ofFile).toContainText('1명 · 열람 1회 · 2초')
  await expect(ofFile.getByRole('slider')).toHaveAttribute('aria-valuetext', '1쪽 · 2초')
  await expect(ofFile.getByRole('row', { name: /이참여/ })).toContainText(/1\s*0\s*0\s*2초/)
  await expect(ofFile.getByText('박권한')).toHaveCount(0)
  await ofFile.getByRole('button', { name: '표로 보기' }).click()
  await expect(ofFile.getByRole('table', { name: '쪽별 읽은 시간' }).getByRole('row').nth(1)).toHaveText(/1쪽\s*2초/)
  await expect(ofFile.getByRole('slider')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(ofFile).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.getByRole('button', { name: '이참여 활동 보기' }).click()
  const ofPerson = dialog(page, '사용자 활동 내역')
  await expect(ofPerson).toContainText('마지막 접속')
  await expect(ofPerson.getByRole('row', { name: /계약서/ })).toContainText('2초')
  await expect(ofPerson.getByRole('link', { name: '전체 활동 내역' })).toHaveAttribute('href', `/admin/history?user=${reader.me.userId}`)
})

story('menus of a file, of a person and of an open document lead to the same', async ({ board }) => {
  const { page, client } = board
  await furnish(board)
  await page.goto('/admin/upload')
  await row(page, '안내문.pdf').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '파일 활동 내역 보기' }).click()
  await expect(dialog(page, '파일 활동 내역')).toContainText('아직 이 파일을 열람한 사용자가 없습니다.')
  await page.keyboard.press('Escape')
  await expect(row(page, '안내문.pdf')).toBeFocused()
  await row(page, '01 계약').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '속성' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '파일 활동 내역 보기' })).toHaveCount(0)

  await page.goto('/admin/invitation')
  const button = page.getByRole('button', { name: '이참여 작업' })
  await button.click()
  await page.getByRole('menuitem', { name: '활동 보기' }).click()
  await expect(dialog(page, '사용자 활동 내역')).toContainText('아직 접속하지 않았습니다.')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await page.goto(`/?doc=${await idOf(client, '안내문.pdf')}`)
  await page.getByRole('button', { name: /% 보기$/ }).click()
  await page.getByRole('menuitem', { name: '파일 활동 내역 보기' }).click()
  await expect(dialog(page, '파일 활동 내역')).toContainText('안내문.pdf')
})

story('by the keyboard alone days, order, tables and dialogs are reached, each picture in one stop', async ({ board, mailbox }) => {
  const { page, client } = board
  await furnish(board)
  const file = await idOf(client, '계약서.pdf', await idOf(client, '01 계약'))
  await read(board, await mailbox.pinFor(READER.email), file)
  await page.goto('/admin/dashboard')
  await tabTo(page, card(page, '인쇄 차단'))
  await tabTo(page, page.getByRole('button', { name: '파일 수', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('columnheader', { name: '파일 수' })).toHaveAttribute('aria-sort', 'descending')

  await tabTo(page, page.getByRole('button', { name: '계약서.pdf 활동 보기' }))
  await page.keyboard.press('Enter')
  const slider = dialog(page, '파일 활동 내역').getByRole('slider')
  await tabTo(page, slider, 'Shift+Tab')
  await page.keyboard.press('End')
  await expect(slider).toHaveAttribute('aria-valuetext', '1쪽 · 2초')
  await page.keyboard.press('Escape')
  await expect(slider).toHaveCount(0)
  await expect(focused(page)).toHaveAccessibleName('계약서.pdf 활동 보기')

  const links = days(page).getByRole('link')
  await tabTo(page, links.last())
  await page.keyboard.press('ArrowLeft')
  await expect(links.nth(28)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(focused(page)).toHaveAccessibleName(/활동 보기$/)
  await tabTo(page, links.first(), 'Shift+Tab')
  await expect(links.first()).toHaveAttribute('href', /\/admin\/history\?from=(\d{4}-\d\d-\d\d)&to=\1$/)
})

story('an empty room has nothing to show yet, and follows what is done elsewhere', async ({ board }) => {
  const { page, client } = board
  await page.goto('/admin/dashboard')
  await expect(card(page, '파일 수')).toHaveAccessibleName('파일 수 0')
  await expect(page.getByText('최근 30일 동안 열람한 문서가 없습니다.')).toBeVisible()
  await client.upload([['안내문.pdf', makePdf(1)]])
  await expect(card(page, '파일 수')).toHaveAccessibleName('파일 수 1')
  // Whoever has closed the first steps is not told of them again.
  await expect(page.getByRole('heading', { name: '시작하기' })).toHaveCount(0)
})

story('numbers that cannot be had are asked for again', async ({ board: { page }, strictness }) => {
  strictness.expectRefusals(/\/room\/dashboard\//)
  await page.route(DASHBOARD, (route) => route.abort())
  await page.goto('/admin/dashboard')
  const retry = page.getByRole('main').getByRole('button', { name: '다시 시도' })
  await expect(retry).toBeVisible({ timeout: 20_000 })
  await expect(card(page, '파일 수')).toHaveCount(0)
  await page.unroute(DASHBOARD)
  await retry.click()
  await expect(card(page, '파일 수')).toHaveAccessibleName('파일 수 0')
})

story('the four menus of operators are described [board-menus]', async ({ board: { page } }) => {
  await page.goto('/admin/dashboard')
  await expect(dashboard(page)).toBeVisible()
  const button = page.getByRole('button', { name: '운영자 메뉴 안내' })
  await button.click()
  await expect(dialog(page, '운영자 메뉴 안내').getByRole('term')).toHaveText(['대시보드', '파일 업로드', '사용자 초대', '활동 내역'])
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})
