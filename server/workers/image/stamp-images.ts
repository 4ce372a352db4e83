import fs from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { LIMITS } from '../../../contract/core/limits.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { ConvertError } from '../convert/convert-error.ts'
import { type FilterEnd, runFilter } from '../convert/run-filter.ts'
import { limitedNodeCommand } from '../limited-node.ts'
import { createTurns } from '../turns.ts'
import { ImageError } from './image-error.ts'
import { IMAGE_EXIT } from './image-exit.ts'

const PROGRAM = path.join(PROJECT_ROOT, '.build/server/workers/image/image-program.js')
const DEADLINE_MS = 20_000
const OUTPUT_BYTES = 32 * 2 ** 20
const PROCESSES = 2
const MAX_WAITING = 20
/** ISO/IEC 15948, 11.2.2 puts it into the first chunk. */
const PNG_WIDTH_AT = 16
const PNG_HEIGHT_AT = 20

export interface StampImage {
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

/** Starts a separate process per image, without server settings. */
export interface StampImages {
  /**
   * @param maxSide defaults to LIMITS.stampPixels.
   * @returns a PNG.
   * @throws ImageError, or the signal's reason
   */
  decode(bytes: Buffer, signal: AbortSignal, maxSide?: number): Promise<StampImage>
}

export function createStampImages(): StampImages {
  if (!fs.existsSync(PROGRAM))
    throw new Error(`${PROGRAM} is missing: run "npx tsc -b server" first`)
  const inTurn = createTurns({
    processes: PROCESSES,
    maxWaiting: MAX_WAITING,
    busy: (waiting) => new ImageError('BUSY', `${waiting} images wait`),
  })
  return {
    decode: (bytes, signal, maxSide = LIMITS.stampPixels) =>
      inTurn(signal, () => decoded(bytes, signal, maxSide)),
  }
}

async function decoded(bytes: Buffer, signal: AbortSignal, maxSide: number): Promise<StampImage> {
  const words = limitedNodeCommand(PROGRAM, String(maxSide))
  const filter = { words, environment: {}, deadlineMs: DEADLINE_MS, outputBytes: OUTPUT_BYTES }
  const pieces: Buffer[] = []
  let end: FilterEnd | undefined
  const note = (how: FilterEnd): undefined => {
    end = how
  }
  try {
    for await (const piece of runFilter(filter, Readable.from([bytes]), note, signal))
      pieces.push(piece)
  } catch (error) {
    throw error instanceof ConvertError ? new ImageError('BROKEN', error.message) : error
  }
  if (end?.code !== 0) throw failureOf(end)
  const png = Buffer.concat(pieces)
  return { png, width: png.readUInt32BE(PNG_WIDTH_AT), height: png.readUInt32BE(PNG_HEIGHT_AT) }
}

function failureOf(end: FilterEnd | undefined): ImageError {
  const detail = end?.stderr || `exit code ${end?.code}, signal ${end?.signal}`
  if (end?.code === IMAGE_EXIT.type) return new ImageError('TYPE', detail)
  return new ImageError(end?.code === IMAGE_EXIT.tooLarge ? 'TOO_LARGE' : 'BROKEN', detail)
}
