import { answerWith } from './invented/answer-with.mjs'
import { openAccount } from './stage-steps.mjs'

const LIST = /\/room\/api\/room\/roomActivity\/list\/\d+\?/

async function showHistory({ page }, search = '') {
  await page.goto(`/admin/history${search}`)
  await page.locator('.activity-row').first().waitFor()
}

const RECORDED = [
  {
    name: '정하윤',
    position: '이사',
    email: 'hayun@invest.example',
    type: 'view',
    description: '열람: 감사보고서 (2025).pdf',
    proof: 'waiting',
  },
  {
    name: 'Emily Carter',
    position: 'Senior Associate, Corporate Finance',
    email: 'emily.carter.corporate.finance@northgate-partners.example',
    type: 'download',
    description:
      '다운로드: 주요 거래처별 매출 현황과 전망 및 부속명세서 (2025 회계연도 4분기).xlsx (2번째 버전)',
    proof: 'signed',
  },
  {
    name: '',
    position: '',
    email: '',
    type: 'room',
    description: '읽을 수 없는 기록',
    proof: 'broken',
  },
  {
    name: '박도현',
    position: '',
    email: 'dohyeon@invest.example',
    type: 'print',
    description: '인쇄: 확인서.hwp',
    proof: 'broken',
  },
  {
    name: '',
    position: '',
    email: '',
    type: 'room',
    description: '데이터룸 개설: 한빛테크 인수 실사',
    proof: 'signed',
  },
]

const PARTS = [
  ['열람 시간: 감사보고서 (2025).pdf (12–15쪽, 1분)', 'signed'],
  ['열람 시간: 감사보고서 (2025).pdf (12쪽 외 3개 쪽, 58초)', 'signed'],
  ['열람 시간: 감사보고서 (2025).pdf (1, 12쪽, 28초)', 'signed'],
  ['열람: 감사보고서 (2025).pdf', 'signed'],
].map(([description, proof]) => ({
  ...RECORDED[1],
  type: 'view',
  description,
  proof,
  readingId: 7,
}))

const READ = RECORDED.map((entry, index) =>
  index === 1
    ? {
        ...entry,
        type: 'view',
        description: '열람 시간: 감사보고서 (2025).pdf (12–15쪽 외 3개 쪽, 2분 26초)',
        entries: 4,
        readingId: 7,
      }
    : { ...entry, proof: 'signed' },
)

async function answer(stage, entries) {
  await stage.page.route(LIST, (route) => {
    const readingId = new URL(route.request().url()).searchParams.get('readingId')
    const shown = readingId === null ? entries : PARTS
    const roomActivityItem = shown.map((entry, index) => ({
      entries: 1,
      ...entry,
      id: shown.length - index,
      createdAt: new Date(Date.now() - index * 7_000_000).toISOString(),
    }))
    return answerWith(route, { roomActivityItem, total: shown.length })
  })
}

async function openOwn(stage) {
  const { page } = stage
  await page.goto('/')
  await openAccount(stage, 'sessions.activity')
  await page.getByRole('dialog').locator('.activity-row').first().waitFor()
}

export const HISTORY_SCENES = [
  { name: 'history', as: 'raised', open: showHistory },
  {
    name: 'history-broken',
    of: 'history',
    as: 'raised',
    async open(stage) {
      await answer(stage, RECORDED)
      await showHistory(stage)
      await stage.page.locator('.activity-notice').waitFor()
    },
  },
  {
    name: 'history-reading',
    of: 'history',
    as: 'raised',
    async open(stage) {
      await answer(stage, READ)
      await showHistory(stage)
      await stage.page.locator('.activity-toggle').click()
      await stage.page.locator('.activity-part').first().waitFor()
    },
  },
  {
    name: 'history-filtered',
    of: 'history',
    as: 'raised',
    async open({ page, t }) {
      await page.goto('/admin/history?type=viewAs&from=2020-01-01&to=2020-01-31')
      await page.getByText(t('activity.emptyFiltered')).waitFor()
    },
  },
  {
    name: 'history-empty',
    of: 'history',
    as: 'raised',
    async open(stage) {
      await answer(stage, [])
      await stage.page.goto('/admin/history')
      await stage.page.getByText(stage.t('activity.empty'), { exact: true }).waitFor()
    },
  },
  {
    name: 'history-people',
    as: 'raised',
    async open(stage) {
      await showHistory(stage)
      const unfold = stage.page.getByRole('button', { name: stage.t('activity.fold'), exact: true })
      if (await unfold.isVisible()) await unfold.click()
      await stage.page.locator('.activity-person .select-button').click()
      await stage.page.getByRole('listbox').waitFor()
    },
  },
  {
    name: 'history-days',
    as: 'raised',
    maxWidth: 1023,
    async open(stage) {
      await showHistory(stage)
      await stage.page.getByRole('button', { name: stage.t('activity.daily') }).click()
      await stage.page.getByRole('dialog').locator('.daily-day').first().waitFor()
    },
  },
  {
    name: 'history-formats',
    as: 'raised',
    async open(stage) {
      await showHistory(stage)
      await stage.page.getByRole('button', { name: stage.t('activity.download') }).click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'history-exporting',
    as: 'raised',
    async open(stage) {
      await stage.page.route('**/room/api/room/roomActivity/export/*', () => {})
      await showHistory(stage)
      await stage.page.evaluate(() => dispatchEvent(new CustomEvent('room-history:download')))
      await stage.page.getByRole('dialog', { name: stage.t('activity.exporting') }).waitFor()
    },
  },
  {
    name: 'history-checkpoint',
    as: 'raised',
    async open(stage) {
      await showHistory(stage)
      await stage.page
        .getByRole('button', { name: stage.t('activity.provenButton'), exact: true })
        .click()
      await stage.page.locator('.checkpoint').waitFor()
    },
  },
  {
    name: 'history-reporting',
    of: 'history',
    as: 'raised',
    async open(stage) {
      await showHistory(stage)
      await stage.page.getByRole('button', { name: stage.t('room.reporting') }).click()
      await stage.page
        .getByRole('dialog', { name: stage.t('room.reporting') })
        .getByRole('switch')
        .waitFor()
    },
  },
  { name: 'own-activity', as: 'participant', open: openOwn },
]
