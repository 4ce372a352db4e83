import { answerWith } from '../invented/answer-with.mjs'

const THREAD = '7d1f3a52-5a0c-4b1e-9a66-1f0c2f4f7a11'

const ROWS = [
  { name: '정관 (최종 개정본)', index: '2.1' },
  { name: '주주명부 및 주식매수선택권 부여 현황', index: '2.2', threadId: THREAD },
  { name: '법인 등기사항전부증명서', index: '2.3' },
  { name: '최근 3개 사업연도 이사회 의사록과 주주총회 의사록 전체 (부속 서류 포함)', index: '2.4' },
  { name: 'Certificate of good standing', index: '2.5' },
  { name: '사업자등록증', index: '2.6' },
]

const BELOW = [
  { name: '연결 감사보고서 2025', folder: '재무·회계/감사보고서', index: '3.1.1' },
  { name: '우발채무 및 보증 현황', folder: '재무·회계/차입', index: '3.2.4', threadId: THREAD },
]

const COUNTS = { total: 80, missing: 12 }

async function pretend({ page, room }) {
  const here = ROWS.map((row, index) => ({
    id: index + 1,
    parent: room.folder,
    folder: '회사',
    ...row,
  }))
  const below = BELOW.map((row, index) => ({ id: index + 20, parent: 900_000 + index, ...row }))
  const item = { id: 77, name: '정관_2025.pdf', receivedAt: new Date().toISOString() }
  await page.route('**/room/api/file/expected/list/**', (route) => {
    const { searchParams } = new URL(route.request().url())
    const isDeep = searchParams.get('deep') === 'true'
    const rows = isDeep ? [...here, ...below] : here
    const isReceived = searchParams.get('state') === 'received'
    return answerWith(route, {
      rows: isReceived ? [{ ...here[0], item }] : rows,
      counts: isDeep ? COUNTS : { total: 10, missing: 6 },
    })
  })
  await page.route('**/room/api/file/file/list', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    if (!Array.isArray(answer.payload)) return route.fulfill({ response, json: answer })
    const payload = answer.payload.map((each) =>
      each.type === 5 ? { ...each, expected: { total: 30, missing: 4 } } : each,
    )
    return route.fulfill({
      response,
      json: { ...answer, payload, expected: answer.counts ? COUNTS : undefined },
    })
  })
  await page.route('**/room/api/thread/list', (route) => answerWith(route, []))
}

async function showPanel(stage) {
  const { page, room } = stage
  await pretend(stage)
  await page.goto(`/admin/upload?folder=${room.folder}`)
  await page.locator('.expected-row').first().waitFor()
}

async function openDialog(stage) {
  const { page, t } = stage
  await showPanel(stage)
  await page.getByRole('button', { name: t('expected.showAll') }).click()
  await page.getByRole('dialog').locator('.expected-row').first().waitFor()
}

export const EXPECTED_SCENES = [
  { name: 'expected', as: 'raised', open: showPanel },
  { name: 'expected-all', as: 'raised', open: openDialog },
  {
    name: 'expected-add',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openDialog(stage)
      await page.getByRole('button', { name: t('expected.addMenu') }).click()
      await page.getByRole('textbox', { name: t('expected.names') }).fill('정관\n주주명부\n')
    },
  },
  {
    name: 'expected-fulfil',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showPanel(stage)
      await page.locator('.expected-row').first().getByRole('button').last().click()
      await page.getByRole('menuitem', { name: t('expected.fulfilMenu') }).click()
      await page.locator('.expected-choice').first().waitFor()
    },
  },
  {
    name: 'expected-none',
    as: 'raised',
    async open(stage) {
      const { page, room, t } = stage
      await page.goto(`/admin/upload?folder=${room.folder}`)
      await page.getByRole('button', { name: t('expected.title') }).click()
      await page.getByRole('dialog').locator('.state').waitFor()
    },
  },
  {
    name: 'expected-failed',
    as: 'raised',
    async open(stage) {
      const { page, room, t } = stage
      await page.route('**/room/api/file/expected/list/**', (route) =>
        route.fulfill({ status: 500, json: {} }),
      )
      await page.goto(`/admin/upload?folder=${room.folder}`)
      await page.getByRole('button', { name: t('expected.title') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('common.retry') })
        .waitFor()
    },
  },
]
