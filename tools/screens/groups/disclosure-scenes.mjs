import { answerWith } from '../invented/answer-with.mjs'
import { GROUPS } from './rights-scenes.mjs'

const HOUR_MS = 3_600_000
const at = (hours) => new Date(Date.now() + hours * HOUR_MS).toISOString()

const record = (id, group, hours, more = {}) => ({
  ...{ id, groupId: id, group, at: at(hours), createdAt: at(hours + 0.1), createdBy: '김해온' },
  ...{ documents: 1_284, answers: 87, size: 4_120_000, sha256: `${id}`.repeat(64), ...more },
})

const RECORDS = [
  record(4, '한빛자산운용 인수단', -2),
  record(3, 'Featherstonehaugh, Cholmondeley & Partners LLP (clean team)', -30, {
    documents: 1,
    answers: 0,
    size: 84_000,
  }),
  record(2, '한빛자산운용 인수단', -200, { createdBy: 'Christopher Featherstonehaugh' }),
]

async function pretend({ page }, records) {
  await page.route(/\/room\/api\/disclosure\/list\/\d+/, (route) => answerWith(route, records))
  await page.route(/\/room\/api\/group\/list\/\d+/, (route) => answerWith(route, GROUPS))
  await page.goto('/admin/disclosure')
}

async function showRecords(stage) {
  await pretend(stage, RECORDS)
  await stage.page.locator('.disclosure-row').first().waitFor()
}

async function openDialog(stage, label) {
  const { page, t } = stage
  await showRecords(stage)
  await page.getByRole('button', { name: t(label) }).click()
  await page.getByRole('dialog').waitFor()
}

export const DISCLOSURE_SCENES = [
  { name: 'disclosure', as: 'raised', open: showRecords },
  {
    name: 'disclosure-none',
    of: 'disclosure',
    as: 'raised',
    async open(stage) {
      await pretend(stage, [])
      await stage.page.locator('.disclosure .state').waitFor()
    },
  },
  {
    name: 'disclosure-index',
    of: 'disclosure',
    as: 'raised',
    open: (stage) => openDialog(stage, 'disclosure.indexTitle'),
  },
  {
    name: 'disclosure-make',
    of: 'disclosure',
    as: 'raised',
    async open(stage) {
      await openDialog(stage, 'disclosure.make')
      await stage.page
        .getByRole('radio', { name: stage.t('disclosure.past') })
        .check({ force: true })
    },
  },
]
