import type { Page } from '@playwright/test'
import { sessionOf } from '../support/furnished-room.ts'
import { expect, test } from '../support/server-fixture.ts'
import { focused, message } from '../support/steps.ts'

const WARNING = /\d+초 뒤 자동으로 로그아웃됩니다\. 계속 이용하시겠습니까\?/

function signsOfLife(page: Page): string[] {
  const seen: string[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/room/alive') && response.ok()) seen.push(response.url())
  })
  return seen
}

const story = test.extend<{ reader: Page }>({
  reader: async ({ openBrowser, url, app }, use) => {
    const page = await (
      await openBrowser({ session: await sessionOf(url, app.reader.pin) })
    ).newPage()
    await page.clock.install()
    await page.goto('/')
    await expect(page.getByRole('grid')).toContainText('안내문.pdf')
    await use(page)
  },
})

story(
  'two minutes before the end a warning asks; who stays is asked again only after as long [idle-warned]',
  async ({ reader: page }) => {
    const alive = signsOfLife(page)
    await page.clock.fastForward('27:50')
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(message(page)).toHaveCount(0)
    await page.clock.fastForward('00:15')
    await expect(message(page)).toContainText(WARNING)
    await expect(focused(page)).toHaveText('계속 이용')
    await page.mouse.move(10, 10)
    await page.mouse.move(200, 200)
    expect(alive).toEqual([])

    await page.keyboard.press('Enter')
    await expect(message(page)).toHaveCount(0)
    await expect.poll(() => alive.length).toBe(1)
    await page.clock.fastForward('27:30')
    await expect(message(page)).toHaveCount(0)
    await page.clock.fastForward('00:40')
    await expect(message(page)).toContainText(WARNING)
  },
)

story(
  'an idle person is logged out, sees why, and leaves nothing on the screen [idle-ended]',
  async ({ reader: page, strictness }) => {
    strictness.expectRefusals(/^\/api\/room\//)
    const other = await page.context().newPage()
    await other.goto('/about')
    await page.clock.fastForward('29:00')
    await expect(message(page)).toContainText(WARNING)
    await page.clock.fastForward('01:05')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('30분 동안 사용하지 않아 로그아웃되었습니다.')).toBeVisible()
    await expect(message(page)).toHaveCount(0)
    await expect(page.getByText('안내문.pdf')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('session'))).toBeNull()
    await other.goto('/')
    await expect(other).toHaveURL(/\/login$/)
  },
)

story(
  'input between keeps the session without a question [idle-kept]',
  async ({ reader: page }) => {
    const alive = signsOfLife(page)
    await page.clock.fastForward('20:00')
    await page.mouse.move(10, 10)
    await page.mouse.move(300, 300)
    await expect.poll(() => alive.length).toBe(1)
    await page.clock.fastForward('20:00')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => alive.length).toBe(2)
    await expect(message(page)).toHaveCount(0)
    await expect(page.getByRole('grid')).toBeVisible()
  },
)
