import { PDF } from '@libpdf/core'
import type { Page } from '@playwright/test'
import { enterAsOperator } from '../server/test/server-process.ts'
import { openScene, SCENES } from '../tools/screens/scenes.mjs'
import { axe } from './axe.ts'
import { sessionOf } from './house.ts'
import { expect, test } from './server-fixture.ts'
import { DESKTOP, story as signersStory } from './signing-room.ts'
import { type NewPage, Stages } from './stages.ts'
import { row } from './steps.ts'

/** The page as it goes to paper, chosen dark on the screen. */
async function toPaper(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'dark'
  })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

/** What of the page would be cut off on paper, for it is reached by scrolling alone. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => element.checkVisibility() && /auto|scroll/.test(getComputedStyle(element).overflowY))
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map((element) => `${element.className}: ${element.clientHeight} of ${element.scrollHeight} px`),
  )

/** What stands at one place of every sheet, over whatever lies there. */
const fixed = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).position === 'fixed')
      .filter(({ textContent }) => textContent?.trim() !== '')
      .map(({ className }) => String(className)),
  )

/** What holds of every screen on paper. */
async function expectPrintable(page: Page): Promise<void> {
  await expect(page.locator('.button:visible')).toHaveCount(0)
  await expect.poll(() => cutOff(page)).toEqual([])
  expect(await fixed(page)).toEqual([])
  for (const head of await page.locator('thead:visible').all()) {
    await expect(head, 'repeated on every sheet').toHaveCSS('display', 'table-header-group')
    await expect(head).toHaveCSS('position', 'static')
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await axe(page, ['color-contrast'])
}

interface Printed {
  readonly shown: readonly string[]
  /** On the screen alone. */
  readonly hidden: readonly string[]
}

const WINDOW = { width: 1440, height: 900 }

const PRINTED: Readonly<Record<string, Printed>> = {
  'room-closing': { shown: ['.items-head', '.items-row', '.crumbs'], hidden: ['.side', '.top', '.phase-banner'] },
  'room-preview': { shown: ['.items-row'], hidden: ['.viewer', '.top'] },
  'guide-viewing': { shown: ['.items-row'], hidden: ['.guide'] },
  'people-view-as': { shown: ['.items-row'], hidden: ['.view-as-bar', '.side', '.top'] },
  people: { shown: ['.members-title', '.members-table thead', '.member', '.member .switch'], hidden: ['.side', '.members-tools'] },
  'upload-card': { shown: ['.items-row'], hidden: ['.upload-card', '.top'] },
  'upload-selected': { shown: ['.items-row'], hidden: ['.selection-bar .button'] },
  'upload-watermark': { shown: ['.items-row'], hidden: ['[role=alertdialog]', '.scrim'] },
  'upload-row-menu': { shown: ['.items-row'], hidden: ['[role=menu]'] },
  history: { shown: ['.activity-table thead', '.activity-row'], hidden: ['.activity-filter', '.history-tools .button', '.side'] },
  'ending-asked': { shown: ['.phases', '.archive-row'], hidden: ['.phase-banner', '.ending-buttons', '.side'] },
  'own-activity': { shown: ['.items-row', '[role=dialog] .activity-row'], hidden: ['.top', '[role=dialog] .button'] },
  'verify-bad': { shown: ['h1', '.verify-card', '.verify-about'], hidden: ['.verify-drop', '.verify-paste', '.verify-download'] },
}

test('a screen is printed as what it tells: dark on white, without controls, bars, cards and what asks', async ({
  url,
  house,
  room,
  openBrowser,
  strictness,
}) => {
  test.setTimeout(300_000)
  strictness.expectRefusals(/\/room\/api\/file\/(upload|uploads\/\d+|conflicts)$/)
  const newPage: NewPage = async (session) => (await openBrowser({ ...(session ? { session } : {}), viewport: WINDOW })).newPage()
  const stages = new Stages({ url, house, alone: room, newPage })
  for (const [name, { shown, hidden }] of Object.entries(PRINTED)) {
    await test.step(name, async () => {
      const scene = SCENES.find((candidate) => candidate.name === name)
      if (!scene) throw new Error(`no scene ${name}`)
      const stage = await stages.of(scene.as)
      const { page } = stage
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize(WINDOW)
      await openScene(scene, stage)
      for (const selector of [...shown, ...hidden]) await expect(page.locator(selector).first(), `${selector} on the screen`).toBeVisible()
      // Where little fits into the window, more of it is scrolled.
      await page.setViewportSize({ ...WINDOW, height: 420 })
      await toPaper(page)
      for (const selector of shown) await expect(page.locator(selector).first(), `${selector} on paper`).toBeVisible()
      for (const selector of hidden) await expect(page.locator(`${selector} >> visible=true`), `${selector} on paper`).toHaveCount(0)
      await expectPrintable(page)
    })
  }
})

const FOLDERS = 80
const folderName = (index: number): string => `${String(index).padStart(3, '0')} 폴더`

test('a list of which the screen shows a part is printed whole', async ({ url, room, openBrowser }) => {
  const operator = await enterAsOperator(url, room)
  for (let index = 1; index <= FOLDERS; index += 1) await operator.makeFolder(folderName(index))
  const session = await sessionOf(url, room.pin)
  const page = await (await openBrowser({ session, viewport: { width: 1440, height: 500 } })).newPage()
  await page.goto('/')
  await expect(row(page, folderName(1))).toBeVisible()
  await expect(row(page, folderName(FOLDERS)), 'not drawn on the screen').toHaveCount(0)
  // As the browser prints, with nobody there to wait until the list has drawn itself.
  const pdf = await PDF.load(await page.pdf({ format: 'A4' }))
  const sheets = pdf.extractText().map(({ text }) => text)
  expect(sheets.length).toBeGreaterThan(1)
  expect(sheets[0]).toContain('등록일시')
  for (let index = 1; index <= FOLDERS; index += 1)
    expect(
      sheets.filter((sheet) => sheet.includes(folderName(index))),
      folderName(index),
    ).toHaveLength(1)
  await expect(row(page, folderName(FOLDERS)), 'nor afterwards').toHaveCount(0)
})

signersStory('a document to sign is printed with its boxes, and what came of it without the buttons', async ({ asked }) => {
  const page = await asked.open(DESKTOP)
  await expect(page.locator('.page-canvas[data-drawn]').first()).toBeVisible()
  const bar = page.getByRole('contentinfo')
  await expect(bar).toBeVisible()
  await toPaper(page)
  for (const hidden of [bar, page.locator('.sign-zoom'), page.locator('.sign-head-buttons')]) await expect(hidden).toBeHidden()
  await expect(page.locator('.sign-sheet').first()).toBeVisible()
  await expect(page.locator('.sign-box').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectPrintable(page)
})
