import type { Locator, Page } from '@playwright/test'
import { openScene, SCENES } from '../../tools/screens/scenes.mjs'
import { expect, test } from '../support/server-fixture.ts'
import { Stages } from '../support/stages.ts'

/** The tolerance covers other processors and browsers, but no moved, missing or recolored element. */
const TOLERANCE = { threshold: 0.2, maxDiffPixelRatio: 0.004 } as const

/** Font hints change line breaks by machine. */
const drawExactly = (page: Page) =>
  page.addInitScript(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { text-rendering: geometricPrecision !important }')
    document.adoptedStyleSheets = [sheet]
  })

const dialog = (page: Page): Locator => page.getByRole('dialog')
const alert = (page: Page): Locator => page.getByRole('alertdialog')
const main = (page: Page): Locator => page.locator('main')
const grid = (page: Page): Locator => page.getByRole('grid')
const pane = (page: Page): Locator => page.locator('.panes-list')

interface Look {
  readonly scene: string
  readonly part: (page: Page) => Locator
  readonly masked?: string
  readonly isDarkToo?: true
}

const LOOKS: readonly Look[] = [
  { scene: 'login', part: main, isDarkToo: true },
  { scene: 'login-problem', part: alert },
  { scene: 'login-lost-pin', part: dialog },
  { scene: 'login-more', part: dialog },
  { scene: 'notice', part: main },
  { scene: 'room-folder', part: grid, masked: '.items-date', isDarkToo: true },
  { scene: 'room-folder-empty', part: pane },
  { scene: 'room-message', part: dialog },
  { scene: 'gate', part: (page) => page.locator('.gate-card') },
  { scene: 'people-invite', part: dialog },
  { scene: 'upload-delete', part: alert },
]

test.describe.configure({ timeout: 300_000 })

test('stable parts of the screens look as they did', async ({ url, app, room, openBrowser }) => {
  const stages = new Stages({
    url,
    app,
    alone: room,
    async newPage(session) {
      const page = await (
        await openBrowser({
          viewport: { width: 1280, height: 800 },
          ...(session ? { session } : {}),
        })
      ).newPage()
      await drawExactly(page)
      return page
    },
  })
  for (const { scene: name, part, masked, isDarkToo } of LOOKS) {
    const scene = SCENES.find((candidate) => candidate.name === name)
    if (!scene) throw new Error(`no scene ${name}`)
    const stage = await stages.of(scene.as)
    const { page } = stage
    await page.emulateMedia({ colorScheme: 'light' })
    await openScene(scene, stage)
    await page.mouse.move(0, 0)
    const look = { ...TOLERANCE, ...(masked === undefined ? {} : { mask: [page.locator(masked)] }) }
    await expect.soft(part(page)).toHaveScreenshot(`${name}.png`, look)
    if (!isDarkToo) continue
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.soft(part(page)).toHaveScreenshot(`${name}-dark.png`, look)
  }
})
