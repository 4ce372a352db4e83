import { openScene, SCENES } from '../../tools/screens/scenes.mjs'
import { expectPrintable, toPaper } from '../support/on-paper.ts'
import { expect, test } from '../support/server-fixture.ts'
import { type NewPage, Stages } from '../support/stages.ts'

interface Printed {
  readonly shown: readonly string[]
  readonly hidden: readonly string[]
}

const WINDOW = { width: 1440, height: 900 }

const PRINTED: Readonly<Record<string, Printed>> = {
  'room-closing': {
    shown: ['.items-head', '.items-row', '.crumbs'],
    hidden: ['.side', '.top', '.phase-banner'],
  },
  'room-preview': { shown: ['.items-row'], hidden: ['.viewer', '.top'] },
  'guide-viewing': { shown: ['.items-row'], hidden: ['.guide'] },
  'people-view-as': { shown: ['.items-row'], hidden: ['.view-as-bar', '.side', '.top'] },
  people: {
    shown: ['.screen-title', '.members-table thead', '.member', '.member .switch'],
    hidden: ['.side', '.members-tools'],
  },
  'upload-card': { shown: ['.items-row'], hidden: ['.upload-card', '.top'] },
  'upload-selected': { shown: ['.items-row'], hidden: ['.selection-bar .button'] },
  'upload-watermark': { shown: ['.items-row'], hidden: ['[role=alertdialog]', '.scrim'] },
  'upload-row-menu': { shown: ['.items-row'], hidden: ['[role=menu]'] },
  history: {
    shown: ['.activity-table thead', '.activity-row'],
    hidden: ['.activity-filter', '.history-tools .button', '.side'],
  },
  'ending-asked': {
    shown: ['.phases', '.archive-row'],
    hidden: ['.phase-banner', '.ending-buttons', '.side'],
  },
  'own-activity': {
    shown: ['.items-row', '[role=dialog] .activity-row'],
    hidden: ['.top', '[role=dialog] .button'],
  },
  'verify-bad': {
    shown: ['h1', '.verify-card', '.verify-about'],
    hidden: ['.verify-drop', '.verify-paste', '.verify-download'],
  },
}

test('a screen prints its content dark on white, without controls, bars, cards and prompts', async ({
  url,
  app,
  room,
  openBrowser,
  strictness,
}) => {
  test.setTimeout(300_000)
  strictness.expectRefusals(/\/room\/api\/file\/(upload|uploads\/\d+|conflicts)$/)
  const newPage: NewPage = async (session) =>
    (await openBrowser({ ...(session ? { session } : {}), viewport: WINDOW })).newPage()
  const stages = new Stages({ url, app, alone: room, newPage })
  for (const [name, { shown, hidden }] of Object.entries(PRINTED)) {
    await test.step(name, async () => {
      const scene = SCENES.find((candidate) => candidate.name === name)
      if (!scene) throw new Error(`no scene ${name}`)
      const stage = await stages.of(scene.as)
      const { page } = stage
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize(WINDOW)
      await openScene(scene, stage)
      for (const selector of [...shown, ...hidden])
        await expect(page.locator(selector).first(), `${selector} on the screen`).toBeVisible()
      await page.setViewportSize({ ...WINDOW, height: 420 })
      await toPaper(page)
      for (const selector of shown)
        await expect(page.locator(selector).first(), `${selector} on paper`).toBeVisible()
      for (const selector of hidden)
        await expect(
          page.locator(`${selector} >> visible=true`),
          `${selector} on paper`,
        ).toHaveCount(0)
      await expectPrintable(page)
    })
  }
})
