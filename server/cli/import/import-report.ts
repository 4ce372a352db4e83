import { randomBytes } from 'node:crypto'
import { open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { formatSize } from '../../../contract/core/format-size.ts'
import { type ImportedEntry, type ImportResult, reasonOf } from '../../features/documents/index.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../platform/csv/csv.ts'
import { CommandError } from '../command.ts'

const OUTCOMES = ['imported', 'planned', 'existed', 'skipped', 'refused', 'pending'] as const

type Counts = Readonly<Record<(typeof OUTCOMES)[number], number>>

export function countsOf({ entries }: ImportResult): Counts {
  const counts = { imported: 0, planned: 0, existed: 0, skipped: 0, refused: 0, pending: 0 }
  for (const { outcome } of entries) counts[outcome] += 1
  return counts
}

/** Control characters could control the terminal. */
const shown = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '�')

function lineOf(entry: ImportedEntry): string {
  const reason = reasonOf(entry)
  const target =
    entry.target === undefined || entry.target === entry.path ? '' : `  → ${entry.target}`
  return shown(
    `${entry.outcome.padEnd(8)}  ${entry.path}${target}${reason === '' ? '' : `  (${reason})`}`,
  )
}

const counted = (count: number, one: string, several: string): string =>
  `${count} ${count === 1 ? one : several}`

function sentenceOf({ path, rows, missing, expected }: NonNullable<ImportResult['list']>): string {
  const more = counted(expected, 'document more is', 'documents more are')
  return `The list ${path} has ${counted(rows, 'row', 'rows')}, ${missing.length} of them without a file or folder; ${more} expected in the room.`
}

export function tableOf(result: ImportResult): string {
  const { entries, list, isOrdered } = result
  const counts = countsOf(result)
  const bytes = entries
    .filter(({ outcome }) => outcome === 'imported')
    .reduce((sum, { size }) => sum + size, 0)
  const summary = OUTCOMES.filter((outcome) => counts[outcome] > 0).map(
    (outcome) => `${counts[outcome]} ${outcome}`,
  )
  return [
    ...entries.map(lineOf),
    ...(list ? [shown(sentenceOf(list))] : []),
    ...(list?.missing ?? []).map(({ row, name }) => shown(`  row ${row}: ${name}`)),
    ...(isOrdered || entries.length === 0
      ? []
      : ['The room has no index numbers, so its items stand in the order of their names.']),
    `${summary.length === 0 ? 'nothing to import' : summary.join(', ')}${bytes > 0 ? ` (${formatSize(bytes)})` : ''}`,
  ].join('\n')
}

export const factsOf = (roomId: number, result: ImportResult) => ({
  roomId,
  counts: countsOf(result),
  entries: result.entries.map((entry) => ({ ...entry, reason: reasonOf(entry) || undefined })),
  list: result.list,
})

/** A spreadsheet could read a name as a formula. */
function* linesOfCsv({ entries, list }: ImportResult): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(['Path', 'Outcome', 'Target', 'Bytes', 'Code', 'Reason'])
  for (const entry of entries)
    yield csvLine([
      entry.path,
      entry.outcome,
      entry.target ?? '',
      String(entry.size),
      entry.code ?? '',
      reasonOf(entry),
    ])
  for (const { row, name } of list?.missing ?? [])
    yield csvLine([
      name,
      'missing',
      '',
      '',
      'LISTED',
      `Row ${row} of the list ${list?.path} has no file or folder.`,
    ])
}

interface ReportFile {
  /** A report is never incomplete. */
  write(roomId: number, result: ImportResult): Promise<void>
  close(): Promise<void>
}

/** Fails before hours of work. A name in .csv gives CSV, any other JSON. */
export async function openReport(file: string): Promise<ReportFile> {
  if ((await stat(file).catch(() => undefined))?.isDirectory())
    throw new CommandError(`--report: ${file} is a folder.`)
  // The random name avoids prepared links and collisions.
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(part, 'wx', 0o600).catch((error: unknown) => {
    throw new CommandError(`--report: ${file} cannot be written: ${(error as Error).message}`)
  })
  return {
    write: async (roomId, result) => {
      await writeFile(
        handle,
        /\.csv$/i.test(file)
          ? linesOfCsv(result)
          : `${JSON.stringify(factsOf(roomId, result), undefined, 2)}\n`,
      )
      await handle.close()
      await rename(part, file)
    },
    close: async () => {
      await handle.close()
      await rm(part, { force: true })
    },
  }
}
