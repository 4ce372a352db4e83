import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/database.ts'
import type { DocumentTables } from '../documents.tables.ts'

export interface ImportSpot {
  readonly roomId: number
  readonly parentId: number
}

interface StoredVersion {
  readonly item_id: number
  readonly content_uid: string
  readonly sealed_digest: Buffer
}

export async function findVersionsOfSize(
  db: Queryable,
  itemIds: readonly number[],
  size: number,
): Promise<StoredVersion[]> {
  if (itemIds.length === 0) return []
  return db
    .withTables<DocumentTables>()
    .selectFrom('file_versions')
    .select(['item_id', 'content_uid', 'sealed_digest'])
    .where('item_id', 'in', itemIds)
    .where('size', '=', size)
    .orderBy('item_id')
    .execute()
}

export async function findFixedNumber(db: Queryable, itemId: number): Promise<number | undefined> {
  const row = await db
    .withTables<DocumentTables>()
    .selectFrom('index_places')
    .select('number')
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row?.number ?? undefined
}

export interface NamedItem {
  readonly id: number
  readonly name_folded: string
  readonly folder: boolean
  readonly name: string
  readonly unseen: boolean
}

export async function findNamed(
  db: Queryable,
  { roomId, parentId }: ImportSpot,
  folded: readonly string[],
): Promise<NamedItem[]> {
  return db
    .withTables<DocumentTables>()
    .selectFrom('items')
    .select(['id', 'name_folded', 'folder', 'name', 'unseen'])
    .where('room_id', '=', roomId)
    .where('parent_id', '=', parentId)
    .where(sql<boolean>`name_folded = any(${[...folded]}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
}
