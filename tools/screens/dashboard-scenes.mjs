import { asNewcomer } from './guide-scenes.mjs'
import { answerWith } from './invented/answer-with.mjs'

const DAY = 24 * 3_600_000
const dayBefore = (days) =>
  new Date(Date.now() + 9 * 3_600_000 - days * DAY).toISOString().slice(0, 10)

const TOTALS = [
  52, 48, 61, 0, 0, 77, 84, 90, 71, 66, 0, 4, 102, 118, 97, 121, 88, 12, 0, 134, 150, 141, 162, 119,
  8, 0, 171, 188, 203, 246,
]

const DOCUMENTS = [
  ['2025년 감사보고서 (연결).pdf', 64, 15_120],
  ['주식매매계약서 초안 v7.docx', 41, 9_600],
  [
    '특수관계자 거래 내역과 이전가격 정책 검토 의견서 (2023–2025 회계연도, 해외법인 포함).pdf',
    23,
    3_900,
  ],
  ['IP portfolio overview.pptx', 12, 745],
  ['확인서.hwp', 1, 9],
].map(([name, views, seconds], index) => ({
  itemId: index + 1,
  name,
  views,
  seconds,
  prints: Math.max(12 - 3 * index, 0),
  downloads: index,
}))

const PEOPLE = [
  ['서유진', 1_204],
  ['정하윤', 811],
  ['Christopher Featherstonehaugh', 402],
  ['박도현', 96],
  ['최서진', 3],
].map(([name, entries], index) => ({ userId: index + 1, name, entries }))

const GROUPS = [
  ['참여자', 'gray', 6],
  ['한빛자산운용 인수단', 'blue', 4],
  ['Northbridge Capital Partners – Legal and Tax Advisers', 'green', 9],
].map(([name, color, members], index) => ({
  ...{ id: index + 1, name, color, members, isDefault: index === 0, networks: [] },
  ...{ kind: 'participants', shared: index > 0, code: 'ABC'[index] },
}))

const GROUP_USE = [
  [2, 4, 4, 92, 11, 17_520],
  [3, 9, 6, 41, 4, 6_240],
  [1, 6, 0, 0, 0, 0],
].map(([groupId, people, readers, views, downloads, seconds]) => ({
  groupId,
  people,
  readers,
  views,
  prints: 0,
  downloads,
  seconds,
}))

const OVERVIEW = {
  groups: GROUP_USE,
  days: TOTALS.map((total, index) => ({ day: dayBefore(TOTALS.length - 1 - index), total })),
  documents: DOCUMENTS,
  people: PEOPLE,
}

const READERS = PEOPLE.map(({ userId, name }, index) => ({
  userId,
  name,
  views: 31 - 7 * index,
  prints: index === 0 ? 4 : 0,
  downloads: index < 2 ? 2 : 0,
  seconds: [9_240, 4_100, 1_260, 512, 8][index],
  lastDay: dayBefore(index * 3),
  groupId: (index % 3) + 1,
}))

const PAGES = Array.from({ length: 42 }, (_, index) => ({
  page: index + 1,
  seconds: Math.max(0, Math.round(400 * Math.sin(index / 3) ** 2 * (1 - index / 60))),
}))

async function showDashboard({ page, t }) {
  await page.route(/\/room\/api\/group\/list\/\d+$/, (route) => answerWith(route, GROUPS))
  await page.route(/\/room\/dashboard\/activity\/\d+(\?|$)/, (route) => answerWith(route, OVERVIEW))
  await page.route(/\/room\/dashboard\/item\/\d+(\?|$)/, (route) =>
    answerWith(route, {
      name: DOCUMENTS[0].name,
      pageCount: 60,
      people: READERS,
      pages: PAGES.filter(({ seconds }) => seconds > 0),
    }),
  )
  await page.route(/\/room\/dashboard\/person\/\d+$/, (route) =>
    answerWith(route, {
      name: PEOPLE[0].name,
      lastSeenAt: new Date(Date.now() - 3_600_000).toISOString(),
      documents: DOCUMENTS.map((use, index) => ({ ...use, lastDay: dayBefore(index) })),
    }),
  )
  await page.goto('/admin/dashboard')
  await page
    .getByRole('button', { name: t('dashboard.activityOf', { name: PEOPLE[0].name }) })
    .waitFor()
}

async function open(stage, name) {
  await showDashboard(stage)
  await stage.page.getByRole('button', { name: stage.t('dashboard.activityOf', { name }) }).click()
  await stage.page.getByRole('dialog').getByRole('table').first().waitFor()
}

export const DASHBOARD_SCENES = [
  { name: 'dashboard', as: 'raised', open: showDashboard },
  {
    name: 'dashboard-table',
    of: 'dashboard',
    as: 'raised',
    async open(stage) {
      await showDashboard(stage)
      const asTable = stage.page.getByRole('button', { name: stage.t('dashboard.asTable') })
      await asTable.click()
      await stage.page.getByRole('rowheader', { name: dayBefore(0) }).waitFor()
    },
  },
  {
    name: 'dashboard-empty',
    of: 'dashboard',
    as: 'alone',
    async open({ page, t }) {
      await asNewcomer(page)
      await page.goto('/admin/dashboard')
      await page.getByRole('heading', { name: t('guide.steps') }).waitFor()
    },
  },
  {
    name: 'dashboard-failure',
    of: 'dashboard',
    as: 'raised',
    async open({ page, t }) {
      await page.route(/\/room\/dashboard\//, (route) =>
        route.fulfill({
          json: { status: 'EXCEPTION', code: 'INTERNAL', payload: t('network.failed') },
        }),
      )
      await page.goto('/admin/dashboard')
      await page
        .getByRole('main')
        .getByRole('button', { name: t('common.retry') })
        .waitFor()
    },
  },
  { name: 'dashboard-item', as: 'raised', open: (stage) => open(stage, DOCUMENTS[0].name) },
  {
    name: 'dashboard-item-table',
    of: 'dashboard-item',
    as: 'raised',
    async open(stage) {
      await open(stage, DOCUMENTS[0].name)
      const dialog = stage.page.getByRole('dialog')
      await dialog.getByRole('button', { name: stage.t('dashboard.asTable') }).click()
      await dialog.getByRole('table', { name: stage.t('dashboard.pages') }).waitFor()
    },
  },
  { name: 'dashboard-person', as: 'raised', open: (stage) => open(stage, PEOPLE[0].name) },
  {
    name: 'dashboard-menus',
    as: 'raised',
    async open(stage) {
      await showDashboard(stage)
      await stage.page.getByRole('button', { name: stage.t('dashboard.menus') }).click()
      await stage.page.getByRole('dialog').getByRole('term').first().waitFor()
    },
  },
]
