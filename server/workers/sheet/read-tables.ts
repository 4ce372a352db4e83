import { isUtf8 } from 'node:buffer'
import { decode } from 'iconv-lite'
import { csvRows } from '../../../contract/core/csv-rows.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { SheetError } from './sheet-error.ts'
import type { Sheets } from './sheets.ts'

export type Cells = readonly (readonly string[])[]

const ZIP_HEAD = 'PK'

/** Without a byte order mark, valid text is UTF-8, and other text CP949, which Korean Excel writes. */
function textOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  const text =
    mark === 'fffe' || mark === 'feff'
      ? decode(bytes, 'utf-16')
      : isUtf8(bytes)
        ? decode(bytes, 'utf-8')
        : decode(bytes, 'cp949')
  if (text.includes('\0') || text.includes('\uFFFD')) throw new Refusal('IMPORT_FILE')
  return text
}

/** @throws Refusal IMPORT_FILE, BUSY, or what `tooLarge` makes. */
export async function readTables(
  sheets: Sheets,
  bytes: Buffer,
  asked: Parameters<Sheets['read']>[1],
  tooLarge: () => Refusal,
): Promise<{ readonly tables: readonly Cells[]; readonly isCsv: boolean }> {
  if (bytes.subarray(0, ZIP_HEAD.length).toString('latin1') !== ZIP_HEAD)
    return { tables: [csvRows(textOf(bytes))], isCsv: true }
  try {
    return { tables: (await sheets.read(bytes, asked)).map(({ rows }) => rows), isCsv: false }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    if (error.code === 'BUSY') throw new Refusal('BUSY', { retryAfter: 5 })
    throw error.code === 'TOO_LARGE' ? tooLarge() : new Refusal('IMPORT_FILE')
  }
}

export const bareHead = (head: string): string =>
  head
    .normalize('NFC')
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
