import type { Locator, Page } from '@playwright/test'
import { enterAsOperator } from '../server/test/server-process.ts'
import { sessionOf } from './house.ts'
import { people, person } from './invitation.ts'
import { expect, test } from './server-fixture.ts'
import { dashboard, message, row } from './steps.ts'

/** Goes to an address as Back and Forward do: without loading the page anew. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

const notFound = (page: Page): Locator => page.getByRole('heading', { name: '페이지를 찾을 수 없습니다.' })

test('an unknown address that is followed without a reload says so, breaks nothing, and leads home, logged in or not', async ({
  page,
  url,
  house,
  openBrowser,
}) => {
  await page.goto('/login')
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeVisible()
  await follow(page, '/no/such/place')
  await expect(notFound(page)).toBeVisible()
  await page.getByRole('link', { name: '처음으로' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeVisible()

  const reader = await (await openBrowser({ session: await sessionOf(url, house.reader.pin) })).newPage()
  await reader.goto('/')
  await expect(row(reader, '안내문.pdf')).toBeVisible()
  await follow(reader, '/admin/nothing')
  await expect(notFound(reader)).toBeVisible()
  await expect(reader).toHaveTitle('404 - Data Room')
  await reader.getByRole('link', { name: '처음으로' }).click()
  await expect(row(reader, '안내문.pdf')).toBeVisible()
  await expect(message(reader)).toHaveCount(0)
})

test('each screen begins at its top, wherever the one before was left', async ({ page, url, house, openBrowser }) => {
  await page.setViewportSize({ width: 390, height: 480 })
  await page.goto('/about')
  await page.getByRole('link', { name: '로그인으로' }).scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.getByRole('link', { name: '로그인으로' }).click()
  await expect(page.getByRole('textbox', { name: 'PIN' })).toBeVisible()
  expect(await page.evaluate(() => scrollY)).toBe(0)

  const session = await sessionOf(url, house.room.pin, { code: house.room.code })
  const operator = await (await openBrowser({ session, viewport: { width: 1440, height: 480 } })).newPage()
  await operator.goto('/admin/dashboard')
  const board = operator.locator('.dashboard')
  await expect(operator.getByRole('list', { name: '데이터룸 현황' })).toBeVisible()
  await board.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  expect(await board.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  await operator.getByRole('navigation').getByRole('link', { name: '사용자 초대' }).click()
  await expect(people(operator)).toBeVisible()
  await operator.getByRole('navigation').getByRole('link', { name: '대시보드' }).click()
  await expect(dashboard(operator)).toBeInViewport()
  expect(await board.evaluate(({ scrollTop }) => scrollTop)).toBe(0)
})

test('the clock shows date and time of the room, goes on every 60 seconds, and is never read out', async ({ url, house, openBrowser }) => {
  const session = await sessionOf(url, house.room.pin, { code: house.room.code })
  const context = await openBrowser({ session, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.clock.install({ time: new Date('2026-01-15T12:04:30Z') })
  for (const path of ['/', '/admin/invitation']) {
    await page.clock.setSystemTime(new Date('2026-01-15T12:04:30Z'))
    await page.goto(path)
    const clock = page.getByRole('banner').locator('.top-clock')
    await expect(clock).toHaveText('2026-01-15 오후 09:04')
    await expect(page.locator('[aria-live], [role=status], [role=timer]').locator('.top-clock')).toHaveCount(0)
    await page.clock.fastForward(60_000)
    await expect(clock).toHaveText('2026-01-15 오후 09:05')
    await page.evaluate(() => {
      localStorage.setItem('language', 'en')
      dispatchEvent(new StorageEvent('storage', { key: 'language' }))
    })
    await expect(clock).toHaveText('2026-01-15 21:05')
    await page.evaluate(() => localStorage.setItem('language', 'ko'))
  }
})

const isPrevented = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => !element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))

test('the browser’s own menu shows in text fields alone; a person’s menu answers the other button, the menu key, a long press and ⋯', async ({
  page: entrance,
  url,
  room,
  openBrowser,
}) => {
  await entrance.goto('/login')
  expect(await isPrevented(entrance.getByRole('textbox', { name: 'PIN' }))).toBe(false)
  expect(await isPrevented(entrance.getByRole('main'))).toBe(true)

  const email = `menu.${room.roomNo}@finish.example`
  await (await enterAsOperator(url, room)).invite([{ name: '이참여', email }])
  const session = await sessionOf(url, room.pin, { code: room.code })
  const page = await (await openBrowser({ session, viewport: { width: 1440, height: 900 } })).newPage()
  await page.goto('/admin/invitation')
  const menu = page.getByRole('menu', { name: '이참여 작업' })
  const button = page.getByRole('button', { name: '이참여 작업' })
  const isOpen = async () => {
    await expect(menu.getByRole('menuitem', { name: '이 사용자로 보기' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
  }
  const name = person(page, email).getByText('이참여', { exact: true })
  await name.click({ button: 'right', position: { x: 4, y: 4 } })
  const [at, pointed] = [await menu.boundingBox(), await name.boundingBox()]
  expect(Math.abs((at?.x ?? 0) - (pointed?.x ?? 0))).toBeLessThan(40)
  await isOpen()
  await person(page, email).getByRole('switch').first().focus()
  await page.keyboard.press('Shift+F10')
  await isOpen()
  await name.dispatchEvent('pointerdown', { pointerType: 'touch', isPrimary: true, clientX: 400, clientY: 200, bubbles: true })
  await isOpen()
  await button.click()
  await isOpen()
  await expect(button).toBeFocused()
})
