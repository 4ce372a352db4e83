import { answerWith } from '../invented/answer-with.mjs'
import { daysAgo, listedItem } from '../invented/listed-item.mjs'

const WAITING = [
  { name: '03 법무', path: '', itemCount: 14, days: 0 },
  { name: '감사보고서 초안 (2025).pdf', path: '02 재무/2025', size: 1_284_000, days: 0, at: 2 },
  {
    name: '주요 거래처별 매출 현황과 전망 및 부속명세서 (2025 회계연도 4분기).xlsx',
    path: '02 재무/2025/04 분기 자료/부속',
    size: 83_120,
    days: 1,
    submitted: { by: 'Christopher Featherstonehaugh', group: '매수인 자문단 (법무법인 한결)' },
  },
  { name: '주주간계약서.pdf', path: '01 회사 일반', size: 402_310, days: 3, isNewVersion: true },
]

const MAY = { copy: true, edit: true, delete: true, print: true, download: true, original: false }

const waitingOf = (roomId) =>
  WAITING.map(({ days, at, isNewVersion, submitted, ...item }, index) => ({
    ...listedItem({
      ...item,
      id: index + 1,
      roomId,
      days,
      permission: MAY,
      state: isNewVersion ? 'published' : 'staged',
    }),
    ...(isNewVersion ? { waits: { number: 3, size: 410_022, uploadedAt: daysAgo(days) } } : {}),
    ...(submitted ? { submitted: { ...submitted, at: daysAgo(days) } } : {}),
    ...(at === undefined ? {} : { publishAt: daysAgo(-at) }),
  }))

async function showStaged({ page }) {
  await page.route(/\/room\/api\/file\/staged\/\d+/, (route) =>
    answerWith(route, waitingOf(Number(/staged\/(\d+)/.exec(route.request().url())?.[1])), {
      documents: 31,
      ordered: 1,
    }),
  )
  await page.goto('/admin/staged')
  await page.locator('.staged-table tbody tr').first().waitFor()
}

async function selectTwo(stage) {
  await showStaged(stage)
  for (const index of [0, 2])
    await stage.page.locator('.staged-table tbody input').nth(index).check()
}

async function pretend({ page }) {
  await page.route('**/room/api/file/file/list', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    if (!Array.isArray(answer.payload)) return route.fulfill({ response })
    const uploadedAt = daysAgo(1)
    const states = [
      { state: 'staged' },
      { isNew: true, favourite: true },
      { isUnseen: true },
      { isUpdated: true, waits: { number: 2, size: 1_300_000, uploadedAt } },
    ]
    const payload = answer.payload.map((item, index) => ({
      ...item,
      ...states[index % states.length],
    }))
    return route.fulfill({ response, json: { ...answer, payload, stagesUploads: true } })
  })
}

async function limit({ page }) {
  await page.route(/\/room\/api\/room\/info\/\d+/, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    return route.fulfill({ response, json: { ...answer, scope: 'content' } })
  })
}

const FOUND = [
  ['DUPLICATE', '02 재무/2025/감사보고서 사본.pdf', '01 회사 일반/감사보고서.pdf'],
  [
    'SIMILAR_NAME',
    '02 재무/2025/04 분기 자료/주요 거래처별 매출 현황과 전망 (최종).xlsx',
    '02 재무/2025/04 분기 자료/주요 거래처별 매출 현황과 전망_최종.xlsx',
  ],
  ['TRACKED_CHANGES', '03 법무/주주간계약서 수정안.docx'],
  ['METADATA', '03 법무/주주간계약서 수정안.docx'],
  ['METADATA', '02 재무/2025/결산.xlsx'],
]

async function find({ page }) {
  const placed = (path, itemId) => ({ itemId, parent: 1, name: path.split('/').at(-1), path })
  const payload = FOUND.map(([finding, path, other], index) => ({
    ...{ ...placed(path, index + 1), finding },
    ...(other ? { other: placed(other, 99) } : {}),
  }))
  await page.route('**/room/api/file/check', (route) =>
    answerWith(route, payload, { checked: 42, total: 42 }),
  )
}

const row = ({ page }, index) => page.locator('.items-row:not(.items-row-unknown)').nth(index)

async function showList(stage, path = '/admin/upload') {
  await pretend(stage)
  await stage.page.goto(path)
  await row(stage, 0).waitFor()
}

async function choose(stage, index, label) {
  await showList(stage)
  await row(stage, index).locator('[data-menu]').click()
  await stage.page.getByRole('menuitem', { name: stage.t(label), exact: true }).click()
  await stage.page.getByRole('dialog').locator('form').waitFor()
}

export const PUBLISHING_SCENES = [
  { name: 'staged', as: 'raised', open: selectTwo },
  {
    name: 'staged-empty',
    of: 'staged',
    as: 'alone',
    async open({ page, t }) {
      await page.goto('/admin/staged')
      await page.getByText(t('publishing.none')).waitFor()
    },
  },
  { name: 'staged-list', as: 'raised', open: (stage) => showList(stage) },
  { name: 'staged-reading', as: 'raised', open: (stage) => showList(stage, '/') },
  {
    name: 'content-upload',
    as: 'raised',
    async open(stage) {
      await limit(stage)
      await showList(stage)
    },
  },
  { name: 'publish', as: 'raised', open: (stage) => choose(stage, 0, 'publishing.menuPublish') },
  {
    name: 'publish-many',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await find(stage)
      await selectTwo(stage)
      await page.getByRole('button', { name: t('publishing.menuPublish') }).click()
      await page.getByRole('radio', { name: t('publishing.later') }).check()
      await page.locator('.moment').waitFor()
      await page.locator('.check-kind summary').first().click()
    },
  },
  {
    name: 'unpublish',
    as: 'raised',
    open: (stage) => choose(stage, 1, 'publishing.menuUnpublish'),
  },
  {
    name: 'folder-staging',
    as: 'raised',
    open: (stage) => choose(stage, 0, 'publishing.menuStaging'),
  },
  {
    name: 'publishing-setting',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showStaged(stage)
      await page.getByRole('button', { name: t('room.publishing'), exact: true }).click()
      await page.getByRole('dialog').getByRole('switch').waitFor()
    },
  },
]
