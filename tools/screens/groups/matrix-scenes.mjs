import { answerWith } from '../invented/answer-with.mjs'
import { GROUPS } from './rights-scenes.mjs'

const COLORS = ['violet', 'green', 'red', 'pink', 'blue', 'amber']
const NAMES = ['인수인 A', '인수인 B', '인수인 C', '대주단', '세무 자문', '보험 인수']
const ALL = [
  ...GROUPS,
  ...NAMES.map((name, index) => ({
    ...GROUPS[0],
    id: 11 + index,
    name,
    color: COLORS[index],
    isDefault: false,
  })),
]

const LEVELS = [
  'download',
  'view',
  'none',
  'print',
  'original',
  'view',
  'none',
  'none',
  'view',
  'print',
]

async function pretend({ page }, items) {
  await page.route('**/room/api/group/list/*', (route) => answerWith(route, ALL))
  const own = [
    { groupId: 2, itemId: items[0], level: 'none' },
    { groupId: 3, itemId: items[0], level: 'view' },
    { groupId: 12, itemId: items[1], level: 'download', until: '2027-01-31T15:00:00.000Z' },
    { groupId: 4, itemId: items[1], level: 'none' },
    { groupId: 13, itemId: items[1], level: 'original' },
  ]
  const roots = ALL.map(({ id }, index) => ({ groupId: id, itemId: 0, level: LEVELS[index] }))
  await page.route('**/room/api/grant/list/*', (route) => answerWith(route, [...roots, ...own]))
  const effects = [{ groupId: 2, shown: 124, hidden: 0, changed: 3, isCapped: false }]
  await page.route('**/room/api/grant/preview', (route) => answerWith(route, { effects }))
}

async function openMatrix(stage) {
  const { page } = stage
  const found = page.waitForResponse(/file\/file\/list$/)
  await page.goto('/admin/upload')
  const { payload } = await (await found).json()
  const folders = payload.filter(({ preview }) => preview === null).map(({ id }) => id)
  await pretend(stage, [folders[0] ?? 0, folders[1] ?? folders[0] ?? 0])
  await page.goto('/admin/permissions')
  await page.locator('.matrix-level, .state').first().waitFor()
}

const isWide = ({ page }) => page.viewportSize().width > 767

async function edited(stage) {
  await openMatrix(stage)
  if (!isWide(stage)) return false
  const { page } = stage
  await page.locator('.matrix-opener[data-open], button.matrix-opener').first().click()
  await page.locator('[data-line="1"] [data-column="2"]').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('3')
  await page.locator('[data-edited]').first().waitFor()
  return true
}

export const MATRIX_SCENES = [
  { name: 'permissions', as: 'raised', open: openMatrix },
  {
    name: 'permissions-edited',
    of: 'permissions',
    as: 'raised',
    async open(stage) {
      await edited(stage)
    },
  },
  {
    name: 'permissions-menu',
    of: 'permissions',
    as: 'raised',
    async open(stage) {
      await openMatrix(stage)
      if (!isWide(stage)) return
      await stage.page.locator('[data-line="1"] [data-column="1"]').click()
      await stage.page.keyboard.press('Enter')
      await stage.page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'permissions-summary',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      if (!(await edited(stage))) return
      await page.getByRole('button', { name: t('matrix.review') }).click()
      await page.getByText(t('rights.willShow', { count: 124, group: GROUPS[1].name })).waitFor()
    },
  },
  {
    name: 'permissions-import',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openMatrix(stage)
      if (!isWide(stage)) return
      const change = {
        row: 3,
        groupId: 2,
        itemId: 5,
        path: '02 재무/2025/재무제표.pdf',
        before: null,
        level: 'print',
      }
      await page.route('**/room/api/grant/matrix/*', (route) =>
        answerWith(route, {
          changes: [
            change,
            { ...change, row: 4, groupId: 3, path: '03 인사', before: 'view', level: null },
          ],
          count: 2,
          unmatched: [
            { kind: 'column', row: 1, text: '인수인 Z' },
            { kind: 'row', row: 9, text: '04 삭제된 폴더' },
            { kind: 'cell', row: 12, text: '읽기' },
          ],
          unmatchedCount: 3,
          digest: 'of-this-file',
          effects: [{ groupId: 2, shown: 3, hidden: 0, changed: 0, isCapped: false }],
        }),
      )
      const buffer = Buffer.from('pretended')
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: '권한표 2026-11-27.xlsx', mimeType: 'application/zip', buffer })
      await page.getByText(t('matrix.unmatchedColumn', { row: 1, text: '인수인 Z' })).waitFor()
    },
  },
  {
    name: 'permissions-none',
    of: 'permissions',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openMatrix(stage)
      if (!isWide(stage)) return
      await page.getByLabel(t('matrix.search')).fill('없는 이름의 문서')
      await page.getByText(t('matrix.noneFound')).waitFor()
    },
  },
  {
    name: 'permissions-past',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openMatrix(stage)
      if (!isWide(stage)) return
      await page.getByRole('button', { name: t('matrix.past') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
