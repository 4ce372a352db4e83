import fs from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { ConvertError, type ConvertFailure } from './convert-error.ts'
import { HWP_EXIT } from './hwp-exit.ts'
import { type FilterEnd, runFilter } from './run-filter.ts'

/** Node 20 starts nothing from TypeScript, so that tests, too, run the compiled program. */
const PROGRAM = path.join(PROJECT_ROOT, '.build/server/workers/convert/hwp-program.js')
const OUTPUT_BYTES = 256 * 2 ** 20
const HEAP_MB = 512
/** All memory that the program writes to: the engine's, the heap, pictures and the PDF. */
const DATA_KB = 2 * 2 ** 20
/** No core file, which would hold the document; processor time, for when nobody is left to keep the deadline; memory. */
const LIMITED = `ulimit -c 0 && ulimit -t 120 && ulimit -d ${DATA_KB} && exec "$@"`

const FAILURES: Readonly<Record<number, ConvertFailure>> = {
  [HWP_EXIT.locked]: 'LOCKED',
  [HWP_EXIT.broken]: 'BROKEN',
  [HWP_EXIT.tooLarge]: 'TOO_LARGE',
}

/** A Hangul document as a PDF, made in a process of its own that knows no setting of ours and no font but those of our packages. */
export function convertHwp(input: Readable, deadlineMs: number, signal: AbortSignal): AsyncGenerator<Buffer, void, undefined> {
  if (!fs.existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: run "npx tsc -b server" first`)
  const words = ['/bin/sh', '-c', LIMITED, 'sh', process.execPath, `--max-old-space-size=${HEAP_MB}`, PROGRAM]
  const filter = { words, environment: { DISABLE_SYSTEM_FONTS_LOAD: '1' }, deadlineMs, outputBytes: OUTPUT_BYTES }
  return runFilter(filter, input, judge, signal)
}

function judge({ code, signal, stderr }: FilterEnd): ConvertError | undefined {
  if (code === 0) return undefined
  return new ConvertError(FAILURES[code ?? -1] ?? 'CRASHED', stderr || `exit code ${code}, signal ${signal}`)
}
