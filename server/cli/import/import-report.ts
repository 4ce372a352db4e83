import { rename, rm, writeFile } from 'node:fs/promises'
import { formatSize } from '../../../contract/core/format-size.ts'
import { type ImportedEntry, type ImportResult, reasonOf } from '../../features/documents/index.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv/csv.ts'

const OUTCOMES = ['imported', 'planned', 'existed', 'skipped', 'refused', 'pending'] as const

type Counts = Readonly<Record<(typeof OUTCOMES)[number], number>>

export function countsOf({ entries }: ImportResult): Counts {
  const counts = { imported: 0, planned: 0, existed: 0, skipped: 0, refused: 0, pending: 0 }
  for (const { outcome } of entries) counts[outcome] += 1
  return counts
}

/** Control characters of foreign names would steer the terminal. */
const shown = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '�')

function lineOf(entry: ImportedEntry): string {
  const reason = reasonOf(entry)
  const target = entry.target === undefined || entry.target === entry.path ? '' : `  → ${entry.target}`
  return shown(`${entry.outcome.padEnd(8)}  ${entry.path}${target}${reason === '' ? '' : `  (${reason})`}`)
}

export function tableOf(result: ImportResult): string {
  const { entries, list, isOrdered } = result
  const counts = countsOf(result)
  const bytes = entries.filter(({ outcome }) => outcome === 'imported').reduce((sum, { size }) => sum + size, 0)
  const summary = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => `${counts[outcome]} ${outcome}`)
  return [
    ...entries.map(lineOf),
    ...(list ? [shown(`The list ${list.path} has ${list.rows} rows; ${list.missing.length} of them have no file or folder.`)] : []),
    ...(list?.missing ?? []).map(({ row, name }) => shown(`  row ${row}: ${name}`)),
    ...(isOrdered ? [] : ['The room has no index numbers, so its items stand in the order of their names.']),
    `${summary.length === 0 ? 'nothing to import' : summary.join(', ')}${bytes > 0 ? ` (${formatSize(bytes)})` : ''}`,
  ].join('\n')
}

/** Also in the file of a report. */
export const factsOf = (roomId: number, result: ImportResult) => ({
  roomId,
  counts: countsOf(result),
  entries: result.entries.map((entry) => ({ ...entry, reason: reasonOf(entry) || undefined })),
  list: result.list,
})

/** A spreadsheet takes none of the names for a formula. */
function* linesOfCsv({ entries, list }: ImportResult): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(['Path', 'Outcome', 'Target', 'Bytes', 'Code', 'Reason'])
  for (const entry of entries)
    yield csvLine([entry.path, entry.outcome, entry.target ?? '', String(entry.size), entry.code ?? '', reasonOf(entry)])
  for (const { row, name } of list?.missing ?? [])
    yield csvLine([name, 'missing', '', '', 'LISTED', `Row ${row} of the list ${list?.path} has no file or folder.`])
}

/** CSV for a name that ends so, otherwise JSON. A report of an earlier run is replaced, and never cut. */
export async function writeReport(file: string, roomId: number, result: ImportResult): Promise<void> {
  const part = `${file}.part`
  const text = /\.csv$/i.test(file) ? linesOfCsv(result) : [`${JSON.stringify(factsOf(roomId, result), undefined, 2)}\n`]
  try {
    await writeFile(part, text, { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
