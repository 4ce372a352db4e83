import { answerWith } from '../invented/answer-with.mjs'

const MINUTE = 60_000

const SUBMITTED = [
  ['구속력 없는 제안서 (최종).pdf', 2_384_120],
  [
    '자금조달 확약서 및 부속서류 일체 — Featherstonehaugh & Cholmondeley Advisory Partners.pdf',
    12_840_300,
  ],
  ['자문사 명단.xlsx', 18_420],
]

async function showDropFolder({ page, room }, isEmpty = false) {
  await page.route('**/room/api/file/file/list', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    if (!Array.isArray(answer.payload)) return route.fulfill({ response })
    const marked = answer.payload.map((item) =>
      item.type === 5 ? { ...item, isDropFolder: true } : item,
    )
    const payload = isEmpty ? [] : marked
    return route.fulfill({
      response,
      json: {
        ...answer,
        payload,
        ...(isEmpty ? { counts: { folders: 0, files: 0 } } : {}),
        isDropFolder: true,
      },
    })
  })
  await page.route('**/room/api/file/uploads/*', (route) => answerWith(route, []))
  await page.goto(`/?folder=${room.folder}`)
  await page.locator('.submit-panel').waitFor()
}

async function showReceipts(stage, rows) {
  const { page, t } = stage
  const payload = rows.map(([name, size], index) => ({
    ...{ id: index + 1, name, size },
    submittedAt: new Date(Date.now() - index * 90 * MINUTE).toISOString(),
  }))
  await page.route('**/room/api/drop/submissions/*', (route) => answerWith(route, payload))
  await showDropFolder(stage)
  await page.getByRole('button', { name: t('submissions.receipts') }).click()
  await (rows.length > 0
    ? page.locator('.receipt').first()
    : page.getByText(t('submissions.noReceipts'))
  ).waitFor()
}

export const SUBMISSION_SCENES = [
  { name: 'submit', as: 'participant', open: (stage) => showDropFolder(stage) },
  {
    name: 'submit-empty',
    of: 'submit',
    as: 'participant',
    open: (stage) => showDropFolder(stage, true),
  },
  {
    name: 'submit-receipts',
    of: 'submit',
    as: 'participant',
    open: (stage) => showReceipts(stage, SUBMITTED),
  },
  {
    name: 'submit-receipts-empty',
    of: 'submit',
    as: 'participant',
    open: (stage) => showReceipts(stage, []),
  },
]
