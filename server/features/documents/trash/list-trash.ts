import { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { instant } from '../../../../contract/core/schemas.ts'
import type { TrashedItem } from '../../../../contract/features/documents/trash.ts'
import type { Actor } from '../../../access/actor.ts'
import { visibleItems } from '../../../access/items.ts'
import type { Reply } from '../../../platform/http/envelope.ts'
import { cutPage, decodeCursor, encodeCursor } from '../../../platform/http/paging.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { presentItem } from '../documents.present.ts'
import type { ItemRow } from '../documents.read.ts'
import { mayDo } from '../items/change-item.ts'
import { countTrashedChildren, findPaths, listTrash } from './trash.read.ts'

interface ListTrashedInput {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

const PLACE = z.tuple([instant, z.int().positive()])

export async function listTrashed(
  { database }: Pick<DocumentParts, 'database'>,
  actor: Actor,
  query: ListTrashedInput,
): Promise<Reply<TrashedItem[]>> {
  const { db } = database
  const scope = visibleItems(actor)
  const limit = query.limit ?? LIMITS.listDefault
  const found = await listTrash(db, scope, {
    after: query.cursor === undefined ? undefined : placeOf(query.cursor),
    limit: limit + 1,
  })
  const { rows, nextCursor } = cutPage(found, limit, (last) =>
    encodeCursor([deletedAt(last), last.id]),
  )
  const restorable = rows.filter((row) => mayDo(actor, 'restore', row))
  const paths = await findPaths(db, scope, [...new Set(restorable.map((row) => row.parent_id))])
  const folders = restorable.filter((row) => row.folder).map((row) => row.id)
  const itemCounts = await countTrashedChildren(db, folders)
  const payload = restorable.map((row) => {
    const path = [...(paths.get(row.parent_id) ?? []), row.name].join('/')
    return {
      ...presentItem(actor, row, { path, itemCount: itemCounts.get(row.id) ?? 0 }),
      deletedAt: deletedAt(row),
    }
  })
  return { payload, nextCursor }
}

const deletedAt = (row: ItemRow): string => row.deleted_at?.toISOString() ?? ''

function placeOf(cursor: string): { deletedAt: Date; id: number } {
  const [at, id] = decodeCursor(cursor, PLACE)
  return { deletedAt: new Date(at), id }
}
