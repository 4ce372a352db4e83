import { answerWith } from '../invented/answer-with.mjs'
import { listed, messageShown, openAccount } from '../stage-steps.mjs'

const fake = (name, content = '<html>') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(content),
})

const leaveFreely = ({ page }) =>
  page.once('dialog', (dialog) => dialog.accept().catch(() => undefined))

export async function showUploads(stage) {
  await stage.page.goto(`/admin/upload?folder=${stage.room.folder}`)
  await listed(stage)
}

export async function showSettings(stage) {
  await showUploads(stage)
  const unfold = stage.page.getByRole('button', { name: stage.t('uploads.settings') })
  if (await unfold.isVisible()) await unfold.click()
}

const UPLOAD = '**/room/api/file/upload'

const holdUploads = ({ page }) => page.route(UPLOAD, () => undefined)

async function holdAllButOne({ page }) {
  let go = () => {}
  const released = new Promise((resolve) => {
    go = resolve
  })
  await page.route(UPLOAD, () => undefined)
  await page.route(UPLOAD, (route) => released.then(() => route.continue()), { times: 1 })
  return go
}

const invent = ({ page }, path, payload, beside) =>
  page.route(path, (route) => answerWith(route, payload, beside))

const CONFLICTS = '**/room/api/file/conflicts'
const UNFINISHED = '**/room/api/file/uploads/*'

async function unfoldCard({ page, t }) {
  await page.locator('.upload-card').waitFor()
  const expand = page.getByRole('button', { name: t('uploads.expand') })
  if (await expand.isVisible()) await expand.click()
}

const pick = ({ page, t }, files) =>
  page.locator(`input[type=file][aria-label="${t('uploads.files')}"]`).setInputFiles(files)

const dropFolder = ({ page }, name) =>
  page.evaluate((fullPath) => {
    const reader = { readEntries: (resolve) => resolve([]) }
    const entry = {
      name: fullPath,
      fullPath: `/${fullPath}`,
      isFile: false,
      isDirectory: true,
      createReader: () => reader,
    }
    const dataTransfer = {
      types: ['Files'],
      items: [{ kind: 'file', webkitGetAsEntry: () => entry }],
    }
    dispatchEvent(Object.assign(new Event('drop', { cancelable: true }), { dataTransfer }))
  }, name)

export const UPLOAD_SCENES = [
  {
    name: 'upload-drop',
    as: 'raised',
    async open(stage) {
      await showUploads(stage)
      await stage.page.evaluate(() => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File(['x'], 'x.pdf'))
        dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }))
      })
      await stage.page.locator('.drop-area').waitFor()
    },
  },
  {
    name: 'upload-refused',
    as: 'raised',
    async open(stage) {
      await showUploads(stage)
      await holdUploads(stage)
      await pick(stage, [
        fake('설치 프로그램.exe'),
        fake('아주 긴 이름의 실사 요청 자료 목록과 답변서 최종본 (2026.01.15).odt'),
        fake('빈 문서.pdf', ''),
      ])
      await messageShown(stage)
    },
  },
  {
    name: 'upload-card',
    as: 'raised',
    async open(stage) {
      const { page } = stage
      await showUploads(stage)
      leaveFreely(stage)
      await invent(stage, CONFLICTS, [])
      const letFirstGo = await holdAllButOne(stage)
      const first = page.waitForRequest(UPLOAD)
      await pick(stage, [fake('손상된 계약서.pdf')])
      await first
      await pick(stage, [
        fake('감사보고서 (2025).pdf'),
        fake('재무제표 주석 및 부속명세서 전체 (2025 회계연도).xlsx'),
      ])
      letFirstGo()
      await unfoldCard(stage)
      await page.locator('.upload-row[data-state=refused]').waitFor()
      await page
        .locator('.upload-row[data-state=sending], .upload-row[data-state=saving]')
        .first()
        .waitFor()
    },
  },
  {
    name: 'upload-paused',
    of: 'upload-card',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showUploads(stage)
      leaveFreely(stage)
      await page.route(CONFLICTS, () => undefined)
      await pick(stage, [
        fake('감사보고서 (2025).pdf'),
        fake('재무제표 주석 및 부속명세서 전체 (2025 회계연도).xlsx'),
      ])
      await page.getByRole('button', { name: t('uploads.pauseAll') }).click()
      await unfoldCard(stage)
      await page.locator('.upload-row[data-state=paused]').nth(1).waitFor()
    },
  },
  {
    name: 'upload-leave',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showUploads(stage)
      leaveFreely(stage)
      await page.route(CONFLICTS, () => undefined)
      await pick(stage, [fake('감사보고서 (2025).pdf')])
      await page.locator('.upload-card').waitFor()
      const logout = page.getByRole('button', { name: t('app.logout') })
      if (await logout.isVisible()) await logout.click()
      else await openAccount(stage, 'app.logout')
      await messageShown(stage)
    },
  },
  {
    name: 'upload-folders',
    of: 'upload-card',
    as: 'raised',
    async open(stage) {
      const { page } = stage
      await showUploads(stage)
      await invent(stage, '**/room/api/file/folders', [], { rejected: [] })
      await dropFolder(stage, '자료')
      await page.locator('.upload-card-result').waitFor()
      await unfoldCard(stage)
    },
  },
  {
    name: 'upload-offline',
    of: 'upload-card',
    as: 'raised',
    async open(stage) {
      const { page, t } = stage
      await showUploads(stage)
      leaveFreely(stage)
      await page.route(CONFLICTS, (route) => route.abort())
      await page.route(UNFINISHED, (route) => route.abort())
      await pick(stage, [fake('감사보고서 (2025).pdf')])
      await page.locator('.upload-card-header', { hasText: t('uploads.offline') }).waitFor()
      await unfoldCard(stage)
    },
  },
  {
    name: 'upload-unfinished',
    of: 'upload-card',
    as: 'raised',
    async open(stage) {
      const startedAt = '2026-01-15T03:04:05.678Z'
      const unfinished = (upload, path, folder, offset) => ({
        upload,
        path,
        folder,
        offset,
        ...{ parent: 0, size: 100, startedAt, modifiedAt: null },
      })
      await invent(stage, UNFINISHED, [
        unfinished('one', '감사보고서 (2025).pdf', '02 재무/2025', 62),
        unfinished('two', '스캔/재무제표 주석 및 부속명세서 전체 (2025 회계연도).pdf', '', 8),
      ])
      await showUploads(stage)
      await unfoldCard(stage)
      await stage.page.locator('.upload-row[data-state=unfinished]').nth(1).waitFor()
    },
  },
  {
    name: 'upload-conflict',
    of: 'upload-card',
    as: 'raised',
    async open(stage) {
      const { page } = stage
      await showUploads(stage)
      leaveFreely(stage)
      const taken = (path) => ({
        path,
        id: 1,
        name: path,
        size: 1_234_567,
        uploadedAt: '2026-01-15T03:04:05.678Z',
      })
      const names = [
        '재무제표 주석 및 부속명세서 전체 (2025 회계연도).xlsx',
        '감사보고서 (2025).pdf',
        '결산.pdf',
      ]
      await invent(stage, CONFLICTS, names.map(taken))
      await pick(
        stage,
        names.map((name) => fake(name)),
      )
      await page.locator('.conflict-sides').waitFor()
    },
  },
]
