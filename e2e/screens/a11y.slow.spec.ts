import type { Page } from '@playwright/test'
import { openScene, SCENES } from '../../tools/screens/scenes.mjs'
import {
  COLOURS,
  focusOutline,
  HEIGHT,
  overflowsOf,
  REFUSALS,
  STANDARDS,
  sceneOf,
  speak,
  translate,
  violationsOn,
  WORDS,
  widthFor,
} from '../support/scene-checks.ts'
import { expect, test } from '../support/server-fixture.ts'
import { type NewPage, Stages } from '../support/stages.ts'

/** WCAG defines contrast ratios. */
function contrastOfLines(): { line: number; strong: number } {
  const drawing = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  const brightness = (token: string): number => {
    if (!drawing) return Number.NaN
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = `var(${token})`
    drawing.fillStyle = getComputedStyle(probe).color
    probe.remove()
    drawing.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...drawing.getImageData(0, 0, 1, 1).data].map((part) =>
      part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const ratio = (one: number, other: number) =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  const ground = brightness('--surface')
  return {
    line: ratio(brightness('--line'), ground),
    strong: ratio(brightness('--line-strong'), ground),
  }
}

const PARTS = [0, 1, 2, 3, 4]

test.describe.configure({ mode: 'parallel', timeout: 600_000 })

for (const part of PARTS) {
  test(`every screen is accessible in both languages and themes and fits every width (${part + 1} of ${PARTS.length})`, async ({
    url,
    app,
    room,
    openBrowser,
    strictness,
  }) => {
    strictness.expectRefusals(REFUSALS)
    const newPage: NewPage = async (session) =>
      (await openBrowser(session ? { session } : {})).newPage()
    const stages = new Stages({ url, app, alone: room, newPage })
    for (const scene of SCENES.filter((_, index) => index % PARTS.length === part)) {
      const stage = await stages.of(scene.as)
      const { page } = stage
      const look = async (seen: string, faults: Promise<string[]>) =>
        expect.soft(await faults, `${scene.name}, ${seen}`).toEqual([])
      await page.setViewportSize({ width: widthFor(scene), height: HEIGHT })
      await openScene(scene, stage)
      // Dark mode changes only colors, language only words.
      await look('dark', violationsOn(page, COLOURS, 'dark'))
      await look('light', violationsOn(page, STANDARDS))
      await look('ko', overflowsOf(scene, page))
      await translate(scene, stage)
      await look('words', violationsOn(page, WORDS))
      await look('en', overflowsOf(scene, page))
      await speak(page, 'ko')
      // An open countdown would log out its session.
      await page.goto('about:blank')
    }
  })
}

async function expectFocusIsSeen(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await focusOutline(page), name).not.toBe('none')
}

const FORCED = [
  ...['room', 'room-preview', 'about', 'dashboard', 'people', 'history', 'ending-asked'],
  ...['compose-draft', 'compose-editor', 'verify-bad'],
]

test('with forced colours the focus is seen and every text can be read', async ({
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
  for (const name of FORCED) {
    const scene = sceneOf(name)
    const stage = await stages.of(scene.as)
    await openScene(scene, stage)
    expect(await violationsOn(stage.page, STANDARDS), name).toEqual([])
    await expectFocusIsSeen(stage.page, name)
  }
})

test('for who asks for more contrast lines are as strong as controls, and quiet words as texts of seven to one', async ({
  url,
  app,
  room,
  openBrowser,
}) => {
  const newPage: NewPage = async (session) =>
    (await openBrowser(session ? { session } : {})).newPage()
  const stages = new Stages({ url, app, alone: room, newPage })
  for (const name of ['room', 'people', 'dashboard', 'verify-bad']) {
    const scene = sceneOf(name)
    const stage = await stages.of(scene.as)
    const { page } = stage
    await page.setViewportSize({ width: 1440, height: HEIGHT })
    await page.emulateMedia({ contrast: 'more' })
    await openScene(scene, stage)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ contrast: 'more' })
      expect
        .soft(
          await violationsOn(page, ['color-contrast-enhanced'], colorScheme),
          `${name}, ${colorScheme}`,
        )
        .toEqual([])
      const lines = await page.evaluate(contrastOfLines)
      expect(lines.line, `${name}, ${colorScheme}`).toBeGreaterThanOrEqual(3)
      expect(lines.strong, `${name}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('on a phone what takes another shape is accessible, too', async ({
  url,
  app,
  room,
  openBrowser,
}) => {
  const newPage: NewPage = async (session) =>
    (await openBrowser({ ...(session ? { session } : {}), hasTouch: true })).newPage()
  const stages = new Stages({ url, app, alone: room, newPage })
  const names = [
    'room-drawer',
    'room-row-menu',
    'room-account-menu',
    'upload-selected',
    'guide-viewing',
    'guide-upload',
    'manual-view',
  ]
  for (const name of names) {
    const scene = sceneOf(name)
    const stage = await stages.of(scene.as)
    await stage.page.setViewportSize({ width: 390, height: 844 })
    await openScene(scene, stage)
    expect.soft(await violationsOn(stage.page, STANDARDS), name).toEqual([])
  }
})
