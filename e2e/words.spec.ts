import type { Page } from '@playwright/test'
import { drawn, selectBetween, story, word } from './reading-room.ts'
import { expect } from './server-fixture.ts'
import { answer, message } from './steps.ts'

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const setClipboard = (page: Page, text: string) => page.evaluate((value) => navigator.clipboard.writeText(value), text)

story('where the room allows it, words are selected over lines and copied as they are read', async ({ reading }) => {
  const { operator, page, show } = reading
  await operator.viewing({ selection: true })
  const panel = await show('계약서.pdf')
  await drawn(panel, 1)
  // The words of the page that is seen, which may come after those of the next.
  await expect(word(panel.locator('.viewer-sheet').first(), 'Share')).toBeAttached()
  await selectBetween(page, word(panel, 'purchase'), word(panel, 'seller'))
  await page.keyboard.press('Control+c')
  await expect.poll(() => clipboard(page)).toBe('purchase agreement 1\nbetween seller')

  // From an empty place nothing is selected, and what was is given up.
  const empty = panel.getByRole('img', { name: '1쪽', exact: true })
  await empty.hover({ position: { x: 20, y: 200 }, force: true })
  await page.mouse.down()
  await page.mouse.move(700, 700, { steps: 4 })
  await page.mouse.up()
  expect(await page.evaluate(() => getSelection()?.isCollapsed ?? true)).toBe(true)
  await expect(panel.getByRole('region', { name: '페이지' })).toBeFocused()
  await selectBetween(page, word(panel, 'purchase'), word(panel, 'seller'))

  // The words lie where they are drawn.
  const sheet = (await panel.locator('.viewer-sheet').first().boundingBox()) ?? { x: 0, y: 0, width: 1 }
  const share = (await word(panel, 'Share').boundingBox()) ?? { x: 0, y: 0 }
  expect((share.x - sheet.x) / (sheet.width / 595)).toBeCloseTo(72, -1)
  expect((share.y - sheet.y) / (sheet.width / 595)).toBeCloseTo(100, -1)

  await word(panel, 'purchase').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '복사' }).click()
  expect(await clipboard(page)).toBe('purchase agreement 1\nbetween seller')

  // Taken away while reading: the words go without a reload.
  await operator.viewing({ selection: false })
  await expect(word(panel, 'Share')).toHaveCount(0)
})

story('all that is selected is the document, copied in the order of its pages, and given up by a press', async ({ reading }) => {
  const { operator, page, show } = reading
  await operator.viewing({ selection: true })
  const panel = await show('계약서.pdf')
  await drawn(panel, 1)
  await expect(word(panel, 'Share')).toBeAttached()
  await panel.getByRole('region', { name: '페이지' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  await expect(page.getByText('문서의 텍스트를 모두 복사했습니다.')).toBeVisible()
  const whole = [1, 2, 3].map((number) => `Share purchase agreement ${number}\nbetween seller and buyer`).join('\n\n')
  expect(await clipboard(page)).toBe(whole)

  // By the menu as well, which would not offer it otherwise.
  await setClipboard(page, 'before')
  await word(panel, 'purchase').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '복사' }).click()
  await expect.poll(() => clipboard(page)).toBe(whole)

  await setClipboard(page, 'before')
  await panel.getByRole('img', { name: '1쪽', exact: true }).click({ position: { x: 20, y: 200 }, force: true })
  await page.keyboard.press('Control+c')
  expect(await clipboard(page)).toBe('before')
})

story('of a long document the first pages are copied, and it says how far', async ({ reading, strictness }) => {
  story.setTimeout(150_000)
  const { operator, page, show } = reading
  await operator.viewing({ selection: true })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/text')) asked.push(request.url())
  })
  const panel = await show('총람.pdf')
  await drawn(panel, 1)
  await panel.getByRole('region', { name: '페이지' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  // A hundred pages are read for it, one after the other.
  await expect(page.getByText('전체 2,000쪽 가운데 1~100쪽의 텍스트를 복사했습니다.')).toBeVisible({ timeout: 45_000 })
  const copied = await clipboard(page)
  expect(copied).toMatch(/page 100\b/i)
  expect(copied).not.toMatch(/page 101\b/i)
  expect(asked.some((url) => url.includes('/pages/101/'))).toBe(false)

  // A page that cannot be had: nothing is passed off as the whole.
  strictness.expectRefusals(/\/pages\/90\/text$/)
  await setClipboard(page, 'before')
  await page.route('**/pages/90/text', (route) => route.abort())
  await page.keyboard.press('Control+c')
  await expect(page.getByText('문서의 텍스트를 복사하지 못했습니다.')).toBeVisible({ timeout: 45_000 })
  expect(await clipboard(page)).toBe('before')
})

story('where it does not, the browser has no text, and copying gives nothing', async ({ reading: { page, show } }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/text')) asked.push(request.url())
  })
  const panel = await show('계약서.pdf')
  await drawn(panel, 1)
  await setClipboard(page, 'before')
  await panel.getByRole('region', { name: '페이지' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  expect(await clipboard(page)).toBe('before')
  await expect(panel.locator('.viewer-text')).toHaveCount(0)
  expect(asked).toEqual([])
})

story('a person with the text for a screen reader hears it and cannot select it', async ({ reading }) => {
  const { operator, readerId, page, show } = reading
  await operator.setRight(readerId, 'text', true)
  const panel = await show('계약서.pdf')
  await drawn(panel, 1)
  await expect(word(panel, 'Share')).toBeAttached()
  await expect(panel.getByRole('list').first()).toMatchAriaSnapshot(`
    - list:
      - listitem:
        - img "1쪽"
        - text: Share purchase agreement 1 between seller and buyer
  `)
  await setClipboard(page, 'before')
  await selectBetween(page, word(panel, 'Share'), word(panel, 'buyer'))
  await page.keyboard.press('Control+c')
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+c')
  expect(await clipboard(page)).toBe('before')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
})

story('words are found without the text, in a long document from where the reader is', async ({ reading: { page, show } }) => {
  const panel = await show('총람.pdf')
  await drawn(panel, 1)
  const position = panel.getByRole('textbox', { name: /^이동할 쪽/ })
  await position.fill('1500')
  await position.press('Enter')
  await drawn(panel, 1_500)
  const pieces: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname.endsWith('/find')) pieces.push(searchParams.get('from') ?? '')
  })
  await panel.getByRole('region', { name: '페이지' }).focus()
  await page.keyboard.press('Control+f')
  const field = panel.getByRole('searchbox', { name: '찾을 내용' })
  await expect(field).toBeFocused()
  await field.fill('page 1503')
  await expect(panel.getByRole('search').getByRole('status')).toHaveText(/^1 \/ 1…?$/)
  await expect(position).toHaveValue('1503')
  expect(pieces[0]).toBe('1481')
  const mark = panel.locator('.viewer-hit[data-current]')
  await expect(mark).toBeVisible()
  await expect(mark).toBeInViewport()

  await field.fill('nowhere to be found')
  // All 2,000 pages are searched for that.
  await expect(panel.getByRole('search').getByRole('status')).toHaveText('찾은 내용이 없습니다.', { timeout: 30_000 })
  await expect(mark).toHaveCount(0)
  await expect(panel.getByRole('button', { name: '다음 찾기' })).toHaveAttribute('aria-disabled', 'true')
  await field.press('Escape')
  await expect(field).toHaveCount(0)
  await expect(panel).toBeVisible()
  await expect(panel.getByRole('region', { name: '페이지' })).toBeFocused()
})

story('hits follow each other by Enter, back by Shift+Enter, around the ends', async ({ reading: { page, show } }) => {
  const panel = await show('계약서.pdf')
  await drawn(panel, 1)
  await panel.getByRole('button', { name: '문서에서 찾기' }).click()
  const field = panel.getByRole('searchbox', { name: '찾을 내용' })
  await field.fill('SELLER')
  const state = panel.getByRole('search').getByRole('status')
  await expect(state).toHaveText('1 / 3')
  await page.keyboard.press('Enter')
  await expect(state).toHaveText('2 / 3')
  await drawn(panel, 2)
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(state).toHaveText('3 / 3')
})

story('a search that goes on is stopped with its bar', async ({ reading: { page, show } }) => {
  await page.route('**/find?*', () => undefined)
  const panel = await show('총람.pdf')
  await drawn(panel, 1)
  await panel.getByRole('button', { name: '문서에서 찾기' }).click()
  const asking = page.waitForRequest((request) => request.url().includes('/find?'))
  await panel.getByRole('searchbox').fill('word')
  const broken = page.waitForEvent('requestfailed', (request) => request.url().includes('/find?'))
  await asking
  await expect(panel.getByRole('search').getByRole('status')).toHaveText('찾는 중 0%')
  await panel.getByRole('button', { name: '찾기 닫기' }).click()
  await broken
})

story('links lead within the document at once, and out of it after a question', async ({ reading: { page, show, ids }, url }) => {
  const panel = await show('계약서.pdf')
  await drawn(panel, 1)
  await panel.getByRole('button', { name: '3쪽으로 이동' }).click()
  await expect(panel.getByRole('textbox', { name: /^이동할 쪽/ })).toHaveValue('3')
  await panel.getByRole('region', { name: '페이지' }).focus()
  await page.keyboard.press('Home')
  const outward = panel.getByRole('button', { name: `외부 링크: ${url}/about` })
  await outward.click()
  await expect(message(page)).toContainText(`${url}/about`)
  await answer(page, '취소')
  expect(page.context().pages()).toHaveLength(1)
  await outward.click()
  const opened = page.context().waitForEvent('page')
  await answer(page, '열기')
  const other = await opened
  await expect(other).toHaveURL(/\/about$/)
  expect(await other.evaluate(() => [window.opener === null, document.referrer])).toEqual([true, ''])
  expect(new URL(page.url()).searchParams.get('doc')).toBe(String(ids['계약서.pdf']))
})
