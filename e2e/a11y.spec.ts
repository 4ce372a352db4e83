import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ERRORS, REJECTIONS } from '../contract/core/errors.ts'
import { fits, openScene, SCENES, type Scene, type Stage } from '../tools/screens/scenes.mjs'
import { allTextsOf, textsOf } from '../tools/screens/texts.mjs'
import { expect, test } from './server-fixture.ts'
import { type NewPage, Stages } from './stages.ts'

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const COLOURS = ['color-contrast']
/** Rules whose outcome the words of another language can change. */
const WORDS = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'link-name',
  'select-name',
  'target-size',
]
const HEIGHT = 900
const WIDTHS = [320, 390, 768, 1024, 1440]

type Language = 'ko' | 'en'
/** axe stays in a document: to bring it there again would take longer than to have it look. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isThere ? { axeSource: 'undefined' } : {}) }).setLegacyMode()
}

/** The violations on a page as lines that say where. */
async function violationsOn(page: Page, runOnly: readonly string[], colorScheme: 'light' | 'dark' = 'light'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  // All else that axe would tell, it would have to describe.
  const axe = (await axeOn(page)).options({ runOnly: [...runOnly], resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id} at ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`),
  )
}

/** Changes the language of what is shown, as another tab does; a screen without a network stays as it is. */
async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  }, language)
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language, { timeout: 5_000 }).catch(() => undefined)
}

/** Our own words that Korean alone has, without what is filled in; shorter ones may be names, too. */
const KOREAN = [...allTextsOf('ko'), ...[...Object.values(ERRORS), ...Object.values(REJECTIONS)].map(({ ko }) => ko)]
  .flatMap((text) => text.split(/\{\{.*?\}\}|\n/).map((phrase) => phrase.trim()))
  .filter((phrase) => /\p{Script=Hangul}/u.test(phrase) && phrase.length > 5)

const saysKorean = (page: Page): Promise<boolean> =>
  page.evaluate((phrases) => phrases.some((phrase) => document.body.outerHTML.includes(phrase)), KOREAN)

/** Has a scene that is shown in Korean say the same in English. What was told once stays as it was told: then all is done anew. */
async function translate(scene: Scene, stage: Stage): Promise<void> {
  await speak(stage.page, 'en')
  if (await saysKorean(stage.page)) await openScene(scene, { ...stage, t: textsOf('en') })
}

/** What does not fit into the window: the page as a whole, or controls that end beyond its edge with no way to scroll to them. */
const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement
    const scrolls = (element: Element) =>
      element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isScrolled = (element: Element | null): boolean => element !== null && (scrolls(element) || isScrolled(element.parentElement))
    const beyond = [...document.querySelectorAll('button, a[href], input:not([type=file]), [role=treeitem]')].filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      return width > 1 && control.checkVisibility() && (left < -1 || right > clientWidth + 1) && !isScrolled(control)
    })
    return [
      ...(scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px too wide`] : []),
      ...beyond.map((control) => `out of the window: ${control.outerHTML.slice(0, 160)}`),
    ]
  })

async function overflowsOf(scene: Scene, page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS.filter((candidate) => fits(scene, candidate))) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const overflow of await overflowOf(page)) found.push(`${width}: ${overflow}`)
  }
  return found
}

const widthFor = (scene: Scene): number => [...WIDTHS].reverse().find((width) => fits(scene, width)) ?? HEIGHT

/** How far lines stand out from what they stand on: contrast ratios by WCAG. */
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
  const ratio = (one: number, other: number) => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  const ground = brightness('--surface')
  return { line: ratio(brightness('--line'), ground), strong: ratio(brightness('--line-strong'), ground) }
}

const PARTS = [0, 1, 2, 3, 4]

test.describe.configure({ mode: 'parallel', timeout: 600_000 })

for (const part of PARTS) {
  test(`every screen is accessible in both languages and themes and fits every width (${part + 1} of ${PARTS.length})`, async ({
    url,
    house,
    room,
    openBrowser,
    strictness,
  }) => {
    strictness.expectRefusals(
      /^\/nowhere$|\/room\/api\/message\/file\/1$|\/room\/api\/file\/(upload|uploads\/\d+|conflicts|search|prepareFile\/\d+|view\/[\w-]+\/pages\/\d+|file\/(update\/edit|list))$/,
    )
    const newPage: NewPage = async (session) => (await openBrowser(session ? { session } : {})).newPage()
    const stages = new Stages({ url, house, alone: room, newPage })
    for (const scene of SCENES.filter((_, index) => index % PARTS.length === part)) {
      const stage = await stages.of(scene.as)
      const { page } = stage
      const look = async (seen: string, faults: Promise<string[]>) => expect.soft(await faults, `${scene.name}, ${seen}`).toEqual([])
      await page.setViewportSize({ width: widthFor(scene), height: HEIGHT })
      await openScene(scene, stage)
      // In the dark only colours are other ones, and in another language only words.
      await look('dark', violationsOn(page, COLOURS, 'dark'))
      await look('light', violationsOn(page, STANDARDS))
      await look('ko', overflowsOf(scene, page))
      await translate(scene, stage)
      await look('words', violationsOn(page, WORDS))
      await look('en', overflowsOf(scene, page))
      await speak(page, 'ko')
    }
  })
}

const sceneOf = (name: string): Scene => {
  const scene = SCENES.find((candidate) => candidate.name === name)
  if (!scene) throw new Error(`no scene ${name}`)
  return scene
}

/** How the element that has the focus is framed. */
const focusOutline = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)

async function expectFocusIsSeen(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await focusOutline(page), name).not.toBe('none')
}

const FORCED = [
  ...['room', 'room-preview', 'about', 'dashboard', 'people', 'history', 'ending-asked'],
  ...['compose-draft', 'compose-editor', 'verify-bad'],
]

test('with forced colours the focus is seen and every text can be read', async ({ url, house, room, openBrowser }) => {
  const newPage: NewPage = async (session) =>
    (await openBrowser({ ...(session ? { session } : {}), forcedColors: 'active', viewport: { width: 1440, height: HEIGHT } })).newPage()
  const stages = new Stages({ url, house, alone: room, newPage })
  for (const name of FORCED) {
    const scene = sceneOf(name)
    const stage = await stages.of(scene.as)
    await openScene(scene, stage)
    expect(await violationsOn(stage.page, STANDARDS), name).toEqual([])
    await expectFocusIsSeen(stage.page, name)
  }
})

/** Where something is chosen, and how what is not chosen beside it is found. */
const CHOSEN: Readonly<Record<string, readonly [chosen: string, other: string]>> = {
  people: ['.side-nav a[aria-current]', '.side-nav a:not([aria-current])'],
  'upload-selected': ['.items-row[aria-selected=true]', '.items-row[aria-selected=false]'],
  'ending-asked': ['.phase[aria-current=step]', '.phase:not([aria-current])'],
}

test('with forced colours what is chosen differs by more than its ground, and boxes name their signers', async ({
  url,
  house,
  room,
  openBrowser,
}) => {
  const newPage: NewPage = async (session) =>
    (await openBrowser({ ...(session ? { session } : {}), forcedColors: 'active', viewport: { width: 1440, height: HEIGHT } })).newPage()
  const stages = new Stages({ url, house, alone: room, newPage })
  const frameOf = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) =>
        [getComputedStyle(element), getComputedStyle(element, '::after')]
          .map(({ outlineStyle, outlineWidth, borderInlineStart }) => `${outlineStyle} ${outlineWidth} ${borderInlineStart}`)
          .join(),
      )
  for (const [name, [chosen, other]] of Object.entries(CHOSEN)) {
    const stage = await stages.of(sceneOf(name).as)
    await openScene(sceneOf(name), stage)
    expect(await frameOf(stage.page, chosen), name).not.toBe(await frameOf(stage.page, other))
  }
  const menu = sceneOf('upload-row-menu')
  const raised = await stages.of(menu.as)
  await openScene(menu, raised)
  await raised.page.keyboard.press('ArrowDown')
  await expect(raised.page.locator(':focus')).toHaveRole('menuitem')
  expect(await focusOutline(raised.page)).not.toBe('none')
  const editor = sceneOf('compose-editor')
  const stage = await stages.of(editor.as)
  await openScene(editor, stage)
  for (const piece of await stage.page.locator('.piece:is([data-kind=SIGN], [data-kind=TEXT])').all())
    await expect(piece.locator('.piece-text > span').first()).toHaveText(/\S/)
})

test('for who asks for more contrast lines are as strong as controls, and quiet words as texts of seven to one', async ({
  url,
  house,
  room,
  openBrowser,
}) => {
  const newPage: NewPage = async (session) => (await openBrowser(session ? { session } : {})).newPage()
  const stages = new Stages({ url, house, alone: room, newPage })
  for (const name of ['room', 'people', 'dashboard', 'verify-bad']) {
    const scene = sceneOf(name)
    const stage = await stages.of(scene.as)
    const { page } = stage
    await page.setViewportSize({ width: 1440, height: HEIGHT })
    await page.emulateMedia({ contrast: 'more' })
    await openScene(scene, stage)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ contrast: 'more' })
      expect.soft(await violationsOn(page, ['color-contrast-enhanced'], colorScheme), `${name}, ${colorScheme}`).toEqual([])
      const lines = await page.evaluate(contrastOfLines)
      expect(lines.line, `${name}, ${colorScheme}`).toBeGreaterThanOrEqual(3)
      expect(lines.strong, `${name}, ${colorScheme}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

test('on a phone what takes another shape is accessible, too', async ({ url, house, room, openBrowser }) => {
  const newPage: NewPage = async (session) => (await openBrowser({ ...(session ? { session } : {}), hasTouch: true })).newPage()
  const stages = new Stages({ url, house, alone: room, newPage })
  const names = ['room-drawer', 'room-row-menu', 'room-display-menu', 'upload-selected', 'guide-viewing', 'guide-upload', 'manual-view']
  for (const name of names) {
    const scene = sceneOf(name)
    const stage = await stages.of(scene.as)
    await stage.page.setViewportSize({ width: 390, height: 844 })
    await openScene(scene, stage)
    expect.soft(await violationsOn(stage.page, STANDARDS), name).toEqual([])
  }
})
