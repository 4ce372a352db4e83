import { answerWith } from '../invented/answer-with.mjs'
import { daysAgo, listedItem } from '../invented/listed-item.mjs'

const CAME = [
  {
    name: '2026년 3분기 재무제표.pdf',
    path: '02 재무/2026',
    days: 0.1,
    isNew: true,
    favourite: true,
  },
  {
    name: '주요 거래처별 매출 현황과 전망 및 부속명세서 (2025 회계연도 4분기).xlsx',
    path: '02 재무/2025/04 분기 자료/부속',
    days: 0.12,
    isNew: true,
  },
  { name: '주주간계약서.pdf', path: '01 회사 일반', days: 1.1, isUpdated: true },
  { name: '임대차계약서 (본사).pdf', path: '03 법무', days: 1.3, isNew: true },
]

const MAY_TAKE = {
  copy: false,
  edit: false,
  delete: false,
  print: true,
  download: true,
  original: false,
}

const cameTo = (roomId, withTime) =>
  CAME.map(({ days, ...item }, index) => ({
    ...listedItem({ ...item, id: index + 1, roomId, days, size: 84_000, permission: MAY_TAKE }),
    ...(withTime ? { [withTime]: daysAgo(days) } : {}),
  }))

async function showNews({ page }, address, list, withTime) {
  await page.route(`**/room/api/file/${list}`, (route) =>
    answerWith(route, cameTo(route.request().postDataJSON().roomId, withTime), {
      since: daysAgo(3),
      mailedAt: daysAgo(1),
    }),
  )
  await page.goto(address)
  await page.locator('.news-line').first().waitFor()
}

async function showMailed(stage) {
  await showNews(stage, '/new?list=00000000-0000-4000-8000-000000000000', 'mailed', 'visibleAt')
}

async function showPace({ page }) {
  await page.goto('/#mail-pace')
  await page.getByRole('radio').first().waitFor()
}

async function showEmpty({ page }, address) {
  await page.goto(address)
  await page.locator('.news .state').first().waitFor()
}

export const NEWS_SCENES = [
  { name: 'news', as: 'participant', open: (stage) => showNews(stage, '/new', 'new', 'visibleAt') },
  {
    name: 'news-area',
    as: 'raised',
    open: (stage) => showNews(stage, '/admin/new', 'new', 'visibleAt'),
  },
  {
    name: 'news-favourites',
    of: 'news',
    as: 'participant',
    open: (stage) => showNews(stage, '/new?tab=favourites', 'favourites'),
  },
  { name: 'news-mailed', of: 'news', as: 'participant', open: showMailed },
  { name: 'news-pace', of: 'news', as: 'participant', open: showPace },
  { name: 'news-first', of: 'news', as: 'participant', open: (stage) => showEmpty(stage, '/new') },
]
