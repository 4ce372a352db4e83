import { answerWith } from '../invented/answer-with.mjs'
import { daysAgo, listedItem } from '../invented/listed-item.mjs'

const TRASHED = [
  { name: '감사보고서 초안 (2025).pdf', path: '02 재무/2025', size: 1_284_000, days: 0 },
  { name: '이전 실사 자료', path: '01 회사 일반', itemCount: 42, days: 3 },
  {
    name: '주요 거래처별 매출 현황과 전망 및 부속명세서 (2025 회계연도 4분기).xlsx',
    path: '02 재무/2025/04 분기 자료/부속',
    size: 83_120,
    days: 12,
  },
  { name: '확인서.hwp', path: '', size: 24_576, days: 28 },
]

const trashedOf = (roomId) =>
  TRASHED.map(({ days, ...item }, index) => ({
    ...listedItem({ ...item, id: index + 1, roomId, days: 90 }),
    deletedAt: daysAgo(days),
  }))

async function showTrash({ page }) {
  await page.route(/\/room\/api\/file\/trash\/\d+$/, (route) =>
    answerWith(route, trashedOf(Number(route.request().url().split('/').at(-1)))),
  )
  await page.goto('/admin/trash')
  await page.locator('.trash-row').first().waitFor()
}

async function selectTwo(stage) {
  await showTrash(stage)
  for (const index of [1, 3]) await stage.page.locator('.trash-row input').nth(index).click()
}

const VERSIONS = [
  { number: 4, size: 1_290_480, uploadedBy: '서유진', preview: 'READY', days: 0, staged: true },
  { number: 3, size: 1_284_000, uploadedBy: '서유진', preview: 'READY', days: 0 },
  { number: 2, size: 1_279_512, uploadedBy: '김해온', preview: 'BROKEN', days: 2 },
  {
    number: 1,
    size: 980_003,
    uploadedBy: 'Christopher Featherstonehaugh',
    preview: 'WAITING',
    days: 30,
  },
]

async function openFromMenu({ page, t }, folder, name, label) {
  await page.goto(folder === undefined ? '/admin/upload' : `/admin/upload?folder=${folder}`)
  const row = page.locator('.items-row:not(.items-row-unknown)')
  await (name === undefined ? row : row.filter({ hasText: name }))
    .first()
    .locator('[data-menu]')
    .click()
  await page.getByRole('menuitem', { name: t(label) }).click()
  await page.getByRole('dialog').locator('li, dd').first().waitFor()
}

export const TRASH_SCENES = [
  { name: 'trash', as: 'raised', open: selectTwo },
  {
    name: 'trash-empty',
    of: 'trash',
    as: 'alone',
    async open({ page, t }) {
      await page.goto('/admin/trash')
      await page.getByText(t('trash.isEmpty', { days: 30 })).waitFor()
    },
  },
  {
    name: 'trash-menu',
    as: 'raised',
    async open(stage) {
      await showTrash(stage)
      await stage.page.locator('.trash-row [data-menu]').first().click()
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'trash-destroy',
    as: 'raised',
    async open(stage) {
      await selectTwo(stage)
      await stage.page.getByRole('button', { name: stage.t('trash.destroy') }).click()
      await stage.page.locator('[role=alertdialog]:not([aria-modal=false])').waitFor()
    },
  },
  {
    name: 'item-properties-folder',
    of: 'item-properties',
    as: 'raised',
    open: (stage) => openFromMenu(stage, undefined, undefined, 'actions.properties'),
  },
  {
    name: 'item-properties',
    as: 'raised',
    open: (stage) =>
      openFromMenu(stage, stage.room.folder, stage.room.documentName, 'actions.properties'),
  },
  {
    name: 'item-versions',
    as: 'raised',
    async open(stage) {
      const payload = VERSIONS.map(({ days, ...version }) => ({
        staged: false,
        ...version,
        uploadedAt: daysAgo(days),
      }))
      await stage.page.route(/\/room\/api\/file\/versions\/\d+$/, (route) =>
        answerWith(route, payload),
      )
      await openFromMenu(stage, stage.room.folder, stage.room.documentName, 'actions.versions')
    },
  },
]
