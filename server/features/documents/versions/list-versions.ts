import type { z } from 'zod'
import type { versions } from '../../../../contract/features/documents.ts'
import { type Actor, isFullOperator } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { pageOf } from '../../../platform/http/paging.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { namesOfMembers } from '../../members/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findItem } from '../documents.read.ts'
import { mayDo } from '../items/change-item.ts'
import { findSubmitters } from '../submissions/submissions.read.ts'
import { findVersionsOf } from './versions.read.ts'

type Version = z.input<typeof versions.answer.payload>[number]

/** @throws Refusal NOT_FOUND, also for folders and without the right `survey` */
export async function listVersions(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  itemId: number,
  query: z.output<(typeof versions)['query']>,
): Promise<Reply<Version[]>> {
  const item = await findItem(db, visibleItems(actor), itemId)
  if (!item || item.folder || !mayDo(actor, 'survey', item)) throw new Refusal('NOT_FOUND')
  const { rows, nextCursor } = pageOf(
    await findVersionsOf(db, actor.roomId, itemId),
    query,
    ({ number }) => [-number],
  )
  const names = await namesOfMembers(
    db,
    actor.roomId,
    rows.flatMap((row) => row.created_by ?? []),
  )
  // Content operators must not learn who submitted.
  const submitters = await findSubmitters(db, itemId)
  const payload = rows.map((row) => ({
    number: row.number,
    size: row.size,
    uploadedAt: row.created_at.toISOString(),
    uploadedBy:
      isFullOperator(actor) || !submitters.has(row.created_by ?? 0)
        ? (names.get(row.created_by ?? 0) ?? '')
        : '',
    preview: row.status ?? 'WAITING',
    staged: row.staged,
    ...(row.published_at ? { publishedAt: row.published_at.toISOString() } : {}),
  }))
  return { payload, nextCursor }
}
