import { expect, test } from 'vitest'
import { commands, type Locator, page } from 'vitest/browser'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import type { info, ofItem, overview } from '../../../contract/features/dashboard.ts'
import type { WireClient } from '../../../server/test/harness/wire-client.ts'
import { formatSize } from '../../lib/format.ts'
import { atEnd, enterByWire, makePdf, newEmail, newRoom, openApp } from '../../test/app.tsx'
import { tabTo } from '../../test/locating.ts'
import { dialog, expectTexts, focus, focused, row } from '../../test/steps.ts'

const DASHBOARD = '/room/api/room/dashboard/'

async function get<T>(client: WireClient, call: string): Promise<T> {
  const { json } = await client.call('GET', `/room/api/room/dashboard/${call}`)
  return json.payload as T
}

async function furnished(): Promise<{ readonly client: WireClient; readonly email: string }> {
  const { operator: client } = await newRoom()
  await client.upload([
    ['01 계약/계약서.pdf', await makePdf(3)],
    ['01 계약/이전 안/초안.pdf', await makePdf(1)],
    ['02 재무/재무제표.pdf', await makePdf(2)],
    ['안내문.pdf', await makePdf(1)],
  ])
  const email = newEmail()
  const invited = await client.invite([
    { name: '이참여', email },
    { name: '박권한', email: newEmail() },
  ])
  const [, holder] = invited.json.payload as readonly { id: number }[]
  await client.setRight(holder?.id ?? 0, 'print', true)
  return { client, email }
}

const idOf = async (client: WireClient, name: string, parent = 0): Promise<number> =>
  (await client.items(parent)).find((item) => item.name === name)?.id ?? 0

async function readRoom(): Promise<{ readonly client: WireClient; readonly readerId: number }> {
  const { client, email } = await furnished()
  const file = await idOf(client, '계약서.pdf', await idOf(client, '01 계약'))
  const reader = await enterByWire(await commands.pinFor(email))
  const { name } = await reader.openDocument(file)
  await reader.fetch('GET', `/room/api/file/view/${name}/pages/1`)
  const openedAt = performance.now()
  await expect
    .poll(() => performance.now() - openedAt, {
      message: 'some seconds with the first page',
      timeout: 5_000,
    })
    .toBeGreaterThan(2_500)
  await reader.report({ type: 'view', name, page: 1, seconds: 2 })
  await expect
    .poll(async () => (await get<PayloadOut<typeof ofItem>>(client, `item/${file}`)).pages, {
      timeout: 10_000,
    })
    .toEqual([{ page: 1, seconds: 2 }])
  return { client, readerId: reader.me.userId }
}

let read: ReturnType<typeof readRoom> | undefined
function roomOfReaders(): ReturnType<typeof readRoom> {
  read ??= readRoom()
  return read
}

const card = (label: string): Locator =>
  page.getByRole('list', { name: '데이터룸 현황' }).getByRole('link', { name: label })
const storage = page.getByRole('table', { name: '사용 용량' })
const days = page.getByRole('region', { name: /^최근 30일 활동/ })
const folderColumn = page.getByRole('columnheader', { name: '폴더' })
const filesColumn = page.getByRole('columnheader', { name: '파일 수' })

test('every picture is a table, too, with the figures of the server [board-storage]', async () => {
  const { client } = await furnished()
  await client.upload([['안내문.pdf', await makePdf(2)]])
  const {
    info: numbers,
    fileList,
    rootFiles,
  } = await get<PayloadOut<typeof info>>(client, `info/${client.me.roomId}`)
  await openApp('/admin/dashboard', client)
  await expect.element(page.getByRole('img', { name: /^<1%, 전체 10\.00 GB 중 / })).toBeVisible()
  const rest = numbers.nowStorage - fileList.reduce((sum, { size }) => sum + size, rootFiles.size)
  const figures = [
    ...fileList.map(({ fileName, fileCnt, size }) => [fileName, String(fileCnt), formatSize(size)]),
    ['바탕화면에 있는 파일', String(rootFiles.fileCnt), formatSize(rootFiles.size)],
    ...(rest > 0 ? [['휴지통과 이전 버전', '–', formatSize(rest)]] : []),
  ]
  const shown = storage.getByCss('tbody tr')
  const cells = () =>
    shown.elements().map((each) => [...each.children].map(({ textContent }) => textContent))
  await page.getByRole('button', { name: '폴더', exact: true }).click()
  await expect.poll(cells).toEqual(figures)
  await expect.element(folderColumn).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: '파일 수', exact: true }).click()
  await expect.element(filesColumn).toHaveAttribute('aria-sort', 'descending')
  await expect.element(shown.first()).toHaveTextContent('01 계약')

  await expect.element(days.getByRole('listitem')).toHaveLength(30)
  await days.getByRole('button', { name: '표로 보기' }).click()
  await expect.element(days.getByRole('listitem')).toHaveLength(0)
  const { days: reported } = await get<PayloadOut<typeof overview>>(
    client,
    `activity/${client.me.roomId}`,
  )
  await expectTexts(days.getByRole('rowheader'), reported.map(({ day }) => day).reverse())
  await expect
    .element(days.getByRole('link', { name: reported[0]?.day ?? '' }))
    .toHaveAttribute('href', `/admin/history?from=${reported[0]?.day}&to=${reported[0]?.day}`)
})

test('a document and a person open what was done with and by them, page by page', async () => {
  const { client, readerId } = await roomOfReaders()
  await openApp('/admin/dashboard', client)
  const opener = page.getByRole('button', { name: '계약서.pdf 활동 보기' })
  await opener.click()
  const ofFile = dialog('파일 활동 내역')
  await expect.element(ofFile).toHaveTextContent('1명 · 열람 1회 · 2초')
  await expect.element(ofFile.getByRole('slider')).toHaveAttribute('aria-valuetext', '1쪽 · 2초')
  await expect
    .element(ofFile.getByRole('row', { name: /이참여/ }))
    .toHaveTextContent(/1\s*0\s*0\s*2초/)
  await expect.element(ofFile.getByText('박권한')).not.toBeInTheDocument()
  await ofFile.getByRole('button', { name: '표로 보기' }).click()
  const times = ofFile.getByRole('table', { name: '쪽별 읽은 시간' }).getByRole('row')
  await expect.element(times.nth(1)).toHaveTextContent(/^1쪽\s*2초$/)
  await expect.element(ofFile.getByRole('slider')).not.toBeInTheDocument()
  await commands.press('Escape')
  await expect.element(ofFile).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()

  await page.getByRole('button', { name: '이참여 활동 보기' }).click()
  const ofPerson = dialog('사용자 활동 내역')
  await expect.element(ofPerson).toHaveTextContent('마지막 접속')
  await expect.element(ofPerson.getByRole('row', { name: /계약서/ })).toHaveTextContent('2초')
  const all = ofPerson.getByRole('link', { name: '전체 활동 내역' })
  await expect.element(all).toHaveAttribute('href', `/admin/history?user=${readerId}`)
})

test('by the keyboard alone days, order, tables and dialogs are reached, each picture in one stop', async () => {
  const { client } = await roomOfReaders()
  await openApp('/admin/dashboard', client)
  await expect.element(card('인쇄 차단')).toBeVisible()
  // Until a link has the focus, the test page gets the keys.
  await focus(page.getByRole('navigation').getByRole('link').first())
  await tabTo(card('인쇄 차단'))
  await tabTo(page.getByRole('button', { name: '파일 수', exact: true }))
  await commands.press('Enter')
  await expect.element(filesColumn).toHaveAttribute('aria-sort', 'descending')

  await tabTo(page.getByRole('button', { name: '계약서.pdf 활동 보기' }))
  await commands.press('Enter')
  const slider = dialog('파일 활동 내역').getByRole('slider')
  await tabTo(slider, 'Shift+Tab')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '1쪽 · 2초')
  await commands.press('End')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '3쪽 · 0초')
  await commands.press('Escape')
  await expect.element(slider).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '계약서.pdf 활동 보기' })).toHaveFocus()

  const links = days.getByRole('link')
  await tabTo(links.last())
  await commands.press('ArrowLeft')
  await expect.element(links.nth(28)).toHaveFocus()
  await commands.press('Home')
  await expect.element(links.first()).toHaveFocus()
  await commands.press('ArrowLeft')
  await expect.element(links.first()).toHaveFocus()
  await commands.press('Tab')
  await expect.element(focused() as HTMLElement).toHaveAccessibleName(/활동 보기$/)
  await tabTo(links.first(), 'Shift+Tab')
  await expect
    .element(links.first())
    .toHaveAttribute(
      'href',
      expect.stringMatching(/\/admin\/history\?from=(\d{4}-\d\d-\d\d)&to=\1$/),
    )
})

test('operators are left out of the lists of readers until they are asked for, and the charts have axes', async () => {
  const { client } = await roomOfReaders()
  const file = await idOf(client, '계약서.pdf', await idOf(client, '01 계약'))
  await client.openDocument(file)
  // The statistics follow the log only after a moment.
  const asked = `activity/${client.me.roomId}?operators=true`
  await expect
    .poll(
      async () =>
        (await get<PayloadOut<typeof overview>>(client, asked)).documents.find(
          ({ itemId }) => itemId === file,
        )?.views,
    )
    .toBe(2)
  await openApp('/admin/dashboard', client)
  const documents = page.getByRole('table', { name: '가장 많이 읽은 문서' })
  const people = page.getByRole('table', { name: '가장 활발한 사용자' })
  await expect.element(documents.getByRole('row', { name: /계약서/ })).toHaveTextContent(/1\s*2초/)
  await expect.element(people.getByRole('rowheader', { name: /이참여/ })).toBeVisible()
  await expect.element(people.getByRole('rowheader', { name: /김운영/ })).not.toBeInTheDocument()
  await expectTexts(
    days.getByCss('.dashboard-days-dates li'),
    await lastDays(client, [28, 21, 14, 7, 0]),
  )
  const axis = days.getByCss('.dashboard-days-axis li')
  await expect.element(axis).toHaveLength(3)
  expect(Number(axis.first().element().textContent)).toBe(
    2 * Number(axis.nth(1).element().textContent),
  )

  const choice = page.getByRole('switch', { name: '운영자 포함' })
  await expect.element(choice).not.toBeChecked()
  await choice.click()
  await expect.element(people.getByRole('rowheader', { name: /김운영/ })).toBeVisible()
  await expect.element(documents.getByRole('row', { name: /계약서/ })).toHaveTextContent(/2\s*2초/)
  await page.getByRole('button', { name: '계약서.pdf 활동 보기' }).click()
  const ofFile = dialog('파일 활동 내역')
  await expect.element(ofFile.getByRole('row', { name: /김운영/ })).toBeVisible()
  await ofFile.getByRole('switch', { name: '운영자 포함' }).click()
  await expect.element(ofFile.getByRole('row', { name: /김운영/ })).not.toBeInTheDocument()
  await expectTexts(ofFile.getByCss('.dashboard-heat-axis li'), ['1쪽', '2', '3'])
  await commands.press('Escape')
  await expect.element(people.getByRole('rowheader', { name: /김운영/ })).not.toBeInTheDocument()
})

async function lastDays(client: WireClient, ago: readonly number[]): Promise<string[]> {
  const { days: reported } = await get<PayloadOut<typeof overview>>(
    client,
    `activity/${client.me.roomId}`,
  )
  return ago.map((count) => reported.at(-1 - count)?.day.slice(5) ?? '')
}

test('the activity of today and that of the month agree, after any entries between the two responses', async () => {
  const { operator } = await newRoom()
  const original = window.fetch
  window.fetch = async (input, init) => {
    const answer = await original(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith('/room/api/room/dashboard/info/')) return answer
    const body = await answer.json()
    body.payload.info.todayLogCnt += 5
    return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers })
  }
  atEnd(() => {
    window.fetch = original
  })
  await openApp('/admin/dashboard', operator)
  const month = days.getByCss('.meta').first()
  await expect.element(month).toHaveTextContent(/^\d+건$/)
  const count = Number.parseInt(month.element().textContent ?? '', 10)
  expect(count).toBeGreaterThan(2)
  await expect.element(card('오늘의 활동')).toHaveAccessibleName(`오늘의 활동 ${count} 건`)
})

test('menus of a file, of a person and of an open document lead to the same', async () => {
  const { client } = await furnished()
  await openApp('/admin/upload', client)
  await row('안내문.pdf').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '파일 활동 내역 보기' }).click()
  await expect
    .element(dialog('파일 활동 내역'))
    .toHaveTextContent('아직 이 파일을 열람한 사용자가 없습니다.')
  await commands.press('Escape')
  await expect.element(row('안내문.pdf')).toHaveFocus()
  await row('01 계약').click({ button: 'right' })
  await expect.element(page.getByRole('menuitem', { name: '속성' })).toBeVisible()
  await expect
    .element(page.getByRole('menuitem', { name: '파일 활동 내역 보기' }))
    .not.toBeInTheDocument()

  await openApp('/admin/invitation', client)
  const button = page.getByRole('button', { name: '이참여 작업' })
  await button.click()
  await page.getByRole('menuitem', { name: '활동 보기' }).click()
  await expect.element(dialog('사용자 활동 내역')).toHaveTextContent('아직 접속하지 않았습니다.')
  await commands.press('Escape')
  await expect.element(button).toHaveFocus()

  await openApp(`/?doc=${await idOf(client, '안내문.pdf')}`, client)
  await page.getByRole('button', { name: /% 보기$/ }).click()
  await page.getByRole('menuitem', { name: '파일 활동 내역 보기' }).click()
  await expect.element(dialog('파일 활동 내역')).toHaveTextContent('안내문.pdf')
})

test('an empty room has nothing to show yet, and follows what is done elsewhere', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/dashboard', operator)
  await expect.element(card('파일 수')).toHaveAccessibleName('파일 수 0')
  await expect.element(page.getByText('최근 30일 동안 열람한 문서가 없습니다.')).toBeVisible()
  await operator.upload([['안내문.pdf', await makePdf(1)]])
  await expect.element(card('파일 수')).toHaveAccessibleName('파일 수 1')
  await expect.element(page.getByRole('heading', { name: '시작하기' })).not.toBeInTheDocument()
})

test('numbers that cannot be had are asked for again', async () => {
  const { operator } = await newRoom()
  await commands.cut(DASHBOARD, 1_000)
  await openApp('/admin/dashboard', operator)
  const retry = page.getByRole('main').getByRole('button', { name: '다시 시도' })
  await expect.element(retry, { timeout: 20_000 }).toBeVisible()
  await expect.element(card('파일 수')).not.toBeInTheDocument()
  await commands.letGo(DASHBOARD)
  await retry.click()
  await expect.element(card('파일 수')).toHaveAccessibleName('파일 수 0')
})

test('the four menus of operators are described [board-menus]', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/dashboard', operator)
  await expect.element(page.getByRole('heading', { name: '대시보드', level: 1 })).toBeVisible()
  const button = page.getByRole('button', { name: '운영자 메뉴 안내' })
  await button.click()
  await expectTexts(dialog('운영자 메뉴 안내').getByRole('term'), [
    '대시보드',
    '파일 업로드',
    '휴지통',
    '사용자 초대',
    '활동 내역',
    '룸 종료',
    '전자서명',
  ])
  await commands.press('Escape')
  await expect.element(button).toHaveFocus()
})

test('no number breaks its card, in either language', async () => {
  const { operator } = await newRoom()
  await openApp('/admin/dashboard', operator)
  const numbers = (name: string) => page.getByRole('list', { name })
  const heights = () =>
    page
      .getByCss('.dashboard-card > .meta')
      .elements()
      .map((label) => Math.round(label.getBoundingClientRect().height))
  await expect.element(numbers('데이터룸 현황')).toBeVisible()
  const [line = 0] = heights()
  expect(heights()).toEqual(Array.from({ length: 7 }, () => line))
  localStorage.setItem('language', 'en')
  dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  await expect.element(numbers('Room overview')).toBeVisible()
  expect(heights()).toEqual(Array.from({ length: 7 }, () => line))
})
