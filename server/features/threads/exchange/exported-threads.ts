import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type * as contract from '../../../../contract/features/threads/thread-exchange.ts'
import type { list } from '../../../../contract/features/threads/threads.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import { findEntries, findLinks } from '../entries.read.ts'
import { isReadable } from '../readable.read.ts'
import {
  eachThread,
  filterIn,
  findWith,
  presentRow,
  threadViewerOf,
} from '../reading/list-threads.ts'
import { isSeenEntry } from '../reading/thread-filter.read.ts'
import { countFiltered, type Filter } from '../reading/thread-list.read.ts'
import { showLinks } from '../thread-links.ts'
import { readerOf, seesGroups, type ThreadReader } from '../thread-reader.ts'
import { openEntry } from '../thread-texts.ts'
import type { ThreadParts } from '../threads.parts.ts'
import type { ListedThread } from '../threads.read.ts'

type ReadParts = Pick<ThreadParts, 'database' | 'keyring' | 'clock'>

export interface ExportedThread {
  readonly row: PayloadIn<typeof list>[number]
  readonly createdAt: Date
  readonly questions: readonly string[]
  readonly answers: readonly string[]
  /** The reader may see these documents now. */
  readonly links: readonly string[]
}

export interface Exported {
  readonly reader: ThreadReader
  readonly filter: Filter
  readonly hasGroups: boolean
  threads(): AsyncGenerator<ExportedThread>
}

type ExportedThreadsInput = Omit<
  z.output<(typeof contract.exportThreads)['body']>,
  'roomId' | 'format'
>

export async function exportedThreads(
  parts: ReadParts,
  actor: Actor,
  asked: ExportedThreadsInput,
): Promise<Exported> {
  const { db } = parts.database
  const reader = await readerOf(db, actor)
  const keyword = (asked.keyword ?? '').trim()
  const filter = filterIn(parts, { actor, reader }, asked)
  const found =
    keyword === ''
      ? undefined
      : await findWith(
          parts,
          { actor, reader },
          { filter, keyword, limit: LIMITS.exportedByKeyword },
        )
  const wanted = found ? { ...filter, ids: found.map(({ id }) => id) } : filter
  return {
    reader,
    filter: wanted,
    hasGroups: seesGroups(reader),
    threads: () => inOrder(parts, { actor, reader, filter: wanted }),
  }
}

export const countExported = (
  { database: { db } }: Pick<ThreadParts, 'database'>,
  { reader, filter }: Exported,
): Promise<number> => countFiltered(db, isReadable(reader), threadViewerOf(reader), filter)

interface ExportReading {
  readonly actor: Actor
  readonly reader: ThreadReader
  readonly filter: Filter
}

async function* inOrder(
  parts: ReadParts,
  { actor, reader, filter }: ExportReading,
): AsyncGenerator<ExportedThread> {
  for await (const row of eachThread(parts.database.db, reader, filter))
    yield await exportedOf(parts, { actor, reader }, row)
}

async function exportedOf(
  parts: ReadParts,
  { actor, reader }: Omit<ExportReading, 'filter'>,
  row: ListedThread,
): Promise<ExportedThread> {
  const { db } = parts.database
  const entries = await findEntries(db, [row.id], isSeenEntry(reader))
  const links = await findLinks(
    db,
    entries.map(({ id }) => id),
  )
  const shown = await showLinks(
    db,
    { scope: visibleItems(actor), reader, groupId: row.group_id, at: parts.clock.now() },
    links,
  )
  const texts = await Promise.all(
    entries.map(async (entry) => ({
      kind: entry.kind,
      text: (await openEntry(parts, db, actor.roomId, entry)).text,
    })),
  )
  const textsOf = (kind: string): string[] =>
    texts.flatMap((entry) => (entry.kind === kind && entry.text !== '' ? [entry.text] : []))
  return {
    row: await presentRow(parts, db, reader, row),
    createdAt: row.created_at,
    questions: textsOf('QUESTION'),
    answers: textsOf('ANSWER'),
    links: [...shown.values()]
      .flat()
      .map(
        ({ name, index, page }) =>
          `${index === undefined ? '' : `${index} `}${name}${page === undefined ? '' : `, p. ${page}`}`,
      ),
  }
}
