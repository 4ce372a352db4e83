import { parseArgs } from 'node:util'
import type { ImportRequest, ImportResult } from '../features/documents/index.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { stopSignal } from '../stop-signal.ts'
import {
  type Command,
  CommandError,
  IncompleteError,
  JSON_OPTION,
  ROOM_OPTION,
  report,
  requireRoom,
  roomOption,
  UsageError,
} from './command.ts'
import { progressLine } from './import/import-progress.ts'
import { countsOf, factsOf, openReport, tableOf } from './import/import-report.ts'
import { openSource } from './import/open-source.ts'

const FLAG = { type: 'boolean', default: false } as const
const OPTIONS = {
  ...JSON_OPTION,
  ...ROOM_OPTION,
  from: { type: 'string' },
  into: { type: 'string' },
  staged: FLAG,
  published: FLAG,
  numbers: { type: 'string', default: 'keep' },
  'dry-run': FLAG,
  report: { type: 'string' },
} as const

const SOME_REFUSED = 3
const INTERRUPTED = 130

function stepsOfInto(into: string | undefined): string[] {
  const steps = (into ?? '').split('/').map((step) => step.normalize('NFC').trim())
  return steps.filter((step) => step !== '')
}

function requestOf(values: ReturnType<typeof valuesOf>): ImportRequest {
  const { numbers, staged, published } = values
  if (numbers !== 'keep' && numbers !== 'strip')
    throw new UsageError('--numbers requires keep or strip')
  if (staged && published) throw new UsageError('--staged and --published cannot be combined')
  return {
    ...{
      roomId: roomOption(values.room),
      into: stepsOfInto(values.into),
      numbers,
      isDryRun: values['dry-run'],
    },
    staged: staged ? true : published ? false : undefined,
  }
}

const valuesOf = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: OPTIONS }).values

/** The first SIGINT ends the import after the current file. */
export function importFiles(args: readonly string[]): Command {
  const values = valuesOf(args)
  const request = requestOf(values)
  const { from = '', report: file, json } = values
  if (from === '') throw new UsageError('--from requires a folder, a zip or s3://bucket/prefix')
  if (file === '') throw new UsageError('--report requires a file name')
  return async (settings, open) => {
    const source = await openSource(settings, from)
    let reportFile: Awaited<ReturnType<typeof openReport>> | undefined
    try {
      // The source may contain the report.
      reportFile = file === undefined ? undefined : await openReport(file)
      const program = await open()
      await requireRoom(program, request.roomId)
      const stop = new AbortController()
      void stopSignal().then(() => stop.abort())
      const line = progressLine(process.stderr)
      const result = await program
        .importIntoRoom(source, request, {
          signal: stop.signal,
          onProgress: json ? () => undefined : line.show,
        })
        .catch(sayRefusal)
        .finally(line.end)
      const unwritten = await reportFile
        ?.write(request.roomId, result)
        .then(() => undefined, String)
      const reported = report(json, factsOf(request.roomId, result), tableOf(result))
      return conclude(result, reported, { isStopped: stop.signal.aborted, unwritten })
    } finally {
      await reportFile?.close()
      await source.close()
    }
  }
}

const sentenceOf = (refusal: Refusal): string => `${refusal.textIn('ko')} · ${refusal.textIn('en')}`

function sayRefusal(error: unknown): never {
  throw error instanceof Refusal ? new CommandError(sentenceOf(error)) : error
}

interface Ended {
  readonly isStopped: boolean
  readonly unwritten: string | undefined
}

/** @throws IncompleteError unless all was imported and reported */
function conclude(result: ImportResult, reported: string, { isStopped, unwritten }: Ended): string {
  const { failure } = result
  const counts = countsOf(result)
  if (unwritten !== undefined) console.error(`The report could not be written: ${unwritten}`)
  if (failure !== undefined) {
    console.error(
      failure instanceof Refusal
        ? sentenceOf(failure)
        : failure instanceof Error
          ? failure.message
          : String(failure),
    )
    throw new IncompleteError(reported, 1)
  }
  if (isStopped && counts.pending > 0) throw new IncompleteError(reported, INTERRUPTED)
  if (unwritten !== undefined) throw new IncompleteError(reported, 1)
  if (counts.refused > 0) throw new IncompleteError(reported, SOME_REFUSED)
  return reported
}
