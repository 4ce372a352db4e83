import { clipboard, drawn, setClipboard, story, word } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'
import { answer, message } from '../support/steps.ts'

story(
  'all that is selected is the document, copied in the order of its pages, and given up by a press',
  async ({ reading }) => {
    const { operator, page, show } = reading
    await operator.viewing({ selection: true })
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await expect(word(panel, 'Share')).toBeAttached()
    await panel.getByRole('region', { name: '페이지' }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    await expect(page.getByText('문서의 텍스트를 모두 복사했습니다.')).toBeVisible()
    const whole = [1, 2, 3]
      .map((number) => `Share purchase agreement ${number}\nbetween seller and buyer`)
      .join('\n\n')
    expect(await clipboard(page)).toBe(whole)

    await setClipboard(page, 'before')
    await word(panel, 'purchase').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '복사' }).click()
    await expect.poll(() => clipboard(page)).toBe(whole)

    await setClipboard(page, 'before')
    await panel
      .getByRole('img', { name: '1쪽', exact: true })
      .click({ position: { x: 20, y: 200 }, force: true })
    await page.keyboard.press('Control+c')
    expect(await clipboard(page)).toBe('before')
  },
)

story(
  'of a long document the first pages are copied, and it says how far',
  async ({ reading, strictness }) => {
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
    await expect(
      page.getByText('전체 2,000쪽 가운데 1~100쪽의 텍스트를 복사했습니다.'),
    ).toBeVisible({ timeout: 45_000 })
    const copied = await clipboard(page)
    expect(copied).toMatch(/page 100\b/i)
    expect(copied).not.toMatch(/page 101\b/i)
    expect(asked.some((url) => url.includes('/pages/101/'))).toBe(false)

    strictness.expectRefusals(/\/pages\/90\/text$/)
    await setClipboard(page, 'before')
    await page.route('**/pages/90/text', (route) => route.abort())
    await page.keyboard.press('Control+c')
    await expect(page.getByText('문서의 텍스트를 복사하지 못했습니다.')).toBeVisible({
      timeout: 45_000,
    })
    expect(await clipboard(page)).toBe('before')
  },
)

story(
  'words are found without the text, in a long document from where the reader is',
  async ({ reading: { page, show } }) => {
    story.setTimeout(240_000)
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
    // The search reads all 2,000 pages, so its time varies.
    await expect(panel.getByRole('search').getByRole('status')).toHaveText(
      '찾은 내용이 없습니다.',
      { timeout: 150_000 },
    )
    await expect(mark).toHaveCount(0)
    await expect(panel.getByRole('button', { name: '다음 찾기' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await field.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(panel).toBeVisible()
    await expect(panel.getByRole('region', { name: '페이지' })).toBeFocused()
  },
)

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

story(
  'links lead within the document at once, and out of it after a question',
  async ({ reading: { page, show, ids }, url }) => {
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
    expect(await other.evaluate(() => [window.opener === null, document.referrer])).toEqual([
      true,
      '',
    ])
    expect(new URL(page.url()).searchParams.get('doc')).toBe(String(ids['계약서.pdf']))
  },
)
