import { answerWith } from '../invented/answer-with.mjs'
import { ANSWERS, besideOf } from './console-answers.mjs'

const API = '/api/console'
const ROOM = '한빛정밀 인수'

/** Scenes have no passkeys. @param changed responses by path; `fails` and `waits` simulate a failing or pending call */
async function answerAll(page, changed = {}) {
  await page.route(`**${API}/**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(API.length)
    const payload = changed[path] ?? ANSWERS[path]
    if (payload === 'waits') return undefined
    if (payload === 'fails') return route.fulfill({ status: 500, json: {} })
    if (payload === undefined) return route.continue()
    return answerWith(route, payload, besideOf(path, payload))
  })
}

async function openConsole({ page }, { hash = '', bearer, changed } = {}) {
  await answerAll(page, changed)
  await page.goto('/console')
  await page.evaluate((token) => {
    if (token === null) sessionStorage.removeItem('console')
    else sessionStorage.setItem('console', token)
  }, bearer ?? null)
  await page.goto('about:blank')
  await page.goto(`/console${hash}`)
}

const signedOn = (stage, hash, changed) =>
  openConsole(stage, { hash, bearer: 'A'.repeat(43), changed })

const button = ({ page, t }, key, values) =>
  page.getByRole('button', { name: t(key, values), exact: true })

async function showTable(stage, name, changed) {
  await signedOn(stage, `#${name}`, changed)
  await stage.page.getByRole('table').first().waitFor()
}

async function showEntrance(stage, hash) {
  await openConsole(stage, { hash })
  await stage.page.getByRole('link', { name: /회사 계정|Firm account/ }).waitFor()
}

async function showRoom(stage) {
  await showTable(stage, 'rooms')
  await stage.page.getByRole('button', { name: ROOM }).click()
  await button(stage, 'console.addOperator').waitFor()
}

const dialogOf = (name, opener) => async (stage) => {
  await showTable(stage, name)
  await button(stage, opener).click()
  await stage.page.getByRole('dialog').waitFor()
}

const EMPTY = {
  keys: 'console.noKeys',
  webhooks: 'console.noWebhooks',
  mails: 'console.noMails',
  log: 'console.noLog',
}

const emptyScene = (name) => ({
  ...{ name: `console-${name}-empty`, of: `console-${name}`, as: 'visitor' },
  async open(stage) {
    await signedOn(stage, `#${name}`, { [`/${name}`]: [] })
    await stage.page.getByText(stage.t(EMPTY[name])).waitFor()
  },
})

export const CONSOLE_SCENES = [
  { name: 'console-entrance', as: 'visitor', open: (stage) => showEntrance(stage, '') },
  {
    name: 'console-entrance-refused',
    of: 'console-entrance',
    as: 'visitor',
    open: (stage) => showEntrance(stage, '#unreachable'),
  },
  {
    name: 'console-invitation',
    as: 'visitor',
    open: (stage) => showEntrance(stage, `#invite=${'A'.repeat(43)}`),
  },
  { name: 'console-rooms', as: 'visitor', open: (stage) => showTable(stage, 'rooms') },
  {
    ...{ name: 'console-rooms-empty', of: 'console-rooms', as: 'visitor' },
    async open(stage) {
      await signedOn(stage, '#rooms', { '/rooms': [] })
      await stage.page.getByText(stage.t('console.noRooms')).waitFor()
    },
  },
  {
    ...{ name: 'console-rooms-loading', of: 'console-rooms', as: 'visitor' },
    async open(stage) {
      await signedOn(stage, '#rooms', { '/rooms': 'waits' })
      await button(stage, 'console.newRoom').waitFor()
    },
  },
  {
    ...{ name: 'console-rooms-error', of: 'console-rooms', as: 'visitor' },
    async open(stage) {
      await signedOn(stage, '#rooms', { '/rooms': 'fails' })
      await button(stage, 'common.retry').waitFor()
    },
  },
  { name: 'console-room', as: 'visitor', open: showRoom },
  { name: 'console-new-room', as: 'visitor', open: dialogOf('rooms', 'console.newRoom') },
  {
    name: 'console-administrators',
    as: 'visitor',
    open: (stage) => showTable(stage, 'administrators'),
  },
  {
    ...{ name: 'console-administrators-unbind', of: 'console-administrators', as: 'visitor' },
    async open(stage) {
      await showTable(stage, 'administrators')
      await button(stage, 'console.unbind').click()
      await stage.page.getByRole('alertdialog').waitFor()
    },
  },
  {
    ...{ name: 'console-invite', of: 'console-administrators', as: 'visitor' },
    open: dialogOf('administrators', 'console.invite'),
  },
  { name: 'console-keys', as: 'visitor', open: (stage) => showTable(stage, 'keys') },
  {
    name: 'console-new-key',
    of: 'console-keys',
    as: 'visitor',
    open: dialogOf('keys', 'console.newKey'),
  },
  { name: 'console-webhooks', as: 'visitor', open: (stage) => showTable(stage, 'webhooks') },
  {
    ...{ name: 'console-deliveries', as: 'visitor' },
    async open(stage) {
      await showTable(stage, 'webhooks')
      await stage.page
        .getByRole('button', { name: stage.t('console.deliveryCounts', { waiting: 0, failed: 0 }) })
        .click()
      await stage.page.getByRole('dialog').getByRole('table').waitFor()
    },
  },
  { name: 'console-health', as: 'visitor', open: (stage) => showTable(stage, 'health') },
  { name: 'console-mails', as: 'visitor', open: (stage) => showTable(stage, 'mails') },
  { name: 'console-log', as: 'visitor', open: (stage) => showTable(stage, 'log') },
  ...Object.keys(EMPTY).map(emptyScene),
]
