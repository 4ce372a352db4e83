import { answerWith } from '../invented/answer-with.mjs'
import { listed } from '../stage-steps.mjs'

const UPLOADED = '2025-11-03T05:20:00.000Z'
const found = (id, path, name, index, size = 420_000) => ({
  id,
  name,
  parent: 1,
  path,
  index,
  size,
  sha256: '0'.repeat(64),
  uploadedAt: UPLOADED,
})

const MATCHES = [
  {
    name: '2.3.1 주주간계약서.pdf',
    by: 'number',
    number: '2.3.1',
    found: [found(11, ['2 계약', '2.3 주주'], '주주간계약서.pdf', '2.3.1')],
    isMore: false,
  },
  {
    name: '임대차계약서_v2.docx',
    by: 'ending',
    found: [found(12, ['2 계약'], '임대차계약서.docx', '2.4')],
    isMore: false,
  },
  {
    ...{ name: '이사회 의사록.pdf', by: 'name', isMore: true },
    found: [
      found(13, ['1 회사 일반', '2024'], '이사회 의사록.pdf', '1.1.2'),
      found(14, ['1 회사 일반', '2025'], '이사회 의사록.pdf', '1.2.2'),
    ],
  },
]

async function openDialog(stage) {
  const { page, t } = stage
  await page.goto(`/admin/upload?folder=${stage.room.folder}`)
  await listed(stage)
  await page.locator('.items-row:not(.items-row-unknown)').first().focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: t('replacing.menu') }).click()
  await page.locator('.replacing-drop').waitFor()
}

export const REPLACE_SCENES = [
  { name: 'replace-versions', as: 'raised', open: openDialog },
  {
    name: 'replace-versions-paired',
    as: 'raised',
    async open(stage) {
      const { page } = stage
      await page.route('**/room/api/file/matches', (route) => answerWith(route, MATCHES))
      await openDialog(stage)
      const files = [...MATCHES.map(({ name }) => name), '부동산 목록.xlsx', '실행 파일.exe'].map(
        (name) => ({
          ...{ name, mimeType: 'application/octet-stream', buffer: Buffer.alloc(48_000) },
        }),
      )
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(files)
      await page.locator('.replacing-list li').first().waitFor()
    },
  },
]
