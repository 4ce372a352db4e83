import type { Locator, Page } from '@playwright/test'
import { makePdf } from '../../server/test/fixtures/make-pdf.ts'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { answer, dashboard, fileInput, hold, list, message, pdf, row } from '../support/steps.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const MOMENT = /^\d{4}-\d\d-\d\d (오전|오후) \d\d:\d\d$/

const clock = (page: Page): Locator => page.locator('.top-clock')
const heads = (page: Page): Locator => page.getByRole('columnheader')

const watchIntervals = (page: Page) =>
  page.addInitScript(() => {
    const repeat = window.setInterval
    Object.assign(window, {
      intervals: [],
      setInterval: (work: () => void, everyMs: number) => {
        Reflect.get(window, 'intervals').push(everyMs)
        return repeat(work, everyMs)
      },
    })
  })

/** The interval starts only after the clock is painted. */
const intervalsOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => Reflect.get(window, 'intervals'))

const isLetOpenMenu = (target: Locator): Promise<boolean> =>
  target.evaluate((element) =>
    element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  )

test('the user screen says where one is, what lies here, and what time it is, a minute at a time [user-screen]', async ({
  openBrowser,
  url,
  app,
}) => {
  const session = await sessionOf(url, app.reader.pin)
  const page = await (await openBrowser({ session, ...wide })).newPage()
  await page.clock.install()
  await watchIntervals(page)
  await page.goto(`/?folder=${app.ids['01 계약']}`)
  await expect(page.locator('.brand')).toHaveText('Data Room')
  await expect(page.locator('.side-room')).toHaveText(`참여 시험 룸룸 번호 ${session.roomNo}`)
  await expect(page.getByText('파일 3개', { exact: true })).toBeVisible()
  await expect(heads(page)).toHaveText(['', '이름', '등록일시', '유형', '크기', '작업'])
  const cells = row(page, '계약서 초안.pdf').getByRole('gridcell')
  await expect(cells.filter({ hasText: MOMENT })).toHaveCount(1)
  await expect(cells.filter({ hasText: /^PDF$/ })).toHaveCount(1)
  await expect(cells.filter({ hasText: /^\d+(\.\d\d)? (Bytes|KB)$/ })).toHaveCount(1)

  await expect(clock(page)).toHaveText(MOMENT)
  const before = await clock(page).textContent()
  await expect.poll(() => intervalsOf(page)).toContain(60_000)
  await page.clock.fastForward(60_000)
  await expect(clock(page)).not.toHaveText(before ?? '')

  expect(await isLetOpenMenu(page.locator('body'))).toBe(false)
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(
    await isLetOpenMenu(page.getByRole('textbox', { name: 'PIN' })),
    'where text is typed',
  ).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
})

test('the operator area: its menu, its bar, its tables, and an empty list of people [operator-area]', async ({
  openBrowser,
  url,
  room,
}) => {
  const session = await sessionOf(url, room.pin, { code: room.code })
  const page = await (await openBrowser({ session, ...wide })).newPage()
  await watchIntervals(page)
  await page.goto('/admin/dashboard')
  await expect(dashboard(page)).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText([
    '대시보드',
    '파일 업로드',
    '새로운 문서',
    '공개 대기',
    '사용자 초대',
    '권한',
    '질의·자료요청',
    '전자서명',
    '활동 내역',
    '휴지통',
    '공개 기록',
    '룸 종료',
  ])
  await expect(page.locator('.side-room')).toHaveText(`시험 룸룸 번호 ${session.roomNo}`)
  await expect(clock(page)).toHaveText(MOMENT)
  await expect.poll(() => intervalsOf(page)).toContain(60_000)
  await expect(page.getByRole('banner').getByRole('link', { name: '사용자 화면' })).toHaveAttribute(
    'href',
    '/',
  )
  await expect(page.getByRole('banner').getByRole('button', { name: '로그아웃' })).toBeVisible()

  await page.getByRole('link', { name: '사용자 초대' }).click()
  await expect(page.getByText('아직 초대한 사용자가 없습니다.')).toBeVisible()
  await expect(heads(page)).toHaveText([
    /^이름/,
    /^등록일시/,
    /^상태/,
    /^인쇄/,
    /^다운로드/,
    /^접근/,
    /^작업/,
  ])
  await expect(page.getByRole('row').last().getByText(MOMENT)).toBeVisible()
  const placeholder = page.locator('.members-placeholder')
  await expect(placeholder).toHaveAttribute('aria-hidden', 'true')
  await expect(placeholder.locator('.members-placeholder-switch')).toHaveCount(3)
  await expect(placeholder.getByRole('switch', { includeHidden: true })).toHaveCount(0)
  await page.getByRole('link', { name: '업로드', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/upload$/)

  await expect(page.getByRole('button', { name: '폴더 만들기' })).toBeVisible()
  await expect(page.getByRole('switch')).toHaveText([/^워터마크/, /^새 문서 알림/])
  await expect(page.getByRole('navigation', { name: '현재 위치' })).toHaveText('바탕화면')
  await fileInput(page, '업로드').setInputFiles([pdf('계약서.pdf', makePdf(1))])
  await expect(row(page, '계약서.pdf')).toBeVisible()
  await expect(heads(page)).toHaveText(['', '이름', '등록일시', '유형', '크기', '상태', '작업'])
  await page.getByRole('link', { name: '사용자 화면' }).click()
  await expect(page).toHaveURL(`${url}/`)
})

test('an upload without enough space shows the reason, and a type that is not printed says so [upload-failed]', async ({
  openBrowser,
  url,
  room,
  strictness,
}) => {
  strictness.expectRefusals(/\/room\/api\/file\/upload$/)
  const session = await sessionOf(url, room.pin, { code: room.code })
  const page = await (await openBrowser({ session, ...wide })).newPage()
  await page.goto('/admin/upload')
  const full = {
    status: 'EXCEPTION',
    code: 'NO_SPACE',
    payload: '저장 공간이 부족합니다. 운영자에게 문의해 주세요.',
  }
  await page.route('**/room/api/file/upload', (route) => route.fulfill({ status: 507, json: full }))
  await fileInput(page, '업로드').setInputFiles([pdf('계약서.pdf', makePdf(1))])
  await expect(message(page).getByRole('heading', { name: 'Error' })).toBeVisible()
  await expect(message(page)).toContainText(
    '파일을 업로드하는 중 오류가 발생했습니다. (저장 공간이 부족합니다. 운영자에게 문의해 주세요.)',
  )
  await answer(page)
  await expect(list(page)).toHaveCount(0)

  await page.unroute('**/room/api/file/upload')
  const hwp = Buffer.from('HWP Document File V3.00 and nothing else')
  await fileInput(page, '업로드').setInputFiles([
    { name: '계약서.hwp', mimeType: 'application/octet-stream', buffer: hwp },
  ])
  await row(page, '계약서.hwp').click({ button: 'right' })
  const print = page.getByRole('menu').getByRole('menuitem', { name: '인쇄' })
  await expect(print).toHaveAccessibleDescription('이미지와 PDF 파일만 인쇄할 수 있습니다.')
  await expect(print).toBeDisabled()
})

test('the screen waits while a person cannot go on, and no longer [screen-waits]', async ({
  page,
  app,
}) => {
  await page.goto('/login')
  const letGo = await hold(page, /\/room\/api\/room\/join$/)
  await page.getByRole('textbox', { name: 'PIN' }).fill(app.reader.pin)
  await page.keyboard.press('Enter')
  const overlay = page.locator('.busy')
  await expect(overlay).toHaveText('불러오는 중…')
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
  letGo()
  await expect(page.getByRole('button', { name: '동의하고 입장' })).toBeVisible()
  await expect(overlay).toHaveCount(0)
})

test('the viewer says that a document or a page is on its way, or could not be had [viewer-states]', async ({
  openBrowser,
  url,
  app,
  strictness,
}) => {
  strictness.expectRefusals(/^\/api\/room\/api\/file\//)
  const session = await sessionOf(url, app.reader.pin)
  const page = await (await openBrowser({ session, ...wide })).newPage()
  const panel = page.getByRole('region', { name: '계약서 초안.pdf', exact: true })
  const open = () =>
    page.goto(`/?folder=${app.ids['01 계약']}&doc=${app.ids['01 계약/계약서 초안.pdf']}`)
  const PREPARE = /\/prepareFile\/\d+$/
  const PAGE = /\/view\/[\w-]+\/pages\/\d+\?/
  const letGo = await hold(page, PREPARE)
  await open()
  await expect(panel.getByRole('status').filter({ hasText: 'PDF를 불러오는 중…' })).toHaveCount(1)
  letGo()
  const image = panel.getByRole('img', { name: '1쪽', exact: true })
  await expect(image).toBeVisible()

  await page.unroute(PREPARE)
  await page.route(PREPARE, (route) =>
    route.fulfill({
      status: 500,
      json: { status: 'EXCEPTION', code: 'INTERNAL', payload: '실패' },
    }),
  )
  await open()
  await expect(panel.getByText('PDF 파일을 불러오지 못했습니다.')).toBeVisible({ timeout: 20_000 })

  await page.unroute(PREPARE)
  await page.route(PAGE, () => undefined)
  await open()
  await expect(panel.getByRole('status').filter({ hasText: '페이지를 불러오는 중…' })).toHaveCount(
    1,
  )
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(PAGE, (route) =>
    route.fulfill({
      status: 422,
      json: { status: 'EXCEPTION', code: 'DOCUMENT_SLOW', payload: '실패' },
    }),
  )
  await open()
  await expect(panel.getByText('페이지를 불러오지 못했습니다.').first()).toBeVisible()

  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/?doc=x')
  await expect(row(page, '안내문.pdf')).toBeVisible()
  await expect(page.locator('.panes-split')).toHaveCount(0)
  await page.goto(`/?folder=${app.ids['01 계약']}&doc=${app.ids['01 계약/계약서 초안.pdf']}&page=0`)
  await expect(panel.getByRole('textbox', { name: /^이동할 쪽/ })).toHaveValue('1')
})
