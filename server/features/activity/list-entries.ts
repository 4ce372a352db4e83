import { z } from 'zod'
import type { Language } from '../../../contract/core/errors.ts'
import { LIMITS } from '../../../contract/core/limits.ts'
import { instant } from '../../../contract/core/schemas.ts'
import { sentenceOf } from '../../../contract/features/activity-sentences.ts'
import { type ActivityType, kindsOfType, typeOfKind } from '../../../contract/features/activity-types.ts'
import type { HistoryItem, ProofState } from '../../../contract/features/history.ts'
import { sameHash } from '../../../contract/proof/merkle.ts'
import type { Actor } from '../../access/actor.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../platform/http/paging.ts'
import type { ActivityParts } from './activity.parts.ts'
import { countEntriesOf, type EntryFilter, findEntries, type PlacedRow } from './activity.read.ts'
import { openEntry } from './sealed-entry.ts'
import { LogTree } from './tree/log-tree.ts'
import { readTileOf } from './tree.store.ts'

interface Asked {
  readonly roomUserId?: number | undefined
  readonly itemId?: number | undefined
  readonly type?: ActivityType | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

const place = z.tuple([instant, z.int().positive()]).transform(([at, id]) => ({ at: new Date(at), id }))

/** Zero names everybody, and every document. */
export const filterOf = ({ roomUserId, itemId, type, from, to }: Asked): EntryFilter => ({
  userId: roomUserId || undefined,
  itemId: itemId || undefined,
  kinds: type && kindsOfType(type),
  from,
  to,
})

/** A page of the log of the actor's room. */
export async function listEntries(parts: ActivityParts, { roomId, zone }: Actor, asked: Asked, language: Language) {
  const { db } = parts.database
  const room = { roomId, zone }
  const filter = filterOf(asked)
  const limit = asked.limit ?? LIMITS.listDefault
  const after = asked.cursor === undefined ? undefined : decodeCursor(asked.cursor, place)
  const found = await findEntries(db, room, filter, { after, limit: limit + 1 })
  const { rows, nextCursor } = cutPage(found, limit, (last) => encodeCursor([last.at.toISOString(), last.id]))
  const tree = new LogTree(readTileOf(db, roomId))
  const roomActivityItem = await Promise.all(rows.map((row) => present(parts, tree, row, language)))
  return { payload: { roomActivityItem, total: await countEntriesOf(db, room, filter) }, nextCursor }
}

async function present({ database, retention }: ActivityParts, tree: LogTree, row: PlacedRow, language: Language): Promise<HistoryItem> {
  const { entry, leaf } = await openEntry(database.db, retention, row)
  return {
    id: row.id,
    createdAt: row.at.toISOString(),
    name: entry?.doer.name ?? '',
    position: entry?.doer.position ?? '',
    email: entry?.doer.email ?? '',
    type: typeOfKind(row.kind) ?? 'room',
    description: sentenceOf(row.kind, entry?.details, language, entry?.viewAs),
    proof: entry ? await proofOf(tree, row.seq, leaf) : 'broken',
  }
}

/** Whether the entry is what the tree holds at its place. */
async function proofOf(tree: LogTree, seq: number | null, leaf: Buffer): Promise<ProofState> {
  if (seq === null) return 'waiting'
  try {
    return sameHash(await tree.leaf(seq), leaf) ? 'signed' : 'broken'
  } catch (error) {
    if (error instanceof RangeError) return 'broken'
    throw error
  }
}
