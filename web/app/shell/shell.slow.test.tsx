import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { atEnd, invite, newRoom, openApp } from '../../test/app.tsx'
import { people } from '../../test/invitation.ts'
import '../../test/locating.ts'

test('each screen begins at its top, wherever the one before was left', async () => {
  await page.viewport(390, 480)
  await openApp('/about')
  const back = page.getByRole('link', { name: '로그인으로' })
  await expect.element(back).toBeInTheDocument()
  back.element().scrollIntoView()
  expect(scrollY).toBeGreaterThan(0)
  await back.click()
  await expect.element(page.getByRole('textbox', { name: 'PIN' })).toBeVisible()
  expect(scrollY).toBe(0)

  const { operator } = await newRoom()
  await page.viewport(1440, 480)
  await openApp('/admin/dashboard', operator)
  const board = page.getByCss('.dashboard')
  await expect.element(page.getByRole('list', { name: '데이터룸 현황' })).toBeVisible()
  board.element().scrollTo(0, board.element().scrollHeight)
  expect(board.element().scrollTop).toBeGreaterThan(0)
  await page.getByRole('navigation').getByRole('link', { name: '사용자 초대' }).click()
  await expect.element(people()).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: '대시보드' }).click()
  await expect.element(page.getByRole('heading', { name: '대시보드', level: 1 })).toBeInViewport()
  expect(board.element().scrollTop).toBe(0)
})

const NOON = new Date('2026-01-15T12:04:30Z')

test('the clock shows date and time of the room, goes on every 60 seconds, and is never read out', async () => {
  const { operator } = await newRoom()
  atEnd(() => void vi.useRealTimers())
  vi.useFakeTimers({
    now: NOON,
    shouldAdvanceTime: true,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  for (const path of ['/', '/admin/invitation']) {
    vi.setSystemTime(NOON)
    await openApp(path, operator)
    const clock = page.getByRole('banner').getByCss('.top-clock')
    await expect.element(clock).toHaveTextContent(/^2026-01-15 오후 09:04$/)
    await expect
      .element(
        page.getByCss('[aria-live] .top-clock, [role=status] .top-clock, [role=timer] .top-clock'),
      )
      .not.toBeInTheDocument()
    await vi.advanceTimersByTimeAsync(60_000)
    await expect.element(clock).toHaveTextContent(/^2026-01-15 오후 09:05$/)
    localStorage.setItem('language', 'en')
    dispatchEvent(new StorageEvent('storage', { key: 'language' }))
    await expect.element(clock).toHaveTextContent(/^2026-01-15 21:05$/)
    localStorage.setItem('language', 'ko')
    dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  }
})

const isPrevented = (target: Element): boolean =>
  !target.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))

test('the browser’s own menu shows in text fields alone', async () => {
  await openApp('/login')
  await expect.element(page.getByRole('textbox', { name: 'PIN' })).toBeVisible()
  expect(isPrevented(page.getByRole('textbox', { name: 'PIN' }).element())).toBe(false)
  expect(isPrevented(page.getByRole('main').element())).toBe(true)
})

test('the menu of the account says who is logged in, leads to what is one’s own, and gives the focus back', async () => {
  const { operator } = await newRoom()
  const { client, email } = await invite(operator)
  await openApp('/', client)
  const account = page.getByRole('button', { name: '내 계정: 이참여' })
  await account.click()
  const menu = page.getByRole('menu')
  await expect.element(page.getByText(email)).toBeVisible()
  await expect.element(menu.getByRole('menuitem', { name: '내 활동' })).toBeVisible()
  await expect.element(menu.getByRole('menuitem', { name: '패스키 관리' })).not.toBeInTheDocument()
  await expect.element(menu.getByRole('menuitemradio', { name: '한국어' })).toBeChecked()
  await menu.getByRole('menuitem', { name: '내 로그인' }).click()
  const dialog = page.getByRole('dialog', { name: '내 로그인' })
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent('현재 로그인')
  await dialog.getByRole('button', { name: '닫기' }).click()
  await expect.element(account).toHaveFocus()
})
