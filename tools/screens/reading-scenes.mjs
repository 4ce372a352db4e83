import { messageShown } from './stage-steps.mjs'

export async function showDocument(stage) {
  const { page, room, t } = stage
  await page.goto(`/?folder=${room.folder}&doc=${room.document}`)
  const image = page.getByRole('img', { name: t('viewer.page', { page: 1 }), exact: true })
  await image.evaluate((element) => element.decode())
  await page.waitForFunction(hasThumbnails)
}

async function showUnread({ page, room }, status, text) {
  await page.route('**/prepareFile/*', async (route) => {
    const response = await route.fetch()
    const { payload, ...rest } = await response.json()
    await route.fulfill({
      response,
      json: { ...rest, payload: { ...payload, status, pageCount: 0 } },
    })
  })
  await page.goto(`/?folder=${room.folder}&doc=${room.document}`)
  const state = page.locator('.viewer-state')
  await (text === undefined ? state : state.getByText(text)).waitFor()
}

const hasThumbnails = () =>
  [...document.querySelectorAll('.viewer-thumbnail-paper')].every((paper) => {
    const { top, bottom } = paper.getBoundingClientRect()
    return bottom < 0 || top > innerHeight || paper.querySelector('img')?.complete
  })

async function showAsWide(stage, key) {
  const { page, t } = stage
  await showDocument(stage)
  await page.getByRole('separator', { name: t('viewer.width') }).press(key)
  await page.waitForFunction(hasThumbnails)
}

async function showStrictly(stage) {
  await stage.page.route('**/room/info/*', async (route) => {
    const response = await route.fetch()
    const { payload, ...rest } = await response.json()
    await route.fulfill({
      response,
      json: { ...rest, payload: { ...payload, viewing: { ...payload.viewing, strict: true } } },
    })
  })
  await stage.page.route('**/room/api/room/activity', (route) =>
    route.fulfill({ json: { status: 'OK', payload: null } }),
  )
  await showDocument(stage)
}

export const READING_SCENES = [
  { name: 'room-preview', as: 'participant', open: showDocument },
  {
    name: 'room-preview-making',
    of: 'room-preview',
    as: 'participant',
    open: (stage) => showUnread(stage, 'WORKING', stage.t('viewer.making')),
  },
  {
    name: 'room-preview-opening',
    of: 'room-preview',
    as: 'participant',
    async open({ page, room }) {
      await page.route('**/prepareFile/*', () => undefined)
      await page.goto(`/?folder=${room.folder}&doc=${room.document}`)
      await page.locator('.viewer-sheet-guess').waitFor()
    },
  },
  {
    name: 'room-preview-failed',
    of: 'room-preview',
    as: 'participant',
    async open({ page, room, t }) {
      await page.route('**/prepareFile/*', (route) => route.abort())
      await page.goto(`/?folder=${room.folder}&doc=${room.document}`)
      await page.getByRole('button', { name: t('common.retry') }).waitFor()
    },
  },
  {
    name: 'room-preview-page-failed',
    of: 'room-preview',
    as: 'participant',
    async open({ page, room, t }) {
      await page.route('**/pages/*', (route) => route.abort())
      await page.goto(`/?folder=${room.folder}&doc=${room.document}`)
      await page.getByText(t('viewer.pageFailed')).first().waitFor()
    },
  },
  {
    name: 'room-preview-gone',
    of: 'room-preview',
    as: 'participant',
    async open({ page, room, t }) {
      await page.goto(`/?folder=${room.folder}&doc=999999999`)
      await page.getByText(t('viewer.gone')).waitFor()
    },
  },
  {
    name: 'room-preview-none',
    of: 'room-preview',
    as: 'participant',
    open: (stage) => showUnread(stage, 'NO_CONVERTER'),
  },
  {
    name: 'room-preview-turned',
    of: 'room-preview',
    as: 'participant',
    async open(stage) {
      const { page, t } = stage
      await showDocument(stage)
      await page.getByRole('button', { name: new RegExp(`${t('viewer.view')}$`) }).click()
      await page.getByRole('menuitem', { name: t('viewer.turnRight') }).click()
      await page.getByRole('menu').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'room-preview-find-none',
    of: 'room-preview-find',
    as: 'participant',
    async open(stage) {
      const { page, t } = stage
      await showDocument(stage)
      await page.getByRole('button', { name: t('viewer.find') }).click()
      await page.getByRole('searchbox', { name: t('viewer.findField') }).fill('qqqqqq')
      await page
        .getByRole('status')
        .filter({ hasText: t('viewer.findNone') })
        .waitFor()
    },
  },
  {
    name: 'room-preview-broken',
    of: 'room-preview',
    as: 'participant',
    open: (stage) => showUnread(stage, 'BROKEN'),
  },
  {
    name: 'room-preview-full',
    as: 'participant',
    minWidth: 768,
    async open(stage) {
      await showDocument(stage)
      await stage.page.getByRole('button', { name: stage.t('viewer.fullScreen') }).click()
      await stage.page.getByRole('button', { name: stage.t('viewer.leaveFullScreen') }).waitFor()
    },
  },
  {
    name: 'room-preview-menu',
    as: 'participant',
    async open(stage) {
      await showDocument(stage)
      await stage.page
        .getByRole('button', { name: new RegExp(`${stage.t('viewer.view')}$`) })
        .click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'room-preview-find',
    as: 'participant',
    async open(stage) {
      const { page, t } = stage
      await showDocument(stage)
      await page.getByRole('button', { name: t('viewer.find') }).click()
      // Demo and stories contain this digit.
      await page.getByRole('searchbox', { name: t('viewer.findField') }).fill('1')
      await page.locator('.viewer-hit[data-current]').waitFor()
      await page.getByRole('button', { name: t('viewer.findStop') }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'room-preview-locked',
    as: 'participant',
    async open(stage) {
      const { page, t } = stage
      await showUnread(stage, 'LOCKED', t('viewer.password'))
      await page.getByRole('button', { name: t('viewer.passwordOpen'), exact: true }).click()
      await page.getByText(t('viewer.passwordMissing'), { exact: true }).waitFor()
    },
  },
  {
    name: 'room-preview-strict',
    of: 'room-preview',
    as: 'participant',
    async open(stage) {
      await showStrictly(stage)
      await stage.page.keyboard.press('PrintScreen')
      await stage.page.getByText(stage.t('viewer.captured')).waitFor()
    },
  },
  {
    name: 'room-preview-strict-about',
    as: 'participant',
    async open(stage) {
      await showStrictly(stage)
      await stage.page.getByRole('button', { name: stage.t('viewer.strictAbout') }).click()
      await messageShown(stage)
    },
  },
  // The browser keeps this width for later scenes.
  {
    name: 'room-preview-narrow',
    of: 'room-preview',
    as: 'participant',
    minWidth: 768,
    open: (stage) => showAsWide(stage, 'Home'),
  },
  {
    name: 'room-preview-wide',
    of: 'room-preview',
    as: 'participant',
    minWidth: 768,
    open: (stage) => showAsWide(stage, 'End'),
  },
]
