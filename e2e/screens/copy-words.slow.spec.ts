import {
  clipboard,
  drawn,
  selectBetween,
  setClipboard,
  story,
  word,
} from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'

story(
  'where the room allows it, words are selected over lines and copied as they are read',
  async ({ reading }) => {
    const { operator, page, show } = reading
    await operator.viewing({ selection: true })
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    await expect(word(panel.locator('.viewer-sheet').first(), 'Share')).toBeAttached()
    await selectBetween(page, word(panel, 'purchase'), word(panel, 'seller'))
    await page.keyboard.press('Control+c')
    await expect.poll(() => clipboard(page)).toBe('purchase agreement 1\nbetween seller')

    const empty = panel.getByRole('img', { name: '1쪽', exact: true })
    await empty.hover({ position: { x: 20, y: 200 }, force: true })
    await page.mouse.down()
    await page.mouse.move(700, 700, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.isCollapsed ?? true)).toBe(true)
    await expect(panel.getByRole('region', { name: '페이지' })).toBeFocused()
    await selectBetween(page, word(panel, 'purchase'), word(panel, 'seller'))

    const sheet = (await panel.locator('.viewer-sheet').first().boundingBox()) ?? {
      x: 0,
      y: 0,
      width: 1,
    }
    const share = (await word(panel, 'Share').boundingBox()) ?? { x: 0, y: 0 }
    expect((share.x - sheet.x) / (sheet.width / 595)).toBeCloseTo(72, -1)
    expect((share.y - sheet.y) / (sheet.width / 595)).toBeCloseTo(100, -1)

    await word(panel, 'purchase').click({ button: 'right' })
    await page.getByRole('menuitem', { name: '복사' }).click()
    expect(await clipboard(page)).toBe('purchase agreement 1\nbetween seller')

    await operator.viewing({ selection: false })
    await expect(word(panel, 'Share')).toHaveCount(0)
  },
)

story(
  'where it does not, the browser has no text, and copying gives nothing',
  async ({ reading: { page, show } }) => {
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
  },
)

story(
  'a person with the text for a screen reader hears it and cannot select it',
  async ({ reading }) => {
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
  },
)

story(
  'hits follow each other by Enter, back by Shift+Enter, around the ends',
  async ({ reading: { page, show } }) => {
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
  },
)
