import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewNotices } from './preview-notices.ts'
import { type MissingOfficePart, missingFaces } from './workers/convert/index.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sealroom-fonts-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function listOf(name: string, ...fonts: readonly string[]): string {
  const file = path.join(folder, name)
  writeFileSync(file, `#!/bin/sh\ncat <<'END'\n${fonts.join('\n')}\nEND\n`, { mode: 0o755 })
  return file
}

const CARLITO = '/usr/share/fonts/carlito/Carlito-Regular.ttf\tCarlito\ten|de|pl'
const CALADEA = '/usr/share/fonts/caladea/Caladea-Regular.ttf\tCaladea,Cambria Like\ten|de'
const CJK = '/usr/share/fonts/noto/NotoSansCJK-Regular.ttc\tNoto Sans CJK JP\ten|ja|ko|zh-cn|zh-tw'

const noticesWith = (list: string, missing: readonly MissingOfficePart[] = []) =>
  previewNotices({ missingOfficeParts: async () => missing, hwpGuard: async () => 'sandbox' }, () =>
    missingFaces(list),
  )

test('fonts that conversions do not have are named in one line, with what to install', async () => {
  expect(await noticesWith(listOf('carlito', CARLITO))).toEqual([
    'Office 미리보기에 없는 글꼴: Cambria, 일본어, 중국어 · Missing fonts for Office previews: Cambria, Japanese, Chinese: apt install fonts-crosextra-caladea fonts-noto-cjk',
  ])
})

test('nothing is said where all are there, where LibreOffice is not, or where nobody can say', async () => {
  expect(await noticesWith(listOf('all', CARLITO, CALADEA, CJK))).toEqual([])
  expect(await noticesWith(path.join(folder, 'nothing'))).toEqual([])
  const [only, ...others] = await noticesWith(listOf('none'), ['libreoffice'])
  expect([only?.startsWith('Office 미리보기 없음 (libreoffice)'), others]).toEqual([true, []])
})

test('a font that the sandbox does not have is none', async () => {
  const elsewhere = [CARLITO, CALADEA, CJK].map((font) =>
    font.replace('/usr/share/', '/usr/local/share/'),
  )
  expect(await missingFaces(listOf('local', ...elsewhere))).toEqual([
    'Calibri',
    'Cambria',
    'Japanese',
    'Chinese',
  ])
})
