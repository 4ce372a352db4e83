import type { Locator, Page } from '@playwright/test'
import { STAMP_TYPES } from '../contract/features/composed.ts'
import { compose, given, stampPng } from '../server/test/composing.ts'
import { makePdf } from '../server/test/make-pdf.ts'
import { drawn, edit, NAME, saved, sheet, signBox, story, tool } from './composing-room.ts'
import { expect } from './server-fixture.ts'
import { hold } from './steps.ts'

const SOURCE = /\/esign\/api\/compose\/source\/\d+(?=$|\?)/

const menu = (page: Page): Locator => page.getByRole('complementary', { name: '문서 작성 메뉴' })
const preview = (page: Page): Locator => page.getByRole('complementary', { name: `${NAME} 미리보기` })
const editor = (page: Page): Locator => page.locator('.editor')
const choose = (page: Page): Promise<void> => menu(page).getByRole('button', { name: NAME }).click()

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

/** Scrolls a column of pages until so much of the first page, as a share of its height, is above its upper edge. */
async function scrollPast(column: Locator, first: Locator, share: number): Promise<void> {
  const [shown, around] = [await boxOf(first), await boxOf(column)]
  const by = shown.y - around.y + shown.height * share
  await column.evaluate((element, top) => element.scrollBy({ top, behavior: 'instant' }), by)
}

story(
  'the menu is 30rem wide, and a preview of 42 % beside the work comes with a document and goes with the address [compose-layout]',
  async ({ author }) => {
    await author.draft()
    const page = await author.open()
    await page.goto('/compose')
    const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
    expect((await boxOf(menu(page))).width / rem).toBe(30)
    await expect(page.getByRole('banner').getByRole('button', { name: '문서 작성' })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('서명이 끝난 문서는 봉인되어 보관됩니다.')
    await expect(page.getByRole('main')).toContainText('문서를 선택하거나 PDF를 올려 주세요.')
    await expect(preview(page)).toHaveCount(0)

    await choose(page)
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
    await expect(preview(page)).toBeVisible()
    const { x, width } = await boxOf(preview(page))
    expect((100 * width) / 1440).toBeCloseTo(42, 1)
    expect(x + width).toBeCloseTo(1440, 0)
    await page.goBack()
    await expect(page).toHaveURL(/\/compose$/)
    await expect(preview(page)).toHaveCount(0)
    await page.goForward()
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
    await expect(preview(page)).toHaveCount(0)

    await choose(page)
    await preview(page).getByRole('button', { name: '미리보기 닫기' }).click()
    await expect(preview(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: NAME })).toBeVisible()

    await page.setViewportSize({ width: 900, height: 900 })
    await expect(menu(page)).toHaveCount(0)
    await page.getByRole('button', { name: '메뉴 열기' }).click()
    await page.getByRole('dialog', { name: '문서 작성 메뉴' }).getByRole('button', { name: NAME }).click()
    await expect(preview(page)).toBeVisible()
    const [over, work] = [await boxOf(preview(page)), await boxOf(page.getByRole('main'))]
    expect(over.x + over.width).toBe(900)
    expect(over.x).toBeLessThan(work.x + work.width)
  },
)

story('dots lead smoothly to pages, show them 114 wide, and tell which page is the current one [compose-dots]', async ({ author }) => {
  await author.draft()
  const page = await author.open()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const scrollTo = Element.prototype.scrollTo
    const behaviors: unknown[] = []
    Object.assign(window, { behaviors })
    Element.prototype.scrollTo = function (this: Element, ...how: unknown[]) {
      for (const each of how) if (typeof each === 'object' && each !== null) behaviors.push(Reflect.get(each, 'behavior'))
      Reflect.apply(scrollTo, this, how)
    }
  })
  await page.goto('/compose')
  await choose(page)
  const dot = (number: number) =>
    preview(page)
      .getByRole('navigation', { name: '썸네일' })
      .getByRole('button', { name: `${number}쪽` })
  await expect(dot(1)).toHaveAttribute('aria-current', 'page')
  await dot(2).hover()
  const thumbnail = preview(page).locator('.preview-thumbnail canvas')
  await expect(thumbnail).toBeVisible()
  expect((await boxOf(thumbnail)).width).toBe(114)
  expect(await page.evaluate(() => Reflect.get(window, 'behaviors'))).not.toContain('smooth')
  await dot(3).click()
  expect(await page.evaluate(() => Reflect.get(window, 'behaviors'))).toContain('smooth')
  await expect(dot(3)).toHaveAttribute('aria-current', 'page')
  await expect(dot(1)).not.toHaveAttribute('aria-current')

  await dot(1).click()
  await expect(dot(1)).toHaveAttribute('aria-current', 'page')
  const column = preview(page).getByRole('region', { name: '문서 쪽' })
  const first = preview(page).getByRole('region', { name: '1쪽', exact: true })
  await expect(first).toBeVisible()
  await expect.poll(() => column.evaluate(({ scrollTop }) => scrollTop)).toBeLessThan(17)
  await scrollPast(column, first, 0.5 - 0.02)
  await expect(dot(1)).toHaveAttribute('aria-current', 'page')
  await scrollPast(column, first, 0.5 + 0.02)
  await expect(dot(2)).toHaveAttribute('aria-current', 'page')
})

story(
  'the pages of the editor have the height of the window less 120, zoom from 0.5 to 3 by 0.1 and fit; the foot tells file and page [compose-editor]',
  async ({ author }) => {
    const { templateId } = await author.draft()
    const page = await author.open()
    await edit(page, templateId)
    await expect(editor(page)).toHaveAttribute('data-status', 'DRAFT')
    for (const height of [900, 700]) {
      await page.setViewportSize({ width: 1440, height })
      await expect.poll(async () => (await boxOf(page.getByRole('main'))).height).toBe(height - 120)
    }
    const foot = page.getByRole('contentinfo')
    await expect(foot).toContainText('계약서.pdf')
    await expect(foot).toContainText('1 / 3쪽')

    const percent = foot.locator('.zoom-percent')
    await expect(percent).toHaveText('100%')
    const press = async (name: string, times: number) => {
      await foot.getByRole('button', { name }).focus()
      for (let time = 0; time < times; time += 1) await page.keyboard.press('Enter')
    }
    await press('확대', 1)
    await expect(percent).toHaveText('110%')
    await press('확대', 20)
    await expect(percent).toHaveText('300%')
    expect((await boxOf(sheet(page))).width).toBe(3 * 595)
    await press('축소', 1)
    await expect(percent).toHaveText('290%')
    await press('축소', 25)
    await expect(percent).toHaveText('50%')
    expect((await boxOf(sheet(page))).width).toBe(0.5 * 595)

    await page.setViewportSize({ width: 1440, height: 1000 })
    await foot.getByRole('button', { name: '한 화면에 맞춤' }).click()
    await expect(percent).not.toHaveText('50%')
    const column = page.getByRole('region', { name: '문서 쪽' })
    const room = (await boxOf(column)).height
    const { height } = await boxOf(sheet(page))
    expect(height).toBeLessThanOrEqual(room)
    expect(height).toBeGreaterThan(0.9 * room)

    await column.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }))
    await scrollPast(column, sheet(page), 0.5 - 0.02)
    await expect(foot).toContainText('1 / 3쪽')
    await scrollPast(column, sheet(page), 0.5 + 0.02)
    await expect(foot).toContainText('2 / 3쪽')
  },
)

story(
  'modes are 0 none, 1 text and 2 signature: one press drops one box three pixels off, of its size, and ends the mode [compose-modes]',
  async ({ author }) => {
    const { templateId } = await author.draft()
    const page = await author.open()
    await edit(page, templateId)
    await expect(editor(page)).toHaveAttribute('data-no-position', 'true')
    await expect(editor(page)).toHaveAttribute('data-watermark', 'false')
    const pieces = page.locator('.piece')
    await expect(editor(page)).toHaveAttribute('data-mode', '0')
    await sheet(page).click({ position: { x: 50, y: 50 } })
    await expect(pieces).toHaveCount(0)

    const before = Date.now()
    for (const [name, mode, at, size] of [
      ['텍스트 입력란', '1', { x: 103, y: 63 }, { width: 200, height: 40 }],
      ['서명란', '2', { x: 203, y: 303 }, { width: 120, height: 120 }],
    ] as const) {
      const count = await pieces.count()
      await tool(page, name).click()
      await expect(editor(page)).toHaveAttribute('data-mode', mode)
      await sheet(page).click({ position: at })
      await expect(editor(page)).toHaveAttribute('data-mode', '0')
      await expect(pieces).toHaveCount(count + 1)
      const [box, of] = [await boxOf(page.getByRole('button', { name: new RegExp(`^${name}, `) })), await boxOf(sheet(page))]
      expect(box).toEqual({ x: of.x + at.x - 3, y: of.y + at.y - 3, ...size })
      await sheet(page).click({ position: { x: 450, y: 500 } })
      await expect(pieces).toHaveCount(count + 1)
    }
    await expect(editor(page)).toHaveAttribute('data-no-position', 'false')
    await expect(saved(page)).toBeVisible()
    await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(2)
    const { boxes } = await author.stored(templateId)
    const near = (x: number, y: number, w: number, h: number) => ({
      page: 0,
      scaledX: expect.closeTo(x, 3),
      scaledY: expect.closeTo(y, 3),
      scaledW: expect.closeTo(w, 3),
      scaledH: expect.closeTo(h, 3),
    })
    expect(boxes).toMatchObject([
      { typeName: 'TEXT', ...near(100, 60, 200, 40) },
      { typeName: 'SIGN', ...near(200, 300, 120, 120) },
    ])
    const after = Date.now()
    for (const { id } of boxes) {
      // A timestamp of thirteen digits, and a random number behind it.
      expect(id).toMatch(/^\d{14,19}$/)
      const stamp = Number(id.slice(0, 13))
      expect(stamp).toBeGreaterThanOrEqual(before)
      expect(stamp).toBeLessThanOrEqual(after)
    }
    expect(new Set(boxes.map(({ id }) => id)).size).toBe(2)
  },
)

story(
  'a page of another size is told in units of a page of 595 by 842, and the watermark as it is set [compose-reference]',
  async ({ author }) => {
    const { templateId } = await author.draft(makePdf(1, 'A3', [1190, 842]))
    given(await compose(author.wire, 'updateUpload', { templateId, waterMark: true }))
    const page = await author.open()
    await edit(page, templateId)
    await expect(page).toHaveURL(/\/compose\/edit\/\d+$/)
    await expect(editor(page)).toHaveAttribute('data-watermark', 'true')
    await expect(page.getByRole('heading', { name: '계약서.pdf' })).toBeVisible()
    await tool(page, '서명란').click()
    await sheet(page).click({ position: { x: 403, y: 303 } })
    await expect(signBox(page)).toHaveCount(1)
    await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(1)
    expect((await author.stored(templateId)).boxes).toMatchObject([
      {
        scaledX: expect.closeTo((400 * 595) / 1190, 3),
        scaledY: expect.closeTo((300 * 842) / 842, 3),
        scaledW: expect.closeTo((120 * 595) / 1190, 3),
        scaledH: expect.closeTo(120, 3),
      },
    ])
  },
)

story(
  'text is written in 10, highlighters are 12 thick, pens 1 and opaque; stamps take 75 percent of the page at most [compose-remarks]',
  async ({ author }) => {
    const { templateId } = await author.draft()
    const page = await author.open()
    await edit(page, templateId)
    await tool(page, '자유 텍스트').click()
    await sheet(page).click({ position: { x: 300, y: 100 } })
    await expect(page.getByRole('button', { name: '자유 텍스트, 1쪽' }).locator('.piece-note')).toHaveCSS('font-size', '10px')
    const of = await boxOf(sheet(page))
    for (const [name, y, thickness] of [
      ['형광펜', 200, '12'],
      ['펜', 260, '1'],
    ] as const) {
      await tool(page, name).click()
      await page.mouse.move(of.x + 100, of.y + y)
      await page.mouse.down()
      await page.mouse.move(of.x + 250, of.y + y, { steps: 4 })
      await page.mouse.up()
      await page.keyboard.press('Escape')
      const line = page.getByRole('button', { name: `${name}, 1쪽`, exact: true }).locator('path')
      await expect(line).toHaveCSS('stroke-width', `${thickness}px`)
    }
    const input = page.getByLabel('도장 이미지', { exact: true }).and(page.locator('input'))
    const types = ['apng', 'avif', 'bmp', 'gif', 'jpeg', 'png', 'svg+xml', 'webp', 'x-icon'].map((type) => `image/${type}`)
    await expect(input).toHaveAttribute('accept', types.join())
    expect([...STAMP_TYPES]).toEqual(types)
    await input.setInputFiles({ name: '도장.png', mimeType: 'image/png', buffer: await stampPng(1_600, 400) })
    await expect(page.getByText('문서에서 이미지를 놓을 위치를 눌러 주세요.')).toBeVisible()
    await sheet(page).click({ position: { x: 20, y: 500 } })
    await expect(page.getByRole('button', { name: '도장 이미지, 1쪽' })).toHaveCount(1)
    await expect
      .poll(async () => (await author.stored(templateId)).annotations)
      .toMatchObject([
        { kind: 'TEXT', size: 10 },
        { kind: 'HIGHLIGHT', thickness: 12 },
        { kind: 'INK', thickness: 1, opacity: 1 },
        { kind: 'IMAGE', scaledW: expect.closeTo(595 * 0.75, 2), scaledH: expect.closeTo((595 * 0.75) / 4, 2) },
      ])
  },
)

story(
  'a PDF is asked for with the bearer token alone, and is loading, failed or loaded [compose-loads]',
  async ({ author, strictness }) => {
    strictness.expectRefusals(SOURCE)
    const { templateId } = await author.draft()
    const page = await author.open()
    await page.route(SOURCE, (route) => route.fulfill({ status: 500, json: { error: { code: 'INTERNAL', message: '실패' } } }))
    await page.goto(`/compose/edit/${templateId}`)
    await expect(page.getByText('PDF 파일을 불러오지 못했습니다.')).toBeVisible({ timeout: 30_000 })
    await expect(drawn(page)).toHaveCount(0)

    await page.unroute(SOURCE)
    const letGo = await hold(page, SOURCE)
    const asked = page.waitForRequest(SOURCE)
    await page.goto(`/compose/edit/${templateId}`)
    await expect(page.getByRole('status').filter({ hasText: 'PDF를 불러오는 중…' })).toHaveCount(1)
    await expect(drawn(page)).toHaveCount(0)
    letGo()
    await expect(sheet(page).locator('.page-canvas[data-drawn]')).toBeVisible()
    const request = await asked
    expect(request.headers()['authorization']).toMatch(/^Bearer \S+$/)
    expect(new URL(request.url()).search).toBe('?purpose=view')
  },
)
