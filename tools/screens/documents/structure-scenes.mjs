import { answerWith } from '../invented/answer-with.mjs'
import { listed } from '../stage-steps.mjs'

const SAVED = {
  id: '7d1f3a52-5a0c-4b1e-9a66-1f0c2f4f7a11',
  name: '2025년 매각 1차 자료실 구조',
  folders: 48,
  isSaved: true,
}

async function openStructure(stage) {
  const { page, t } = stage
  await page.route('**/room/api/file/template/list/*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    return route.fulfill({ response, json: { ...answer, payload: [...answer.payload, SAVED] } })
  })
  await page.goto(`/admin/upload?folder=${stage.room.folder}`)
  await listed(stage)
  await page
    .getByRole('button', { name: t('structure.title') })
    .first()
    .click()
  await page.locator('.structure-templates').waitFor()
}

async function choose(stage, index) {
  await stage.page.getByRole('dialog').getByRole('radio').nth(index).check()
}

async function chooseFile(stage, content) {
  const { page, t } = stage
  await openStructure(stage)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('structure.file'), exact: true })
    .click()
  const buffer = Buffer.from(content)
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: '실사 자료 목록.csv', mimeType: 'text/csv', buffer })
  await page.locator('.structure-tree').waitFor()
}

const TABLE =
  '단계,종류,이름\n1,폴더,회사 일반\n2,폴더,정관 및 규정\n2,문서,정관.pdf\n1,폴더,재무·회계\n2,폴더,감사보고서\n'
const WRONG = `${TABLE}4,폴더,건너뛴 폴더\n1,폴더,회사 일반\n첫째,폴더,읽을 수 없는 단계\n1,폴더,\n`

export const STRUCTURE_SCENES = [
  { name: 'structure', as: 'raised', open: openStructure },
  {
    name: 'structure-template',
    as: 'raised',
    async open(stage) {
      await openStructure(stage)
      await choose(stage, 1)
      await stage.page.locator('.structure-tree').waitFor()
    },
  },
  {
    name: 'structure-merged',
    as: 'raised',
    async open(stage) {
      const rows = ['회사 일반', '재무·회계', '인사·노무'].flatMap((name, index) => [
        { row: 4 * index + 1, level: 1, name, change: index === 1 ? 'same' : 'new' },
        { row: 4 * index + 2, level: 2, name: `${name} 규정`, change: 'new' },
        {
          row: 4 * index + 3,
          level: 3,
          name: '2025 회계연도에 적용한 규정과 그 개정 내역, 이사회 승인 자료',
          change: index === 1 ? 'same' : 'new',
        },
      ])
      await stage.page.route('**/room/api/file/structure', (route) =>
        answerWith(route, {
          rows,
          counts: { new: 7, same: 2, expected: 12, document: 0, error: 0 },
          ...{ isApplied: false, made: [], folderIds: [], expectedIds: [] },
        }),
      )
      await chooseFile(stage, TABLE)
    },
  },
  { name: 'structure-errors', as: 'raised', open: (stage) => chooseFile(stage, WRONG) },
  {
    name: 'structure-failed',
    as: 'raised',
    async open(stage) {
      await stage.page.route('**/room/api/file/structure', (route) =>
        route.fulfill({ status: 500, json: {} }),
      )
      await openStructure(stage)
      await choose(stage, 1)
      await stage.page.getByRole('dialog').locator('.state').waitFor()
    },
  },
  {
    name: 'structure-save',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await openStructure(stage)
      await page.getByRole('button', { name: t('structure.saveMenu') }).click()
      await page.getByRole('textbox', { name: t('structure.templateName') }).waitFor()
    },
  },
]
