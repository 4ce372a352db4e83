import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import {
  importColumns,
  importFields,
} from '../../../../contract/features/threads/thread-exchange.ts'
import type { Actor } from '../../../access/actor.ts'
import { parseJson } from '../../../platform/http/parse-json.ts'
import { receiveForm } from '../../../platform/http/receive-form.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { readTables, type Sheets } from '../../../workers/sheet/index.ts'
import { type Columns, columnsIn, headRow } from './list-columns.ts'

const FIELD_BYTES = 2_000

interface ReceivedList {
  readonly bytes: Buffer
  readonly fields: z.output<typeof importFields>
  readonly columns: Columns | undefined
}

/** @throws Refusal BAD_REQUEST, BODY_TOO_LARGE; NOT_FOUND for another room */
export async function receiveList(
  request: FastifyRequest,
  { roomId }: Actor,
  signal: AbortSignal,
): Promise<ReceivedList> {
  const limits = { fields: 5, fieldBytes: FIELD_BYTES, fileBytes: LIMITS.importBytes }
  const { bytes, fields: given } = await receiveForm(request, limits, signal)
  const fields = importFields.safeParse(given)
  if (bytes === undefined || !fields.success) throw new Refusal('BAD_REQUEST')
  if (fields.data.roomId !== roomId) throw new Refusal('NOT_FOUND')
  return { bytes, fields: fields.data, columns: columnsGiven(fields.data.columns) }
}

function columnsGiven(text: string | undefined): Columns | undefined {
  if (text === undefined) return undefined
  const columns = importColumns.safeParse(parseJson(Buffer.from(text)))
  if (!columns.success) throw new Refusal('BAD_REQUEST')
  return columns.data as Columns
}

export interface List {
  readonly heads: readonly string[]
  readonly columns: Columns
  /** `at` counts from 1. Empty rows are omitted. */
  readonly rows: readonly { readonly at: number; readonly cells: readonly string[] }[]
}

/** @throws Refusal IMPORT_FILE, IMPORT_HEADS, IMPORT_TOO_LARGE, BUSY. */
export async function readList(
  sheets: Sheets,
  { bytes, columns }: Pick<ReceivedList, 'bytes' | 'columns'>,
  asked: Parameters<Sheets['read']>[1],
): Promise<List> {
  const { tables } = await readTables(sheets, bytes, asked, tooLarge)
  if (!tables.some((table) => table.some((row) => row.length > 1))) throw new Refusal('IMPORT_FILE')
  for (const table of tables) {
    const at = headRow(table)
    if (at === undefined) continue
    const heads = table[at] ?? []
    const rows = table
      .map((cells, index) => ({ at: index + 1, cells }))
      .slice(at + 1)
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    if (rows.length > LIMITS.importRows) throw tooLarge()
    return { heads, columns: columns ?? columnsIn(heads), rows }
  }
  throw new Refusal('IMPORT_HEADS')
}

const tooLarge = (): Refusal =>
  new Refusal('IMPORT_TOO_LARGE', { variables: { rows: LIMITS.importRows.toLocaleString('en') } })
