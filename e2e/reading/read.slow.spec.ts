import type { Page } from '@playwright/test'
import { unknownLetters } from '../../server/test/fixtures/unembedded.ts'
import { drawn, LONG_PAGES, story } from '../support/reading-room.ts'
import { expect } from '../support/server-fixture.ts'
import { row } from '../support/steps.ts'

const separator = (page: Page) => page.getByRole('separator', { name: '미리보기 너비 조절' })
const share = async (page: Page) => Number(await separator(page).getAttribute('aria-valuenow'))

story(
  'the edge of the preview is moved by pointer and key, remembered, goes back [panel-width]',
  async ({ reading: { page, show } }) => {
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    expect(await share(page)).toBe(42)
    const edge = await separator(page).boundingBox()
    await page.mouse.move((edge?.x ?? 0) + 4, 400)
    await page.mouse.down()
    await page.mouse.move((edge?.x ?? 0) - 116, 400, { steps: 4 })
    await page.mouse.up()
    const moved = await share(page)
    expect(moved).toBeGreaterThan(48)
    await expect(row(page, '계약서.pdf')).toBeVisible()

    await page.reload()
    await drawn(panel, 1)
    expect(await share(page)).toBe(moved)
    await separator(page).focus()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => share(page)).toBe(moved + 2)
    await page.keyboard.press('End')
    await expect.poll(() => share(page)).toBe(70)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => share(page)).toBe(70)
    await separator(page).dblclick()
    await expect.poll(() => share(page)).toBe(42)
  },
)

story(
  'of 2,000 pages the one that is asked for is shown, and its thumbnail [thumbnail-width]',
  async ({ reading: { page, show } }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const number = /\/pages\/(\d+)\?/.exec(request.url())?.[1]
      if (number !== undefined) asked.push(number)
    })
    const panel = await show('총람.pdf')
    await drawn(panel, 1)
    const position = panel.getByRole('textbox', { name: `이동할 쪽 (전체 ${LONG_PAGES}쪽)` })
    await position.fill('1500')
    await position.press('Enter')
    await drawn(panel, 1_500)
    await expect(position).toHaveValue('1500')
    const thumbnails = panel.getByRole('listbox', { name: '썸네일' })
    await expect(thumbnails).toHaveCount(0)
    await panel.getByRole('button', { name: '썸네일' }).click()
    const current = thumbnails.getByRole('option', { name: '1500쪽', exact: true })
    await expect(current).toHaveAttribute('aria-selected', 'true')
    await expect
      .poll(() => current.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    expect((await current.locator('.viewer-thumbnail-paper').boundingBox())?.width).toBe(114)
    expect(await thumbnails.getByRole('option').count()).toBeLessThan(30)
    expect(asked.filter((number) => Number(number) > 100 && Number(number) < 1_400)).toEqual([])

    await panel.getByRole('region', { name: '페이지' }).focus()
    await page.keyboard.press('PageDown')
    await expect(position).toHaveValue('1501')
    await page.keyboard.press('End')
    await drawn(panel, LONG_PAGES)
    await page.keyboard.press('Home')
    await drawn(panel, 1)
  },
)

story(
  'pages fit to width or window, and turn for as long as the document is open [pages-fit]',
  async ({ reading: { page, show } }) => {
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    const view = panel.getByRole('button', { name: /^\d+% 보기$/ })
    const choose = async (name: string) => {
      await view.click()
      await page.getByRole('menuitem', { name, exact: true }).click()
    }
    const sheet = panel.locator('.viewer-sheet').first()
    const size = async () => (await sheet.boundingBox()) ?? { width: 0, height: 0 }
    const upright = await size()
    expect(upright.height).toBeGreaterThan(upright.width)

    await choose('한 화면에 맞춤')
    const pages = (await panel.getByRole('region', { name: '페이지' }).boundingBox())?.height ?? 0
    await expect.poll(async () => (await size()).height).toBeLessThanOrEqual(pages)
    await page.keyboard.press('Control+0')
    await expect.poll(async () => (await size()).width).toBe(upright.width)

    await choose('오른쪽으로 회전')
    await expect.poll(async () => (await size()).height).toBeLessThan(upright.width)
    expect((await size()).width).toBe(upright.width)
    await drawn(panel, 1)
    await page.reload()
    await drawn(panel, 1)
    await expect.poll(async () => (await size()).height).toBe(upright.height)
  },
)

story(
  'pages have a menu of their own, and no image can be dragged away',
  async ({ reading: { page, show } }) => {
    const panel = await show('계약서.pdf')
    await drawn(panel, 1)
    const image = panel.getByRole('img', { name: '1쪽', exact: true })
    await image.click({ button: 'right', position: { x: 100, y: 300 } })
    const menu = page.getByRole('menu')
    await expect(menu.getByRole('menuitem', { name: '문서에서 찾기' })).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: '복사' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await panel.getByRole('region', { name: '페이지' }).focus()
    await page.keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
    await page.keyboard.press('Escape')

    const isAllowed = (name: string) =>
      image.evaluate(
        (element, type) =>
          element.dispatchEvent(new Event(type, { bubbles: true, cancelable: true })),
        name,
      )
    expect(await isAllowed('dragstart')).toBe(false)
    expect(await isAllowed('contextmenu')).toBe(false)
  },
)

story(
  'the place of the own signature is there, and empty [signature-place]',
  async ({ reading: { show } }) => {
    const panel = await show('계약서.pdf')
    const thumbnails = panel.getByRole('listbox', { name: '썸네일' })
    if ((await thumbnails.count()) === 0)
      await panel.getByRole('button', { name: '썸네일' }).click()
    const box = panel.getByRole('region', { name: '내 서명' })
    await expect(box).toContainText('서명 없음')
    await expect(box).toContainText('도장 없음')
  },
)

story(
  'pages whose fonts are not in the file are named, since their letters may be others',
  async ({ reading }) => {
    const { operator, page, show } = reading
    const id = await operator.put('글꼴 없음.pdf', unknownLetters('595 842'))
    await page.goto(`/?doc=${id}`)
    const panel = page.getByRole('region', { name: '글꼴 없음.pdf', exact: true })
    await drawn(panel, 1)
    const note = panel.getByText('파일에 글꼴이 없는 쪽: 1. 글자와 숫자가 원본과 다를 수 있습니다.')
    await expect(note).toBeVisible()
    const [above, sheet] = [
      await note.boundingBox(),
      await panel.locator('.viewer-sheet').boundingBox(),
    ]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(sheet?.y ?? 0)

    const carried = await show('계약서.pdf')
    await drawn(carried, 1)
    await expect(carried.locator('.viewer-link')).toHaveCount(2)
    await expect(carried.getByText('글꼴')).toHaveCount(0)
  },
)
