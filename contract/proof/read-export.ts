import { z } from 'zod'
import { type ExportedEntry, type ExportHead, exportedEntry, exportHead } from './history-export.ts'

/** The file claims this without proof. */
export interface MalformedEntry {
  readonly malformed: true
  readonly seq: number | null
}
export type ReadEntry = ExportedEntry | MalformedEntry

export interface ReadExport {
  readonly head: ExportHead
  /** @throws NotAnExport */
  readonly entries: AsyncIterable<ReadEntry>
}

export class NotAnExport extends Error {
  override name = 'NotAnExport'
  /** `cut` means that the export breaks off, `broken` invalid JSON. */
  readonly reason: 'other' | 'cut' | 'broken'
  /** Lines count from 1. */
  readonly line: number | undefined

  constructor(reason: NotAnExport['reason'], line?: number) {
    super(`not an export: ${reason}${line === undefined ? '' : ` at line ${line}`}`)
    this.reason = reason
    this.line = line
  }
}

/** A head has a few hundred characters. */
const HEAD_MAX = 100_000

const ENTRIES = '"entries":['

/** Takes constant memory, except for a reformatted file. @throws NotAnExport */
export async function readExport(text: AsyncIterable<string>): Promise<ReadExport> {
  const lines = linesOf(text)
  const { value: first } = await lines.next()
  if (first === undefined || !first.trimStart().startsWith('{')) throw new NotAnExport('other')
  if (!first.trimEnd().endsWith(ENTRIES)) return readWhole(first, lines)
  const head = exportHead.safeParse(parse(`${first.trimEnd()}]}`, 'other', 1))
  if (!head.success) throw new NotAnExport('other')
  return { head: head.data, entries: entriesOf(lines) }
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  // Repeated joining would take quadratic time.
  let rest: string[] = []
  let length = 0
  let isHead = true
  for await (const piece of text) {
    const lines = piece.split('\n')
    const last = lines.pop() ?? ''
    for (const line of lines) {
      yield [...rest, line].join('')
      rest = []
      length = 0
      isHead = false
    }
    rest.push(last)
    length += last.length
    if (isHead && length > HEAD_MAX) {
      if (!rest.join('').slice(0, HEAD_MAX).includes(ENTRIES)) throw new NotAnExport('other')
      isHead = false
    }
  }
  if (length > 0) yield rest.join('')
}

async function* entriesOf(lines: AsyncGenerator<string, undefined>): AsyncGenerator<ReadEntry> {
  let number = 1
  let hasEnded = false
  for await (const written of lines) {
    number += 1
    const line = written.trim()
    if (line === '') continue
    if (hasEnded) throw new NotAnExport('broken', number)
    if (line === ']}') hasEnded = true
    else
      yield asEntry(await parseLine(line.endsWith(',') ? line.slice(0, -1) : line, number, lines))
  }
  if (!hasEnded) throw new NotAnExport('cut', number)
}

async function parseLine(
  line: string,
  number: number,
  lines: AsyncGenerator<string, undefined>,
): Promise<unknown> {
  try {
    return JSON.parse(line)
  } catch {
    throw new NotAnExport((await lines.next()).done ? 'cut' : 'broken', number)
  }
}

const wholeFile = exportHead.extend({ entries: z.array(z.unknown()) })

async function readWhole(
  first: string,
  lines: AsyncGenerator<string, undefined>,
): Promise<ReadExport> {
  const all = [first]
  for await (const line of lines) all.push(line)
  const read = wholeFile.safeParse(
    parse(
      all.join('\n'),
      all.some((line) => line.includes('"sealroom-history/')) ? 'broken' : 'other',
    ),
  )
  if (!read.success) throw new NotAnExport('other')
  const { entries, ...head } = read.data
  return {
    head,
    entries: (async function* () {
      for (const entry of entries) yield asEntry(entry)
    })(),
  }
}

function parse(text: string, reason: NotAnExport['reason'], line?: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NotAnExport(reason, line)
  }
}

const numbered = z.object({ seq: z.int().nonnegative() })

function asEntry(value: unknown): ReadEntry {
  const read = exportedEntry.safeParse(value)
  return read.success
    ? read.data
    : { malformed: true, seq: numbered.safeParse(value).data?.seq ?? null }
}
