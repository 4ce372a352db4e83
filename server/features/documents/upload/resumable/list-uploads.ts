import type { z } from 'zod'
import type { PayloadIn } from '../../../../../contract/core/operation.ts'
import type { unfinished } from '../../../../../contract/features/uploads.ts'
import type { Actor } from '../../../../access/actor.ts'
import { visibleItems } from '../../../../access/items.ts'
import type { Reply } from '../../../../platform/http/envelope.ts'
import { pageOf } from '../../../../platform/http/paging.ts'
import type { DocumentParts } from '../../documents.parts.ts'
import { findFolderNames } from '../../documents.read.ts'
import { listUnfinished } from './uploads.read.ts'

export async function listUploads(
  { database: { db } }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  query: z.output<(typeof unfinished)['query']>,
): Promise<Reply<PayloadIn<typeof unfinished>>> {
  const { rows, nextCursor } = pageOf(await listUnfinished(db, actor), query, (row) => [
    -row.created_at.getTime(),
    row.id,
  ])
  const stepsTo = (row: (typeof rows)[number]): number[] =>
    row.ancestors === null ? [] : [...row.ancestors, row.parent_id]
  const names = await findFolderNames(db, visibleItems(actor), [...new Set(rows.flatMap(stepsTo))])
  const payload = rows.map((row) => ({
    upload: row.id,
    path: row.path,
    parent: row.parent_id,
    folder: stepsTo(row)
      .map((id) => names.get(id) ?? '')
      .join('/'),
    size: row.size,
    offset: row.received,
    modifiedAt: row.modified_at?.toISOString() ?? null,
    startedAt: row.created_at.toISOString(),
  }))
  return { payload, nextCursor }
}
