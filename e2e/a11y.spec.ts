import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { ERRORS, REJECTIONS } from '../contract/core/errors.ts'
import { fits, openScene, SCENES, type Scene, type Stage } from '../tools/screens/scenes.mjs'
import { allTextsOf, textsOf } from '../tools/screens/texts.mjs'
import { sessionOf } from './house.ts'
import { expect, test } from './server-fixture.ts'
import { type NewPage, Stages, sceneRoomOf } from './stages.ts'

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
      /^\/nowhere$|\/room\/api\/file\/(upload|uploads\/\d+|conflicts|search|prepareFile\/\d+|view\/[\w-]+\/pages\/\d+|file\/(update\/edit|list))$/,
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

test('with forced colours the focus is seen and every text can be read', async ({ url, house, openBrowser }) => {
  const session = await sessionOf(url, house.reader.pin)
  const page = await (await openBrowser({ session, forcedColors: 'active', viewport: { width: 1440, height: HEIGHT } })).newPage()
  const stage = { page, t: textsOf('ko'), room: sceneRoomOf(house) }
  for (const name of ['room', 'room-preview', 'about']) {
    const scene = SCENES.find((candidate) => candidate.name === name)
    if (!scene) throw new Error(`no scene ${name}`)
    await openScene(scene, stage)
    expect(await violationsOn(page, STANDARDS), name).toEqual([])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
    expect(outline, name).not.toBe('none')
  }
})

test('on a phone what takes another shape is accessible, too', async ({ url, house, room, openBrowser }) => {
  const newPage: NewPage = async (session) => (await openBrowser({ ...(session ? { session } : {}), hasTouch: true })).newPage()
  const stages = new Stages({ url, house, alone: room, newPage })
  const names = ['room-drawer', 'room-row-menu', 'room-display-menu', 'upload-selected', 'guide-viewing', 'guide-upload', 'manual-view']
  for (const name of names) {
    const scene = SCENES.find((candidate) => candidate.name === name)
    if (!scene) throw new Error(`no scene ${name}`)
    const stage = await stages.of(scene.as)
    await stage.page.setViewportSize({ width: 390, height: 844 })
    await openScene(scene, stage)
    expect.soft(await violationsOn(stage.page, STANDARDS), name).toEqual([])
  }
})
