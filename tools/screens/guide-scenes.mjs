import { listed } from './stage-steps.mjs'

export const asNewcomer = (page) =>
  page.route(/\/room\/guides(\/close)?$/, (route) =>
    route.fulfill({
      json: { status: 'OK', payload: route.request().method() === 'GET' ? [] : null },
    }),
  )

const guide = ({ page, t }) => page.getByRole('region', { name: t('app.guide') })

async function showGuide(stage, path) {
  await asNewcomer(stage.page)
  await stage.page.goto(path)
  await guide(stage).waitFor()
}

async function showManual(stage, section, tab) {
  const { page, t } = stage
  await page.goto('/')
  await listed(stage)
  await page.getByRole('button', { name: t('app.guide') }).click()
  await guide(stage)
    .getByRole('button', { name: t('guide.manual') })
    .click()
  const manual = page.getByRole('dialog')
  await manual.getByRole('heading', { name: t('manual.title') }).waitFor()
  if (section)
    await manual
      .getByRole('button', { name: t(section) })
      .first()
      .click()
  if (tab) await manual.getByRole('tab', { name: t(tab) }).click()
}

const manualScene = (name, section, tab) => ({
  name: `manual-${name}`,
  ...(name === 'summary' ? {} : { of: 'manual-summary' }),
  as: 'participant',
  open: (stage) => showManual(stage, section, tab),
})

export const GUIDE_SCENES = [
  {
    name: 'guide-viewing',
    as: 'participant',
    async open(stage) {
      await showGuide(stage, '/')
      await listed(stage)
    },
  },
  {
    name: 'guide-viewing-preview',
    of: 'guide-viewing',
    as: 'participant',
    async open(stage) {
      const { folder, document } = stage.room
      await asNewcomer(stage.page)
      await stage.page.goto(`/?folder=${folder}&doc=${document}`)
      await stage.page.locator('.viewer img').first().waitFor()
    },
  },
  {
    name: 'guide-asking',
    of: 'guide-viewing',
    as: 'participant',
    open: (stage) => showGuide(stage, '/questions'),
  },
  {
    name: 'guide-answering',
    of: 'guide-viewing',
    as: 'raised',
    open: (stage) => showGuide(stage, '/admin/questions'),
  },
  {
    name: 'guide-upload',
    as: 'raised',
    open: (stage) => showGuide(stage, `/admin/upload?folder=${stage.room.folder}`),
  },
  {
    name: 'guide-invitation',
    as: 'raised',
    open: (stage) => showGuide(stage, '/admin/invitation'),
  },
  { name: 'guide-activity', as: 'raised', open: (stage) => showGuide(stage, '/admin/history') },
  manualScene('menu'),
  manualScene('summary', 'manual.summary'),
  manualScene('access', 'manual.access'),
  manualScene('authentication', 'manual.access', 'manual.authentication'),
  manualScene('box', 'manual.user'),
  manualScene('view', 'manual.user', 'manual.documentView'),
  manualScene('dashboard', 'manual.manager'),
  manualScene('upload', 'manual.manager', 'manual.upload'),
  manualScene('invitation', 'manual.manager', 'manual.invitation'),
  manualScene('activity', 'manual.manager', 'manual.activity'),
]
