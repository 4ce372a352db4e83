import type { z } from 'zod'
import type { versions } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findMemberNames } from '../members/index.ts'
import { mayDo } from './change-item.ts'
import type { DocumentParts } from './documents.parts.ts'
import { findItem } from './documents.read.ts'
import { findVersionsOf } from './versions.read.ts'

type Version = z.input<typeof versions.answer.payload>[number]

/** The versions of a file, newest first. @throws Refusal NOT_FOUND, also for a folder and for whom it has no versions. */
export async function listVersions(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  itemId: number,
  query: z.output<(typeof versions)['query']>,
): Promise<Reply<Version[]>> {
  const item = await findItem(db, visibleItems(actor), itemId)
  if (!item || item.folder || !mayDo(actor, 'survey', item)) throw new Refusal('NOT_FOUND')
  const { rows, nextCursor } = pageOf(await findVersionsOf(db, actor.roomId, itemId), query, ({ number }) => [-number])
  const names = await findMemberNames(
    db,
    actor.roomId,
    rows.map((row) => row.created_by),
  )
  const payload = rows.map((row) => ({
    number: row.number,
    size: row.size,
    uploadedAt: row.created_at.toISOString(),
    uploadedBy: names.get(row.created_by) ?? '',
    preview: row.status ?? 'WAITING',
  }))
  return { payload, nextCursor }
}
