import type { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { Item, list } from '../../../contract/features/documents.ts'
import type { Actor } from '../../access/actor.ts'
import { visibleItems } from '../../access/items.ts'
import type { Reply } from '../../platform/http/envelope.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import type { DocumentParts } from './documents.parts.ts'
import { presentItem } from './documents.present.ts'
import { findFolderNames, findItem, type ItemRow, listFolder, searchNames } from './documents.read.ts'

type Query = z.output<(typeof list)['body']>

/** What the wire says where there is nothing. */
const NOTHING = 'No value present'

/** A page of a folder, or of the matches of a keyword in the whole room. @throws Refusal NOT_FOUND where there is no such folder. */
export async function listItems({ database }: Pick<DocumentParts, 'database'>, actor: Actor, query: Query): Promise<Reply<Item[]>> {
  const { db } = database
  const scope = visibleItems(actor)
  const sort = query.sort ?? 'name'
  const limit = query.limit ?? LIMITS.listDefault
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, sort)
  const keyword = query.keword.trim()
  const parent = query.parent === 0 ? undefined : await findItem(db, scope, query.parent)
  if (query.parent !== 0 && !parent?.folder) throw new Refusal('NOT_FOUND')

  const page = { sort, after, limit: limit + 1 }
  const found = keyword === '' ? await listFolder(db, scope, query.parent, page) : await searchNames(db, scope, keyword, page)
  const rows = found.slice(0, limit)
  const folders = await findFolderNames(db, scope, [...new Set(rows.flatMap((row) => row.ancestors))])
  const last = rows.at(-1)
  return {
    payload: rows.map((row) => presentItem(actor, row, pathOf(row, folders))),
    nextCursor: found.length > limit && last ? encodeCursor(last, sort) : undefined,
    ...(rows.length === 0 ? { message: NOTHING } : {}),
  }
}

function pathOf(row: ItemRow, folders: ReadonlyMap<number, string>): string {
  return [...row.ancestors.map((id) => folders.get(id) ?? ''), row.name].join('/')
}
