import { COMPOSE_SCENES } from './compose-scenes.mjs'
import { CONSOLE_SCENES } from './console/console-scenes.mjs'
import { DASHBOARD_SCENES } from './dashboard-scenes.mjs'
import { EXPECTED_SCENES } from './documents/expected-scenes.mjs'
import { NEWS_SCENES } from './documents/news-scenes.mjs'
import { NUMBERING_SCENES } from './documents/numbering-scenes.mjs'
import { PUBLISHING_SCENES } from './documents/publishing-scenes.mjs'
import { RENAME_SCENES } from './documents/rename-scenes.mjs'
import { REPLACE_SCENES } from './documents/replace-scenes.mjs'
import { SEARCH_SCENES } from './documents/search-scenes.mjs'
import { STRUCTURE_SCENES } from './documents/structure-scenes.mjs'
import { TRASH_SCENES } from './documents/trash-scenes.mjs'
import { showSettings, showUploads, UPLOAD_SCENES } from './documents/upload-scenes.mjs'
import { ENDING_SCENES } from './ending-scenes.mjs'
import { ENTRANCE_SCENES } from './entrance-scenes.mjs'
import { AGREEMENT_SCENES } from './groups/agreement-scenes.mjs'
import { BRAND_SCENES } from './groups/brand-scenes.mjs'
import { DISCLOSURE_SCENES } from './groups/disclosure-scenes.mjs'
import { MATRIX_SCENES } from './groups/matrix-scenes.mjs'
import { PROPOSAL_SCENES } from './groups/proposal-scenes.mjs'
import { QUESTION_SCENES } from './groups/question-scenes.mjs'
import { RIGHTS_SCENES } from './groups/rights-scenes.mjs'
import { SIGN_ON_SCENES } from './groups/sign-on-scenes.mjs'
import { SUBMISSION_SCENES } from './groups/submission-scenes.mjs'
import { GUIDE_SCENES } from './guide-scenes.mjs'
import { HISTORY_SCENES } from './history-scenes.mjs'
import { MESSAGE_SCENES, TROUBLE_SCENES } from './message-scenes.mjs'
import { ORDER_SCENES } from './order-scenes.mjs'
import { PASSKEY_SCENES } from './passkey-scenes.mjs'
import { PEOPLE_SCENES } from './people-scenes.mjs'
import { READING_SCENES } from './reading-scenes.mjs'
import { listed, message, messageShown, openAccount } from './stage-steps.mjs'
import { VERIFY_SCENES } from './verify-scenes.mjs'

async function showFolder(stage, id) {
  await stage.page.goto(id === undefined ? '/' : `/?folder=${id}`)
  await listed(stage)
}

async function showGate({ page, t }) {
  await page.goto('/admin/upload')
  await page.getByRole('textbox', { name: t('gate.code') }).waitFor()
}

async function showTree({ page }) {
  await page.goto('/admin/upload')
  for (const level of [1, 2]) {
    await page
      .locator(`.items-row[aria-level="${level}"] [data-chevron]`)
      .nth(level === 1 ? 1 : 0)
      .click()
    await page
      .locator(`.items-row[aria-level="${level + 1}"]:not(.items-row-unknown)`)
      .first()
      .waitFor()
  }
}

/** `of` is the base scene, `as` the session's owner. */
export const SCENES = [
  { name: 'login', as: 'visitor', open: ({ page }) => page.goto('/login') },
  {
    name: 'login-problem',
    of: 'login',
    as: 'visitor',
    async open(stage) {
      await stage.page.goto('/login')
      await stage.page.getByRole('button', { name: stage.t('login.enter') }).click()
      await messageShown(stage)
    },
  },
  {
    name: 'login-ended',
    of: 'login',
    as: 'visitor',
    async open({ page, t }) {
      await page.goto('/login')
      await page.evaluate(
        (text) => localStorage.setItem('endReason', JSON.stringify(text)),
        t('idle.ended'),
      )
      await page.reload()
      await page.getByText(t('idle.ended')).waitFor()
      await page.evaluate(() => localStorage.removeItem('endReason'))
    },
  },
  ...ENTRANCE_SCENES,
  ...VERIFY_SCENES,
  { name: 'about', as: 'visitor', open: ({ page }) => page.goto('/about') },
  { name: 'not-found', as: 'visitor', open: ({ page }) => page.goto('/nowhere') },
  {
    name: 'notice',
    as: 'newcomer',
    async open({ page, t }) {
      await page.goto('/login/agree')
      await page.getByRole('button', { name: t('agree.accept') }).waitFor()
    },
  },
  ...SEARCH_SCENES,
  { name: 'room', as: 'participant', open: (stage) => showFolder(stage) },
  {
    name: 'room-folder',
    of: 'room',
    as: 'participant',
    open: (stage) => showFolder(stage, stage.room.folder),
  },
  {
    name: 'room-folder-empty',
    of: 'room',
    as: 'participant',
    async open({ page, t, room }) {
      await page.goto(`/?folder=${room.emptyFolder}`)
      await page.getByText(t('documents.empty')).waitFor()
    },
  },
  {
    name: 'room-selecting',
    as: 'participant',
    async open(stage) {
      const { page, room } = stage
      await showFolder(stage, room.folder)
      for (const index of [0, 1]) await page.locator('.items-row .items-check').nth(index).click()
      await page.locator('.selection-bar').waitFor()
    },
  },
  {
    name: 'room-row-menu',
    as: 'participant',
    async open(stage) {
      const { page, room } = stage
      await showFolder(stage, room.folder)
      await page.getByRole('row', { name: room.documentName }).locator('[data-menu]').click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'room-drawer',
    as: 'participant',
    maxWidth: 1279,
    async open(stage) {
      const { page, t } = stage
      await showFolder(stage)
      await page.getByRole('button', { name: t('app.folders') }).click()
      await page.getByRole('dialog').getByRole('treeitem').first().waitFor()
    },
  },
  ...READING_SCENES,
  ...MESSAGE_SCENES,
  ...TROUBLE_SCENES,
  {
    name: 'room-account-menu',
    as: 'participant',
    async open(stage) {
      await showFolder(stage)
      await openAccount(stage)
    },
  },
  {
    name: 'room-idle-warning',
    as: 'participant',
    async open(stage) {
      const { page } = stage
      await page.clock.install()
      await showFolder(stage)
      await page.evaluate(() => localStorage.setItem('lastSeen', JSON.stringify(Date.now())))
      await page.clock.fastForward('28:05')
      await messageShown(stage)
      await page.evaluate(() => localStorage.removeItem('lastSeen'))
    },
  },
  { name: 'gate', as: 'operator', open: showGate },
  {
    name: 'gate-mismatch',
    of: 'gate',
    as: 'operator',
    async open(stage) {
      const { page, t } = stage
      await showGate(stage)
      // No code contains these letters.
      await page.getByRole('textbox', { name: t('gate.code') }).fill('IIIIIIIII')
      await page.keyboard.press('Enter')
      await messageShown(stage)
    },
  },
  ...PASSKEY_SCENES,
  ...DASHBOARD_SCENES,
  { name: 'upload', as: 'raised', open: showUploads },
  { name: 'upload-tree', of: 'upload', as: 'raised', open: showTree },
  {
    name: 'upload-empty',
    of: 'upload',
    as: 'raised',
    async open({ page, t, room }) {
      await page.goto(`/admin/upload?folder=${room.emptyFolder}`)
      await page.getByText(t('documents.emptyOperator')).waitFor()
    },
  },
  {
    name: 'upload-drawer',
    as: 'raised',
    maxWidth: 1279,
    async open(stage) {
      const { page, t } = stage
      await showUploads(stage)
      await page
        .getByRole('main')
        .getByRole('button', { name: t('app.folders') })
        .click()
      await page.getByRole('dialog').getByRole('treeitem').first().waitFor()
    },
  },
  {
    name: 'upload-selected',
    of: 'upload',
    as: 'raised',
    async open(stage) {
      await showTree(stage)
      for (const [at, box] of (await stage.page.locator('.items-row .items-check').all()).entries())
        if (at < 3) await box.click()
      await stage.page.getByRole('toolbar', { name: stage.t('actions.selectionActions') }).waitFor()
    },
  },
  {
    name: 'upload-folder-new',
    as: 'raised',
    async open(stage) {
      await showUploads(stage)
      await stage.page
        .getByRole('button', { name: stage.t('documents.createFolder'), exact: true })
        .click()
      await stage.page.getByRole('textbox', { name: stage.t('documents.folderName') }).waitFor()
    },
  },
  ...ORDER_SCENES,
  ...MATRIX_SCENES,
  ...QUESTION_SCENES,
  ...RIGHTS_SCENES,
  ...DISCLOSURE_SCENES,
  ...AGREEMENT_SCENES,
  ...BRAND_SCENES,
  ...SIGN_ON_SCENES,
  ...SUBMISSION_SCENES,
  ...NEWS_SCENES,
  ...PROPOSAL_SCENES,
  ...UPLOAD_SCENES,
  {
    name: 'watermark-style',
    as: 'raised',
    async open(stage) {
      await showSettings(stage)
      await stage.page.getByRole('button', { name: stage.t('room.watermarkLook') }).click()
      await stage.page.getByRole('dialog').getByRole('img').waitFor()
    },
  },
  {
    name: 'upload-watermark',
    as: 'raised',
    async open(stage) {
      await showSettings(stage)
      await stage.page.getByRole('switch', { name: stage.t('room.watermark') }).click()
      await messageShown(stage)
    },
  },
  {
    name: 'upload-notification',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await page.route('**/room/api/room/update/toggle', (route) =>
        route.fulfill({ json: { status: 'OK', payload: null } }),
      )
      await showSettings(stage)
      for (const state of ['room.on', 'room.off']) {
        await page.getByRole('switch', { name: `${t('room.noti')} ${t(state)}` }).click()
        await message(stage)
          .getByRole('button', { name: t('common.confirm') })
          .click()
      }
      await page.getByRole('button', { name: t('common.more'), exact: true }).click()
      await page.getByRole('dialog', { name: t('room.notiPreview') }).waitFor()
    },
  },
  {
    name: 'upload-viewing',
    as: 'raised',
    async open(stage) {
      await showSettings(stage)
      await stage.page.getByRole('button', { name: stage.t('room.viewing') }).click()
      await stage.page
        .getByRole('dialog', { name: stage.t('room.viewing') })
        .getByRole('switch')
        .first()
        .waitFor()
    },
  },
  ...PEOPLE_SCENES,
  ...NUMBERING_SCENES,
  ...EXPECTED_SCENES,
  ...STRUCTURE_SCENES,
  ...RENAME_SCENES,
  ...REPLACE_SCENES,
  ...PUBLISHING_SCENES,
  ...TRASH_SCENES,
  ...ENDING_SCENES,
  ...COMPOSE_SCENES,
  ...HISTORY_SCENES,
  ...GUIDE_SCENES,
  ...CONSOLE_SCENES,
]

/** On touch screens, dialogs wait for the keyboard. */
async function settle(page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].every(
      (layer) => layer.checkVisibility({ opacityProperty: true }),
    ),
  )
  await page.evaluate(async () => {
    await document.fonts.ready
    const motions = document
      .getAnimations()
      .filter((motion) => Number(motion.effect?.getComputedTiming().endTime) < 1_000)
    await Promise.allSettled(motions.map(({ finished }) => finished))
  })
}

export async function openScene(scene, stage) {
  // Mocked data must not reach the server.
  await stage.page.goto('about:blank')
  await stage.page.mouse.up()
  await stage.page.unrouteAll({ behavior: 'ignoreErrors' })
  // Drafts must not leak between scenes.
  await stage.page.route('**/room/api/draft/*', (route) =>
    route.fulfill({ json: { status: 'OK', payload: null } }),
  )
  await scene.open(stage)
  await settle(stage.page)
}

export const fits = ({ minWidth = 0, maxWidth = Number.POSITIVE_INFINITY }, width) =>
  width >= minWidth && width <= maxWidth
