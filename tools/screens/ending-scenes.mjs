import { answerWith } from './invented/answer-with.mjs'
import { message } from './stage-steps.mjs'

const DAY = 24 * 3_600_000
const at = (ms) => new Date(Date.now() + ms).toISOString()

/** No scene ends the real room. */
const OPEN = {
  phase: 'open',
  phaseAt: null,
  closesAt: at(9 * DAY),
  told: { week: null, day: null },
  destruction: null,
  otherOperators: 1,
  confirmableFrom: at(-DAY),
  lastArchiveAt: null,
  documents: 1_284,
  bytes: 83_400_000_000,
  backupDays: 30,
  keyBackupDays: 30,
}
const FROZEN = { ...OPEN, phase: 'frozen', phaseAt: at(-DAY) }
const ASKED = {
  ...OPEN,
  phase: 'closed',
  phaseAt: at(-DAY),
  closesAt: null,
  lastArchiveAt: at(-DAY),
  destruction: {
    askedAt: at(-3_600_000),
    askedBy: {
      name: 'Christopher Featherstonehaugh',
      email: 'christopher.featherstonehaugh@hanbit-partners.example',
    },
    askedByMe: false,
    mayConfirm: true,
    dueAt: at(23 * 3_600_000),
  },
}

const archive = (id, more) => ({
  id,
  scope: 'room',
  name: `한빛테크 인수 실사 보관본 2026-11-2${id}.zip`,
  protection: null,
  createdAt: at(-DAY),
  createdBy: '김해온',
  byMe: true,
  keptUntil: at(2 * DAY),
  fetchedAt: null,
  ...more,
})
const ARCHIVES = [
  archive(4, { state: 'PREPARING', done: 120, total: 1_284, protection: 'passphrase' }),
  archive(3, { group: '한빛자산운용 인수단', state: 'READY', files: 1_284, size: 83_123_456_789 }),
  archive(2, {
    state: 'FAILED',
    reason: 'BROKEN',
    unreadable: 'documents/2 재무/2.3 감사/2025년 연결감사보고서 (최종).pdf',
    protection: 'age',
  }),
  archive(1, {
    scope: 'own',
    state: 'READY',
    files: 12,
    size: 23_456_789,
    fetchedAt: at(-3_600_000),
  }),
]

async function bringTo({ page }, ending) {
  const { phase, phaseAt, closesAt, destruction } = ending
  await page.route(/\/room\/api\/room\/ending\/\d+$/, (route) => answerWith(route, ending))
  await page.route(/\/room\/api\/archive\/list\/\d+$/, (route) => answerWith(route, ARCHIVES))
  await page.route(/\/room\/api\/room\/info\/\d+$/, async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    Object.assign(json.payload, {
      phase,
      phaseAt,
      closesAt,
      destroysAt: destruction?.dueAt ?? null,
    })
    await route.fulfill({ response, json })
  })
}

async function showEnding(stage, ending) {
  await bringTo(stage, ending)
  await stage.page.goto('/admin/ending')
  await stage.page.locator('.archive-row').first().waitFor()
  await stage.page.locator('.phase-banner').waitFor()
}

async function openFrom(stage, ending, label) {
  await showEnding(stage, ending)
  await stage.page
    .getByRole('button', { name: stage.t(label), exact: true })
    .first()
    .click()
  await stage.page.getByRole('dialog').waitFor()
}

export const ENDING_SCENES = [
  { name: 'ending', as: 'raised', open: (stage) => showEnding(stage, OPEN) },
  { name: 'ending-asked', of: 'ending', as: 'raised', open: (stage) => showEnding(stage, ASKED) },
  {
    name: 'ending-schedule',
    as: 'raised',
    open: (stage) => openFrom(stage, OPEN, 'ending.scheduleChange'),
  },
  { name: 'ending-ask', as: 'raised', open: (stage) => openFrom(stage, OPEN, 'ending.ask') },
  {
    name: 'ending-confirm',
    as: 'raised',
    open: (stage) => openFrom(stage, ASKED, 'ending.confirm'),
  },
  {
    name: 'ending-freeze',
    as: 'raised',
    async open(stage) {
      await showEnding(stage, OPEN)
      await stage.page.getByRole('button', { name: stage.t('ending.freeze'), exact: true }).click()
      await message(stage).waitFor()
    },
  },
  {
    name: 'ending-archive',
    as: 'raised',
    async open(stage) {
      const groups = [
        '참여자',
        '한빛자산운용 인수단',
        'Northbridge Capital Partners – Legal and Tax Advisers',
      ]
      await stage.page.route(/\/room\/api\/group\/list\/\d+$/, (route) =>
        answerWith(
          route,
          groups.map((name, index) => ({
            ...{
              id: index + 1,
              name,
              color: 'blue',
              members: 3,
              isDefault: index === 0,
              networks: [],
            },
            ...{ kind: 'participants', shared: index > 0, code: 'ABC'[index] },
          })),
        ),
      )
      await openFrom(stage, OPEN, 'archive.prepare')
      await stage.page.getByRole('radio').nth(1).check()
      await stage.page.locator('.modal input[type=password]').first().fill('한빛 실사 보관본 암호')
    },
  },
  {
    name: 'upload-frozen',
    of: 'upload',
    as: 'raised',
    async open(stage) {
      await bringTo(stage, FROZEN)
      await stage.page.goto('/admin/upload')
      await stage.page.locator('.phase-banner').waitFor()
    },
  },
  {
    name: 'room-closing',
    of: 'room',
    as: 'participant',
    async open(stage) {
      await bringTo(stage, OPEN)
      await stage.page.goto('/')
      await stage.page.locator('.phase-banner').waitFor()
    },
  },
  {
    name: 'own-archive',
    as: 'participant',
    async open(stage) {
      await bringTo(stage, ASKED)
      await stage.page.goto('/')
      await stage.page.locator('.phase-banner').getByRole('button').click()
      await stage.page.locator('.archive-row').first().waitFor()
    },
  },
  {
    name: 'ended',
    as: 'visitor',
    async open({ page, t }) {
      await page.goto('/ended')
      await page.getByRole('heading', { name: t('ending.endTitle') }).waitFor()
    },
  },
]
