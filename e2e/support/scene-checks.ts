import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { REJECTIONS } from '../../contract/core/errors/rejections.ts'
import { ERRORS } from '../../contract/core/errors.ts'
import { fits, openScene, SCENES, type Scene, type Stage } from '../../tools/screens/scenes.mjs'
import { allTextsOf, textsOf } from '../../tools/screens/texts.mjs'

export const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
export const COLOURS = ['color-contrast']
/** These rules depend on the language. */
export const WORDS = [
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
export const HEIGHT = 900
export const WIDTHS = [320, 390, 768, 1024, 1440]

type Language = 'ko' | 'en'
/** Loading axe again costs more than the check. */
async function axeOn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window)
  return new AxeBuilder({ page, ...(isThere ? { axeSource: 'undefined' } : {}) }).setLegacyMode()
}

export async function violationsOn(
  page: Page,
  runOnly: readonly string[],
  colorScheme: 'light' | 'dark' = 'light',
): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  // Other results cost axe much time.
  const axe = (await axeOn(page)).options({ runOnly: [...runOnly], resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id} at ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
    ),
  )
}

/** Without a network, a screen keeps its language. */
export async function speak(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('language', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'language' }))
  }, language)
  await page
    .waitForFunction((chosen) => document.documentElement.lang === chosen, language, {
      timeout: 5_000,
    })
    .catch(() => undefined)
}

/** Short texts may be names, so they are omitted. */
const KOREAN = [
  ...allTextsOf('ko'),
  ...[...Object.values(ERRORS), ...Object.values(REJECTIONS)].map(({ ko }) => ko),
]
  .flatMap((text) => text.split(/\{\{.*?\}\}|\n/).map((phrase) => phrase.trim()))
  .filter((phrase) => /\p{Script=Hangul}/u.test(phrase) && phrase.length > 5)

const saysKorean = (page: Page): Promise<boolean> =>
  page.evaluate(
    (phrases) => phrases.some((phrase) => document.body.outerHTML.includes(phrase)),
    KOREAN,
  )

export async function translate(scene: Scene, stage: Stage): Promise<void> {
  await speak(stage.page, 'en')
  if (await saysKorean(stage.page)) await openScene(scene, { ...stage, t: textsOf('en') })
}

/** Some edges cannot be scrolled into view. */
const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement
    const scrolls = (element: Element) =>
      element.scrollWidth > element.clientWidth &&
      /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isScrolled = (element: Element | null): boolean =>
      element !== null && (scrolls(element) || isScrolled(element.parentElement))
    const beyond = [
      ...document.querySelectorAll('button, a[href], input:not([type=file]), [role=treeitem]'),
    ].filter((control) => {
      const { left, right, width } = control.getBoundingClientRect()
      return (
        width > 1 &&
        control.checkVisibility() &&
        (left < -1 || right > clientWidth + 1) &&
        !isScrolled(control)
      )
    })
    return [
      ...(scrollWidth > clientWidth
        ? [`the page is ${scrollWidth - clientWidth} px too wide`]
        : []),
      ...beyond.map((control) => `out of the window: ${control.outerHTML.slice(0, 160)}`),
    ]
  })

export async function overflowsOf(
  scene: Scene,
  page: Page,
  widths: readonly number[] = WIDTHS,
): Promise<string[]> {
  const found: string[] = []
  for (const width of widths.filter((candidate) => fits(scene, candidate))) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const overflow of await overflowOf(page)) found.push(`${width}: ${overflow}`)
  }
  return found
}

export const widthFor = (scene: Scene): number =>
  [...WIDTHS].reverse().find((width) => fits(scene, width)) ?? HEIGHT

export const REFUSALS =
  /^\/nowhere$|\/api\/console\/rooms$|\/room\/api\/message\/file\/1$|\/room\/api\/session\/rooms$|\/room\/api\/file\/(expected\/list\/\d+|structure|upload|uploads\/\d+|conflicts|search|index\/spot|prepareFile\/\d+|view\/[\w-]+\/pages\/\d+|file\/(update\/edit|list))$/

export const sceneOf = (name: string): Scene => {
  const scene = SCENES.find((candidate) => candidate.name === name)
  if (!scene) throw new Error(`no scene ${name}`)
  return scene
}

export const SCREENS = SCENES.filter(({ of }) => of === undefined)

export const focusOutline = (page: Page): Promise<string> =>
  page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
