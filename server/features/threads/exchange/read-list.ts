import { isUtf8 } from 'node:buffer'
import { addAbortSignal } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { decode } from 'iconv-lite'
import type { z } from 'zod'
import { csvRows } from '../../../../contract/core/csv-rows.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { importColumns, importFields } from '../../../../contract/features/threads/thread-exchange.ts'
import type { Actor } from '../../../access/actor.ts'
import { readSmall, refusalOfMultipart } from '../../../platform/http/multipart.ts'
import { parseJson } from '../../../platform/http/parse-json.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { SheetError, type Sheets } from '../../../workers/sheet/index.ts'
import { type Columns, columnsIn, headRow } from './list-columns.ts'

const FIELD_BYTES = 2_000

interface Received {
  readonly bytes: Buffer
  readonly fields: z.output<typeof importFields>
  /** As the caller corrected them. */
  readonly columns: Columns | undefined
}

/** @throws Refusal BAD_REQUEST, BODY_TOO_LARGE; NOT_FOUND for another room. */
export async function receiveList(request: FastifyRequest, { roomId }: Actor, signal: AbortSignal): Promise<Received> {
  let bytes: Buffer | undefined
  const given: Record<string, unknown> = {}
  try {
    const limits = { fieldNameSize: 100, fieldSize: FIELD_BYTES, fields: 5, files: 1, parts: 6, headerPairs: 50 }
    for await (const part of request.parts({ limits: { ...limits, fileSize: Number.MAX_SAFE_INTEGER } })) {
      signal.throwIfAborted()
      if (part.type === 'field') given[part.fieldname] = part.value
      else if (part.fieldname !== 'file') throw new Refusal('BAD_REQUEST')
      else {
        addAbortSignal(signal, part.file)
        bytes = await readSmall(part, LIMITS.importBytes)
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    throw refusalOfMultipart(error)
  }
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
  /** `at` is its row in the sheet, from 1. Empty ones are left out. */
  readonly rows: readonly { readonly at: number; readonly cells: readonly string[] }[]
}

/** A byte order mark decides, then UTF-8 where it is valid, otherwise CP949, which Korean Excel writes. */
function tableOf(bytes: Buffer): string[][] | undefined {
  const mark = bytes.subarray(0, 2).toString('hex')
  const text =
    mark === 'fffe' || mark === 'feff' ? decode(bytes, 'utf-16') : isUtf8(bytes) ? decode(bytes, 'utf-8') : decode(bytes, 'cp949')
  return text.includes('\0') || text.includes('\uFFFD') ? undefined : csvRows(text)
}

const ZIP_HEAD = 'PK'

/** The first sheet that has heads. @throws Refusal IMPORT_FILE, IMPORT_HEADS, IMPORT_TOO_LARGE, BUSY. */
export async function readList(
  sheets: Sheets,
  { bytes, columns }: Pick<Received, 'bytes' | 'columns'>,
  asked: Parameters<Sheets['read']>[1],
): Promise<List> {
  const isWorkbook = bytes.subarray(0, ZIP_HEAD.length).toString('latin1') === ZIP_HEAD
  const tables = isWorkbook ? await readWorkbook(sheets, bytes, asked) : [tableOf(bytes)]
  if (tables.every((table) => table === undefined || !table.some((row) => row.length > 1))) throw new Refusal('IMPORT_FILE')
  for (const table of tables) {
    const at = table && headRow(table)
    if (table === undefined || at === undefined) continue
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

const tooLarge = (): Refusal => new Refusal('IMPORT_TOO_LARGE', { variables: { rows: LIMITS.importRows.toLocaleString('en') } })

async function readWorkbook(sheets: Sheets, bytes: Buffer, asked: Parameters<Sheets['read']>[1]) {
  try {
    return (await sheets.read(bytes, asked)).map(({ rows }) => rows)
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    if (error.code === 'BUSY') throw new Refusal('BUSY', { retryAfter: 5 })
    throw error.code === 'TOO_LARGE' ? tooLarge() : new Refusal('IMPORT_FILE')
  }
}
