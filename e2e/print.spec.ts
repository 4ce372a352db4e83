import type { Page } from '@playwright/test'
import { story as base, calls, stand } from './filled-room.ts'
import { expect } from './server-fixture.ts'
import { message, row } from './steps.ts'

/**
 * The browser prints in earnest here, without its preview: for want of a window, Chromium without a head crashes over the preview of any PDF
 * in a frame, whoever prints it.
 */
base.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--disable-print-preview'] }),
})
const story = base

const frames = (page: Page) => page.locator('iframe')

/** Counts what is printed, in whatever frame, and lets the browser print it. */
async function watchPrinting(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    const print = window.print.bind(window)
    window.print = () => {
      const top = window.top ?? window
      Reflect.set(top, 'printed', [...(Reflect.get(top, 'printed') ?? []), document.contentType])
      print()
    }
    const create = URL.createObjectURL
    URL.createObjectURL = (made) => {
      Reflect.set(window, 'made', made)
      return create(made)
    }
    const revoke = URL.revokeObjectURL
    URL.revokeObjectURL = (url) => {
      Reflect.set(window, 'revoked', [...(Reflect.get(window, 'revoked') ?? []), url])
      revoke(url)
    }
  })
  await page.reload()
  await stand(page, '안내문.pdf')
}
const printed = (page: Page) => page.evaluate(() => Reflect.get(window, 'printed'))

story('what is printed is the print rendition and nothing else; it is gone once the print window is', async ({ operator: { page } }) => {
  await watchPrinting(page)
  const posts = calls(page, 'POST')
  const answered = page.waitForResponse(/\/room\/api\/file\/load$/)
  await page.keyboard.press('Control+p')
  const rendition = await answered
  await expect.poll(() => printed(page)).toEqual(['application/pdf'])
  expect(posts.filter((path) => path.includes('/file/'))).toEqual(['/api/room/api/file/load'])
  expect(rendition.request().postDataJSON()).toMatchObject({ type: 2 })
  const url = (await frames(page).getAttribute('src')) ?? ''
  expect(url).toMatch(/^blob:/)
  const bytes = Buffer.from(await page.evaluate(async () => [...new Uint8Array(await Reflect.get(window, 'made').arrayBuffer())]))
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.includes('/Font'), 'pages as images, the mark in them').toBe(false)

  await expect(row(page, '안내문.pdf')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(row(page, '확인서.pdf')).toBeFocused()
  await expect(frames(page), 'the window may still be opening').toHaveCount(1)
  await page.clock.fastForward('00:31')
  await page.keyboard.press('ArrowUp')
  await expect(frames(page)).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'revoked'))).toContain(url)

  await page.keyboard.press('Control+p')
  await expect.poll(() => printed(page)).toHaveLength(2)
  await page.getByRole('button', { name: '로그아웃' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(frames(page)).toHaveCount(0)
})

story('where the browser keeps the print window from opening it is told, and nothing is left', async ({ operator: { page } }) => {
  await page.addInitScript(() => {
    window.print = () => {
      throw new Error('blocked')
    }
  })
  await page.reload()
  await stand(page, '안내문.pdf')
  await page.keyboard.press('Control+p')
  await expect(message(page)).toContainText('팝업이 차단되어 인쇄 창을 열지 못했습니다.')
  await expect(frames(page)).toHaveCount(0)
})
