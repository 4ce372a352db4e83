import type { Page } from '@playwright/test'
import { openScene, SCENES } from '../../tools/screens/scenes.mjs'
import {
  focusOutline,
  HEIGHT,
  overflowsOf,
  REFUSALS,
  SCREENS,
  STANDARDS,
  sceneOf,
  violationsOn,
  WIDTHS,
  widthFor,
} from '../support/scene-checks.ts'
import { expect, test } from '../support/server-fixture.ts'
import { type NewPage, Stages } from '../support/stages.ts'
import { needsOwnDocument, Walk } from '../support/walk.ts'

/** a11y.slow.spec.ts covers every screen. */
const SAMPLE = SCREENS.filter((_, index) => index % 16 === 0)
const ENDS = [WIDTHS.at(0), WIDTHS.at(-1)].filter((width) => width !== undefined)

test.describe.configure({ mode: 'parallel', timeout: 300_000 })

test('screens are accessible, and fit the narrowest and the widest window', async ({
  url,
  app,
  room,
  openBrowser,
  strictness,
}) => {
  strictness.expectRefusals(REFUSALS)
  const walks = new Map<Page, Walk>()
  const newPage: NewPage = async (session) => {
    const page = await (await openBrowser(session ? { session } : {})).newPage()
    walks.set(page, new Walk(page))
    return page
  }
  const stages = new Stages({ url, app, alone: room, newPage })
  for (const scene of SAMPLE) {
    const stage = await stages.of(scene.as)
    const { page } = stage
    walks.get(page)?.begin(needsOwnDocument(scene))
    await page.setViewportSize({ width: widthFor(scene), height: HEIGHT })
    await openScene(scene, stage)
    expect.soft(await violationsOn(page, STANDARDS), scene.name).toEqual([])
    expect.soft(await overflowsOf(scene, page, ENDS), scene.name).toEqual([])
  }
})

test('each state names a screen that is looked at', () => {
  for (const { name, of } of SCENES)
    if (of !== undefined) expect(sceneOf(of).of, name).toBeUndefined()
})

const CHOSEN: Readonly<Record<string, readonly [chosen: string, other: string]>> = {
  people: ['.side-nav a[aria-current]', '.side-nav a:not([aria-current])'],
  'upload-selected': ['.items-row[aria-selected=true]', '.items-row[aria-selected=false]'],
  'ending-asked': ['.phase[aria-current=step]', '.phase:not([aria-current])'],
}

test('with forced colours what is chosen differs by more than its ground, and boxes name their signers', async ({
  url,
  app,
  room,
  openBrowser,
}) => {
  const newPage: NewPage = async (session) =>
    (
      await openBrowser({
        ...(session ? { session } : {}),
        forcedColors: 'active',
        viewport: { width: 1440, height: HEIGHT },
      })
    ).newPage()
  const stages = new Stages({ url, app, alone: room, newPage })
  const frameOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) =>
        [getComputedStyle(element), getComputedStyle(element, '::after')]
          .map(
            ({ outlineStyle, outlineWidth, borderInlineStart }) =>
              `${outlineStyle} ${outlineWidth} ${borderInlineStart}`,
          )
          .join(),
      )
  for (const [name, [chosen, other]] of Object.entries(CHOSEN)) {
    const stage = await stages.of(sceneOf(name).as)
    await openScene(sceneOf(name), stage)
    expect(await frameOf(stage.page, chosen), name).not.toBe(await frameOf(stage.page, other))
  }
  const menu = sceneOf('upload-row-menu')
  const elevated = await stages.of(menu.as)
  await openScene(menu, elevated)
  await elevated.page.keyboard.press('ArrowDown')
  await expect(elevated.page.locator(':focus')).toHaveRole('menuitem')
  expect(await focusOutline(elevated.page)).not.toBe('none')
  const editor = sceneOf('compose-editor')
  const stage = await stages.of(editor.as)
  await openScene(editor, stage)
  for (const piece of await stage.page
    .locator('.piece:is([data-kind=SIGN], [data-kind=TEXT])')
    .all())
    await expect(piece.locator('.piece-text > span').first()).toHaveText(/\S/)
})
