import { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Language } from '../../../../contract/core/errors.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { formatMinute } from '../../../../contract/core/room-time.ts'
import type * as contract from '../../../../contract/features/threads/thread-exchange.ts'
import type { Priority } from '../../../../contract/features/threads/thread-states.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { xlsx } from '../../../platform/xlsx/xlsx-stream.ts'
import { roomOf } from '../../rooms/index.ts'
import { isOuter } from '../thread-reader.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { EXPORT_COLUMNS, type ExportColumn, WORDS } from './exchange-words.ts'
import { countExported, type ExportedThread, exportedThreads } from './exported-threads.ts'
import { threadsPdf } from './threads-pdf.ts'

type ExportThreadsInput = z.output<(typeof contract.exportThreads)['body']>
type ExportParts = Pick<ThreadParts, 'database' | 'keyring' | 'clock' | 'activity'>

/** Column widths in characters. */
const WIDTHS = { narrow: 10, usual: 16, wide: 40, text: 70 } as const

/** Few threads at a time bound memory. @throws Refusal EXPORT_TOO_LARGE */
export async function exportThreads(
  parts: ExportParts,
  actor: Actor,
  asked: ExportThreadsInput,
  language: Language,
): Promise<Readable> {
  const exported = await exportedThreads(parts, actor, asked)
  const { format } = asked
  const limit = LIMITS.pdfThreads
  const count = await countExported(parts, exported)
  if (format === 'pdf' && count > limit)
    throw new Refusal('EXPORT_TOO_LARGE', { variables: { limit: limit.toLocaleString('en') } })
  await parts.database.transaction((tx) =>
    parts.activity.record(tx, actor, 'thread.exported', { format, threads: count }),
  )
  const room = await roomOf(parts.database.db, actor.roomId)
  const at = parts.clock.now()
  const shown = { language, zone: actor.zone }
  if (format === 'pdf') return threadsPdf(exported.threads(), { ...shown, title: room.name, at })
  const words = WORDS[language]
  const isInside = !isOuter(exported.reader)
  const columns = columnsFor(isInside, exported.hasGroups)
  const sheet = {
    name: words.title,
    headings: columns.map((name) => words.columns[name]),
    widths: columns.map((name) => WIDTHS[COLUMN_WIDTHS[name]]),
    rows: rowsOf(exported.threads(), columns, shown),
  }
  return Readable.from(xlsx(sheet, at))
}

const COLUMN_WIDTHS = {
  number: 'usual',
  type: 'narrow',
  group: 'usual',
  topic: 'usual',
  priority: 'narrow',
  state: 'usual',
  due: 'usual',
  assignee: 'usual',
  title: 'wide',
  question: 'text',
  answer: 'text',
  links: 'wide',
  createdAt: 'usual',
  updatedAt: 'usual',
} as const satisfies Record<ExportColumn, keyof typeof WIDTHS>

const columnsFor = (isInside: boolean, hasGroups: boolean): ExportColumn[] =>
  EXPORT_COLUMNS.filter((name) =>
    name === 'assignee' ? isInside : name === 'group' ? hasGroups : true,
  )

interface ThreadExportOptions {
  readonly language: Language
  readonly zone: string
}

/** Excel limits a cell to 32,767 characters. */
const CELL_MAX = 32_000

async function* rowsOf(
  threads: AsyncIterable<ExportedThread>,
  columns: readonly ExportColumn[],
  shown: ThreadExportOptions,
): AsyncGenerator<string[]> {
  for await (const thread of threads) {
    const cells = cellsOf(thread, shown)
    yield columns.map((name) => cells[name].slice(0, CELL_MAX))
  }
}

function cellsOf(
  { row, createdAt, questions, answers, links }: ExportedThread,
  { language, zone }: ThreadExportOptions,
): Record<ExportColumn, string> {
  const words = WORDS[language]
  return {
    number: row.number,
    type: words.types[row.type],
    group: row.group?.name ?? '',
    topic: row.topic?.name ?? '',
    priority: words.priorities[row.priority as Priority],
    state:
      row.type === 'REQUEST' && row.state === 'ANSWERED' ? words.provided : words.states[row.state],
    due: row.due ?? '',
    assignee: row.assignee?.name ?? '',
    title: row.title,
    question: questions.join('\n\n'),
    answer: answers.join('\n\n'),
    links: links.join('\n'),
    createdAt: formatMinute(createdAt, zone),
    updatedAt: formatMinute(new Date(row.updatedAt), zone),
  }
}
