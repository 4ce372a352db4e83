import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import { STAMP_TYPES } from '../../../../contract/features/composed.ts'
import { makePdf } from '../../../../server/test/fixtures/make-pdf.ts'
import { compose, given } from '../../../../server/test/scenarios/composing.ts'
import {
  newAuthor,
  openEditor,
  saved,
  sheet,
  signBox,
  stampPng,
  tool,
} from '../../../test/compose.tsx'
import { boxOf, exactly, expectCount } from '../../../test/locating.ts'

const editor = () => page.getByCss('.editor')

function scrollPast(share: number): void {
  const column = page.getByRole('region', { name: '문서 쪽' })
  const [shown, around] = [boxOf(sheet()), boxOf(column)]
  column.element().scrollBy({ top: shown.y - around.y + shown.height * share, behavior: 'instant' })
}

test('the pages of the editor have the height of the window less 120, zoom from 0.5 to 3 by 0.1 and fit; the foot shows file and page [compose-editor]', async () => {
  const author = await newAuthor()
  await author.edit()
  await expect.element(editor()).toHaveAttribute('data-status', 'DRAFT')
  for (const height of [900, 700]) {
    await page.viewport(1440, height)
    await expect.poll(() => boxOf(page.getByRole('main')).height).toBe(height - 120)
  }
  const foot = page.getByRole('contentinfo')
  await expect.element(foot).toHaveTextContent('계약서.pdf')
  await expect.element(foot).toHaveTextContent('1 / 3쪽')

  const percent = foot.getByCss('.zoom-percent')
  const shows = (text: string) => expect.element(percent).toHaveTextContent(exactly(text))
  await shows('100%')
  const zoom = async (name: string, times: number) => {
    ;(foot.getByRole('button', { name }).element() as HTMLElement).focus()
    for (let time = 0; time < times; time += 1) await commands.press('Enter')
  }
  await zoom('확대', 1)
  await shows('110%')
  await zoom('확대', 20)
  await shows('300%')
  expect(boxOf(sheet()).width).toBe(3 * 595)
  await zoom('축소', 1)
  await shows('290%')
  await zoom('축소', 25)
  await shows('50%')
  expect(boxOf(sheet()).width).toBe(0.5 * 595)

  await page.viewport(1440, 1000)
  await foot.getByRole('button', { name: '한 화면에 맞춤' }).click()
  await expect.element(percent).not.toHaveTextContent(exactly('50%'))
  const column = page.getByRole('region', { name: '문서 쪽' })
  const room = boxOf(column).height
  const { height } = boxOf(sheet())
  expect(height).toBeLessThanOrEqual(room)
  expect(height).toBeGreaterThan(0.9 * room)

  column.element().scrollTo({ top: 0, behavior: 'instant' })
  scrollPast(0.5 - 0.02)
  await expect.element(foot).toHaveTextContent('1 / 3쪽')
  scrollPast(0.5 + 0.02)
  await expect.element(foot).toHaveTextContent('2 / 3쪽')
})

test('modes are 0 none, 1 text and 2 signature: one press drops one box three pixels off, of its size, and ends the mode [compose-modes]', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await expect.element(editor()).toHaveAttribute('data-no-position', 'true')
  await expect.element(editor()).toHaveAttribute('data-watermark', 'false')
  const pieces = page.getByCss('.piece')
  await expect.element(editor()).toHaveAttribute('data-mode', '0')
  await sheet().click({ position: { x: 50, y: 50 } })
  await expectCount(pieces, 0)

  const before = Date.now()
  for (const [name, mode, at, size] of [
    ['텍스트 입력란', '1', { x: 103, y: 63 }, { width: 200, height: 40 }],
    ['서명란', '2', { x: 203, y: 303 }, { width: 120, height: 120 }],
  ] as const) {
    const count = pieces.elements().length
    await tool(name).click()
    await expect.element(editor()).toHaveAttribute('data-mode', mode)
    await sheet().click({ position: at })
    await expect.element(editor()).toHaveAttribute('data-mode', '0')
    await expectCount(pieces, count + 1)
    const { x, y, width, height } = boxOf(
      page.getByRole('button', { name: new RegExp(`^${name}, `) }),
    )
    const of = boxOf(sheet())
    expect({ x, y, width, height }).toEqual({ x: of.x + at.x - 3, y: of.y + at.y - 3, ...size })
    await sheet().click({ position: { x: 450, y: 500 } })
    await expectCount(pieces, count + 1)
  }
  await expect.element(editor()).toHaveAttribute('data-no-position', 'false')
  await expect.element(saved()).toBeVisible()
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
    expect(id).toMatch(/^\d{14,19}$/)
    const stamp = Number(id.slice(0, 13))
    expect(stamp).toBeGreaterThanOrEqual(before)
    expect(stamp).toBeLessThanOrEqual(after)
  }
  expect(new Set(boxes.map(({ id }) => id)).size).toBe(2)
})

test('a page of another size is shown in units of a page of 595 by 842, and the watermark as it is set [compose-reference]', async () => {
  const author = await newAuthor()
  const { templateId } = await author.draft(makePdf(1, 'A3', [1190, 842]))
  given(await compose(author.wire, 'updateUpload', { templateId, waterMark: true }))
  await openEditor(author.wire, templateId)
  expect(location.pathname).toBe(`/compose/edit/${templateId}`)
  await expect.element(editor()).toHaveAttribute('data-watermark', 'true')
  await expect.element(page.getByRole('heading', { name: '계약서.pdf' })).toBeVisible()
  await tool('서명란').click()
  await sheet().click({ position: { x: 403, y: 303 } })
  await expectCount(signBox(), 1)
  await expect.poll(async () => (await author.stored(templateId)).boxes.length).toBe(1)
  expect((await author.stored(templateId)).boxes).toMatchObject([
    {
      scaledX: expect.closeTo((400 * 595) / 1190, 3),
      scaledY: expect.closeTo((300 * 842) / 842, 3),
      scaledW: expect.closeTo((120 * 595) / 1190, 3),
      scaledH: expect.closeTo(120, 3),
    },
  ])
})

test('text is written in 10, highlighters are 12 thick, pens 1 and opaque; stamps take 75 percent of the page at most [compose-remarks]', async () => {
  const author = await newAuthor()
  const templateId = await author.edit()
  await tool('자유 텍스트').click()
  await sheet().click({ position: { x: 300, y: 100 } })
  await expect
    .element(page.getByRole('button', { name: '자유 텍스트, 1쪽' }).getByCss('.piece-note'))
    .toHaveStyle({ fontSize: '10px' })
  const of = boxOf(sheet())
  for (const [name, y, thickness] of [
    ['형광펜', 200, '12'],
    ['펜', 260, '1'],
  ] as const) {
    await tool(name).click()
    await commands.moveMouse({ x: of.x + 100, y: of.y + y })
    await commands.pressMouse()
    await commands.moveMouse({ x: of.x + 250, y: of.y + y }, 4)
    await commands.releaseMouse()
    await commands.press('Escape')
    const line = page.getByRole('button', { name: `${name}, 1쪽`, exact: true }).getByCss('path')
    await expect.element(line).toHaveStyle({ strokeWidth: `${thickness}px` })
  }
  const input = page.getByLabelText('도장 이미지', { exact: true }).and(page.getByCss('input'))
  const types = ['apng', 'avif', 'bmp', 'gif', 'jpeg', 'png', 'svg+xml', 'webp', 'x-icon'].map(
    (type) => `image/${type}`,
  )
  await expect.element(input).toHaveAttribute('accept', types.join())
  expect([...STAMP_TYPES]).toEqual(types)
  await input.upload(await stampPng(1_600, 400))
  await expect.element(page.getByText('문서에서 이미지를 놓을 위치를 눌러 주세요.')).toBeVisible()
  await sheet().click({ position: { x: 20, y: 500 } })
  await expectCount(page.getByRole('button', { name: '도장 이미지, 1쪽' }), 1)
  await expect
    .poll(async () => (await author.stored(templateId)).annotations)
    .toMatchObject([
      { kind: 'TEXT', size: 10 },
      { kind: 'HIGHLIGHT', thickness: 12 },
      { kind: 'INK', thickness: 1, opacity: 1 },
      {
        kind: 'IMAGE',
        scaledW: expect.closeTo(595 * 0.75, 2),
        scaledH: expect.closeTo((595 * 0.75) / 4, 2),
      },
    ])
})
