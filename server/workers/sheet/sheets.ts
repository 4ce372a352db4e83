import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setImmediate as immediate } from 'node:timers/promises'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { ConvertError } from '../convert/convert-error.ts'
import { type FilterEnd, runFilter } from '../convert/run-filter.ts'
import { limitedNodeCommand } from '../limited-node.ts'
import { createTurns } from '../turns.ts'
import { SHEET_EXIT, type Sheet, type SheetLayout } from './protocol.ts'
import { SheetError } from './sheet-error.ts'

const PROGRAM = path.join(PROJECT_ROOT, '.build/server/workers/sheet/sheet-program.js')
const DEADLINE_MS = 30_000
const OUTPUT_BYTES = 128 * 2 ** 20
/** Each room has at most one. */
const PROCESSES = 2
const MAX_WAITING = 10
const ROWS_AT_ONCE = 200

export interface SheetContent {
  readonly layout: SheetLayout
  readonly rows: Iterable<readonly string[]>
}

interface ReadSheetInput {
  readonly roomId: number
  readonly signal: AbortSignal
}

/** Starts a separate process per workbook, without server settings. */
export interface Sheets {
  /** @throws SheetError, also BUSY for a second workbook of a room; or the signal's reason */
  read(bytes: Buffer, asked: ReadSheetInput): Promise<readonly Sheet[]>
  /** @throws as `read` */
  write(sheets: readonly SheetContent[], asked: ReadSheetInput): Promise<Buffer>
}

export function createSheets(): Sheets {
  if (!fs.existsSync(PROGRAM))
    throw new Error(`${PROGRAM} is missing: run "npx tsc -b server" first`)
  const inTurn = createTurns({
    processes: PROCESSES,
    maxWaiting: MAX_WAITING,
    busy: (waiting) => new SheetError('BUSY', `${waiting} workbooks wait`),
  })
  const rooms = new Set<number>()
  const forRoom = async <T>(
    { roomId, signal }: ReadSheetInput,
    work: () => Promise<T>,
  ): Promise<T> => {
    if (rooms.has(roomId)) throw new SheetError('BUSY', 'another workbook of the room')
    rooms.add(roomId)
    try {
      return await inTurn(signal, work)
    } finally {
      rooms.delete(roomId)
    }
  }
  return {
    read: (bytes, asked) => forRoom(asked, () => readSheets(bytes, asked.signal)),
    write: (sheets, asked) =>
      forRoom(asked, async () => {
        const pieces: Buffer[] = []
        for await (const piece of filtered('write', Readable.from(linesOf(sheets)), asked.signal))
          pieces.push(piece)
        return Buffer.concat(pieces)
      }),
  }
}

async function* linesOf(sheets: readonly SheetContent[]): AsyncGenerator<string> {
  for (const { layout, rows } of sheets) {
    let lines = `${JSON.stringify({ layout })}\n`
    let count = 0
    for (const row of rows) {
      lines += `${JSON.stringify(row)}\n`
      count += 1
      if (count % ROWS_AT_ONCE !== 0) continue
      yield lines
      lines = ''
      await immediate()
    }
    yield lines
  }
}

async function readSheets(bytes: Buffer, signal: AbortSignal): Promise<readonly Sheet[]> {
  const sheets: { readonly name: string; readonly rows: string[][] }[] = []
  const lines = createInterface({
    input: Readable.from(filtered('read', Readable.from([bytes]), signal)),
  })
  for await (const line of lines) {
    const value = JSON.parse(line) as string[] | { readonly name: string }
    if (Array.isArray(value)) sheets.at(-1)?.rows.push(value)
    else sheets.push({ name: value.name, rows: [] })
  }
  return sheets
}

async function* filtered(
  mode: 'read' | 'write',
  input: Readable,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const filter = {
    words: limitedNodeCommand(PROGRAM, mode),
    environment: {},
    deadlineMs: DEADLINE_MS,
    outputBytes: OUTPUT_BYTES,
  }
  let end: FilterEnd | undefined
  const note = (how: FilterEnd): undefined => {
    end = how
  }
  try {
    yield* runFilter(filter, input, note, signal)
  } catch (error) {
    throw error instanceof ConvertError ? new SheetError('TOO_LARGE', error.message) : error
  }
  if (end?.code !== 0)
    throw new SheetError(
      end?.code === SHEET_EXIT.tooLarge ? 'TOO_LARGE' : 'BROKEN',
      end?.stderr ?? '',
    )
}
