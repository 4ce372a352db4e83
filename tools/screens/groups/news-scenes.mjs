import { answerWith } from './rights-scenes.mjs'

const HOUR = 3_600_000

const CAME = [
  { name: '2026년 3분기 재무제표.pdf', path: '02 재무/2026', hours: 2, isNew: true, favourite: true },
  {
    name: '주요 거래처별 매출 현황과 전망 및 부속명세서 (2025 회계연도 4분기).xlsx',
    path: '02 재무/2025/04 분기 자료/부속',
    hours: 3,
    isNew: true,
  },
  { name: '주주간계약서.pdf', path: '01 회사 일반', hours: 26, isUpdated: true },
  { name: '임대차계약서 (본사).pdf', path: '03 법무', hours: 30, isNew: true },
]

const cameTo = (roomId, withTime) =>
  CAME.map(({ name, path, hours, isNew = false, isUpdated = false, favourite = false }, index) => ({
    ...{ id: index + 1, parent: 1_000 + index, type: 4, name, filename: '', mimetype: 'application/octet-stream', path: `${path}/${name}` },
    ...{ ext: name.slice(name.lastIndexOf('.') + 1), size: 84_000, roomId, itemCount: 0, preview: 'READY', child: [], state: 'published' },
    ...{ isNew, isUpdated, favourite, uploadedAt: new Date(Date.now() - hours * HOUR).toISOString() },
    permission: { copy: false, edit: false, delete: false, print: true, download: true, original: false },
    ...(withTime ? { [withTime]: new Date(Date.now() - hours * HOUR).toISOString() } : {}),
  }))

async function showNews({ page }, address, list, withTime) {
  await page.route(`**/room/api/file/${list}`, (route) =>
    answerWith(route, cameTo(route.request().postDataJSON().roomId, withTime), { since: new Date(Date.now() - 72 * HOUR).toISOString() }),
  )
  await page.goto(address)
  await page.locator('.news-line').first().waitFor()
}

async function showEmpty({ page }, address) {
  await page.goto(address)
  await page.locator('.news .state').first().waitFor()
}

export const NEWS_SCENES = [
  { name: 'news', as: 'participant', open: (stage) => showNews(stage, '/new', 'new', 'visibleAt') },
  { name: 'news-area', as: 'raised', open: (stage) => showNews(stage, '/admin/new', 'new', 'visibleAt') },
  { name: 'news-favourites', of: 'news', as: 'participant', open: (stage) => showNews(stage, '/new?tab=favourites', 'favourites') },
  { name: 'news-first', of: 'news', as: 'participant', open: (stage) => showEmpty(stage, '/new') },
]
