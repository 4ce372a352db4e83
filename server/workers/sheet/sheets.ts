import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { ConvertError } from '../convert/convert-error.ts'
import { type FilterEnd, runFilter } from '../convert/run-filter.ts'
import { limitedNode } from '../limited-node.ts'
import { SHEET_EXIT, type Sheet, type SheetLayout } from './protocol.ts'
import { SheetError } from './sheet-error.ts'

/** Compiled, because Node 20 cannot run TypeScript. */
const PROGRAM = path.join(PROJECT_ROOT, '.build/server/workers/sheet/sheet-program.js')
const DEADLINE_MS = 30_000
const OUTPUT_BYTES = 128 * 2 ** 20
/** One room has one of them at most. */
const PROCESSES = 2
const MAX_WAITING = 10

interface Asked {
  readonly roomId: number
  readonly signal: AbortSignal
}

/** A separate process per workbook, without server settings. */
export interface Sheets {
  /** @throws SheetError, also BUSY for a second workbook of a room; or the signal's reason */
  read(bytes: Buffer, asked: Asked): Promise<readonly Sheet[]>
  /** Returns an XLSX file. @throws as `read` */
  write(sheets: readonly SheetLayout[], asked: Asked): Promise<Buffer>
}

export function createSheets(): Sheets {
  if (!fs.existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run "npx tsc -b server" first`)
  const running = new Set<Promise<unknown>>()
  const rooms = new Set<number>()
  let waiting = 0
  const takeTurn = async (): Promise<void> => {
    if (waiting >= MAX_WAITING) throw new SheetError('BUSY', `${waiting} workbooks wait`)
    waiting += 1
    try {
      while (running.size >= PROCESSES) await Promise.race(running)
    } finally {
      waiting -= 1
    }
  }
  const inTurn = async (mode: 'read' | 'write', input: Buffer, { roomId, signal }: Asked): Promise<Buffer> => {
    if (rooms.has(roomId)) throw new SheetError('BUSY', 'another workbook of the room')
    rooms.add(roomId)
    try {
      await takeTurn()
      signal.throwIfAborted()
      const run = filtered(mode, input, signal)
      const settled = run.catch(() => {})
      running.add(settled)
      return await run.finally(() => running.delete(settled))
    } finally {
      rooms.delete(roomId)
    }
  }
  return {
    read: async (bytes, asked) => JSON.parse((await inTurn('read', bytes, asked)).toString()) as Sheet[],
    write: (sheets, asked) => inTurn('write', Buffer.from(JSON.stringify(sheets)), asked),
  }
}

async function filtered(mode: 'read' | 'write', input: Buffer, signal: AbortSignal): Promise<Buffer> {
  const filter = { words: limitedNode(PROGRAM, mode), environment: {}, deadlineMs: DEADLINE_MS, outputBytes: OUTPUT_BYTES }
  const pieces: Buffer[] = []
  let end: FilterEnd | undefined
  const note = (how: FilterEnd): undefined => {
    end = how
  }
  try {
    for await (const piece of runFilter(filter, Readable.from([input]), note, signal)) pieces.push(piece)
  } catch (error) {
    throw error instanceof ConvertError ? new SheetError('TOO_LARGE', error.message) : error
  }
  if (end?.code !== 0) throw new SheetError(end?.code === SHEET_EXIT.tooLarge ? 'TOO_LARGE' : 'BROKEN', end?.stderr ?? '')
  return Buffer.concat(pieces)
}
