import { z } from 'zod'
import type { Language } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { instant } from '../../../contract/core/schemas.ts'
import { sentenceOf } from '../../../contract/features/activity/activity-sentences.ts'
import {
  type ActivityType,
  kindsOfType,
  typeOfKind,
} from '../../../contract/features/activity/activity-types.ts'
import { secondsOf } from '../../../contract/features/activity/reading-words.ts'
import { ACTIVITY } from '../../../contract/features/activity.ts'
import type { HistoryItem, ProofState } from '../../../contract/features/history.ts'
import type { LogEntry } from '../../../contract/proof/log-entry.ts'
import { sameHash } from '../../../contract/proof/merkle.ts'
import type { Actor } from '../../access/actor.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import type { ActivityParts } from './audit.parts.ts'
import { countEntriesOf, type EntryFilter, findEntries, type PlacedRow } from './audit.read.ts'
import { openEntry } from './encrypted-entry.ts'
import { openSummary, type ReadingSummary } from './reading-summary.ts'
import { LogTree } from './tree/log-tree.ts'
import { hashTileReader } from './tree/tree.store.ts'

interface ListEntriesInput {
  readonly roomUserId?: number | undefined
  readonly itemId?: number | undefined
  readonly type?: ActivityType | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly fold?: boolean | undefined
  readonly readingId?: number | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

const place = z
  .tuple([instant, z.int().positive()])
  .transform(([at, id]) => ({ at: new Date(at), id }))

export const filterOf = ({
  roomUserId,
  itemId,
  type,
  from,
  to,
}: ListEntriesInput): EntryFilter => ({
  userId: roomUserId || undefined,
  itemId: itemId || undefined,
  kinds: type && kindsOfType(type),
  from,
  to,
})

export async function listEntries(
  parts: Pick<ActivityParts, 'database' | 'retention'>,
  { roomId, zone }: Actor,
  asked: ListEntriesInput,
  language: Language,
) {
  const { db } = parts.database
  const room = { roomId, zone }
  const { readingId, fold = readingId === undefined } = asked
  const filter: EntryFilter = {
    ...filterOf(asked),
    readingId,
    fold: fold && readingId === undefined,
  }
  const limit = asked.limit ?? LIMITS.listDefault
  const after = asked.cursor === undefined ? undefined : decodeCursor(asked.cursor, place)
  const found = await findEntries(db, room, filter, { after, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, (last) =>
    encodeCursor([last.at.toISOString(), last.id]),
  )
  const tree = new LogTree(hashTileReader(db, roomId))
  const roomActivityItem = await Promise.all(
    rows.map((row) => present(parts, tree, { row, isFolded: filter.fold === true }, language)),
  )
  return {
    payload: { roomActivityItem, total: await countEntriesOf(db, room, filter) },
    nextCursor,
  }
}

async function present(
  { database: { db }, retention }: Pick<ActivityParts, 'database' | 'retention'>,
  tree: LogTree,
  { row, isFolded }: { readonly row: PlacedRow; readonly isFolded: boolean },
  language: Language,
): Promise<HistoryItem> {
  const { entry, leaf } = await openEntry(db, retention, row)
  const reading =
    row.reading === null ? undefined : await readingOf(db, retention, { row, entry, isFolded })
  const isWhole = entry !== undefined && reading !== 'broken'
  const { entries = 1, pages } = reading === 'broken' ? {} : (reading ?? {})
  const isRead = pages !== undefined && pages.length > 0
  return {
    id: row.id,
    createdAt: row.at.toISOString(),
    name: entry?.doer.name ?? '',
    position: entry?.doer.position ?? '',
    email: entry?.doer.email ?? '',
    type: typeOfKind(row.kind) ?? 'room',
    description: sentenceOf(
      isRead ? 'document.pages-viewed' : row.kind,
      isRead ? { ...entry?.details, pages } : entry?.details,
      language,
      entry?.viewAs,
    ),
    proof: isWhole ? await proofOf(tree, row.seq, leaf) : 'broken',
    entries,
    ...(row.reading === null ? {} : { readingId: row.reading }),
    ...(pages && { pages: pages.length, seconds: Math.round(secondsOf(pages) * 10) / 10 }),
  }
}

const withPages = ACTIVITY['document.pages-viewed']

async function readingOf(
  db: Queryable,
  retention: Encryptor,
  {
    row,
    entry,
    isFolded,
  }: { readonly row: PlacedRow; readonly entry: LogEntry | undefined; readonly isFolded: boolean },
): Promise<ReadingSummary | 'broken'> {
  if (!isFolded) return { entries: 1, pages: withPages.safeParse(entry?.details).data?.pages ?? [] }
  const { id, room_id: roomId, summary } = row
  return (
    (summary && (await openSummary(db, retention, { id, roomId, sealed: summary }))) ?? 'broken'
  )
}

async function proofOf(tree: LogTree, seq: number | null, leaf: Buffer): Promise<ProofState> {
  if (seq === null) return 'waiting'
  try {
    return sameHash(await tree.leaf(seq), leaf) ? 'signed' : 'broken'
  } catch (error) {
    if (error instanceof RangeError) return 'broken'
    throw error
  }
}
