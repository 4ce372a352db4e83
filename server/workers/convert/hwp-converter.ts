import fs from 'node:fs'
import { Readable } from 'node:stream'
import type { Log } from '../../platform/log/log.ts'
import { ConvertError, type ConvertFailure } from './convert-error.ts'
import { HWP_EXIT } from './hwp-exit.ts'
import {
  COMPILED_ONCE,
  HWP_PROGRAM,
  type HwpCommand,
  type HwpGuard,
  hwpCommands,
} from './hwp-sandbox.ts'
import { findBubblewrap, type OfficePaths, USUAL_FOLDERS } from './office-programs.ts'
import { type FilterEnd, runFilter } from './run-filter.ts'

const OUTPUT_BYTES = 256 * 2 ** 20
const PROBE_WITHIN_MS = 20_000

const FAILURES: Readonly<Record<number, ConvertFailure>> = {
  [HWP_EXIT.locked]: 'LOCKED',
  [HWP_EXIT.broken]: 'BROKEN',
  [HWP_EXIT.tooLarge]: 'TOO_LARGE',
}

/** The process lacks server settings. */
export interface HwpConverter {
  guard(): Promise<HwpGuard>
  /** @throws ConvertError */
  convert(
    input: Readable,
    deadlineMs: number,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, void, undefined>
}

export function createHwpConverter(
  paths: Pick<OfficePaths, 'bwrap'>,
  log: Log,
  flag = COMPILED_ONCE,
): HwpConverter {
  let probing: Promise<HwpCommand> | undefined
  const command = () => {
    probing ??= strongest(hwpCommands(findBubblewrap(paths, USUAL_FOLDERS), flag), log)
    return probing
  }
  return {
    guard: async () => (await command()).guard,
    async *convert(input, deadlineMs, signal) {
      yield* runFilter(
        { ...(await command()), deadlineMs, outputBytes: OUTPUT_BYTES },
        input,
        judge,
        signal,
      )
    },
  }
}

/** @throws Error if no command works */
async function strongest(commands: readonly HwpCommand[], log: Log): Promise<HwpCommand> {
  if (!fs.existsSync(HWP_PROGRAM))
    throw new Error(`${HWP_PROGRAM} is missing: run "npx tsc -b server" first`)
  for (const command of commands) {
    const end = await endWithout(command)
    if (end.code === HWP_EXIT.broken) {
      if (command.flag === undefined)
        log.warn(
          'Hangul documents are converted slowly: this Node.js does not know the flag of V8 for it',
        )
      return command
    }
    log.debug({ guard: command.guard, ...end }, 'the Hangul program does not start this way here')
  }
  throw new Error('the program for Hangul documents does not start on this machine')
}

async function endWithout(command: HwpCommand): Promise<FilterEnd> {
  let end: FilterEnd = { code: null, signal: null, stderr: '' }
  const keep = (how: FilterEnd): undefined => {
    end = how
  }
  const filter = { ...command, deadlineMs: PROBE_WITHIN_MS, outputBytes: 0 }
  try {
    for await (const _ of runFilter(filter, Readable.from([]), keep, new AbortController().signal))
      break
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
  }
  return end
}

function judge({ code, signal, stderr }: FilterEnd): ConvertError | undefined {
  if (code === 0) return undefined
  return new ConvertError(
    FAILURES[code ?? -1] ?? 'CRASHED',
    stderr || `exit code ${code}, signal ${signal}`,
  )
}
