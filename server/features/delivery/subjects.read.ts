import { type RawBuilder, sql } from 'kysely'
import type { Subjects } from '../../access/authorize.ts'
import type { VisibleItems } from '../../access/items.ts'
import { levelOf } from '../../access/levels.read.ts'
import type { DocumentFacts } from '../../access/policies.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { runRepeated } from '../../platform/db/repeated-query.ts'
import type { DocumentTables, ItemRow, VersionRow } from '../documents/index.ts'
import type { DeliveryTables } from './delivery.tables.ts'
import { isPrintable } from './download/marked-copy.ts'

export interface FoundDocument {
  readonly facts: DocumentFacts
  readonly item: Pick<ItemRow, 'id' | 'room_id' | 'name' | 'ext'>
  readonly version: VersionRow
  readonly number?: number
  readonly usedAt?: Date
}

interface DocumentsOptions {
  /** A document may have thousands of pages. */
  readonly sizes?: boolean
}

interface JsonSegment {
  readonly purpose: 'content' | 'preview'
  readonly blob_id: string
  readonly size: number
  readonly wrapped_key: string
}

const SEGMENTS = sql<JsonSegment[]>`coalesce((
  select json_agg(json_build_object('purpose', purpose, 'blob_id', blob_id, 'size', size, 'wrapped_key', encode(wrapped_key, 'base64')) order by ordinal)
    from file_segments where file_segments.version_id = file_versions.id and file_segments.room_id = file_versions.room_id), '[]')`

/** Includes trashed items; the access gate decides. */
const versionsOf = (db: Queryable, scope: VisibleItems, { sizes = false }: DocumentsOptions) =>
  db
    .withTables<DocumentTables & DeliveryTables>()
    .selectFrom('items')
    .innerJoin('file_versions', 'file_versions.item_id', 'items.id')
    .select([
      'items.id as itemId',
      'items.room_id',
      'items.name',
      'items.ext',
      'items.deleted_at',
      'items.version_id as newestId',
    ])
    .select([
      'file_versions.id',
      'file_versions.content_uid',
      'file_versions.size',
      'file_versions.created_at',
      'file_versions.status',
    ])
    .select(['file_versions.page_count', SEGMENTS.as('segments')])
    .select((sizes ? sql<VersionRow['pages']>`file_versions.pages` : sql<null>`null`).as('pages'))
    .select(levelOf(scope).as('level'))
    .where('items.room_id', '=', scope.roomId)
    .where('file_versions.room_id', '=', scope.roomId)

type DocumentVersionRow = Awaited<ReturnType<ReturnType<typeof versionsOf>['execute']>>[number]

function foundIn(row: DocumentVersionRow, isNewest: boolean): FoundDocument {
  const {
    itemId,
    room_id: roomId,
    name,
    ext,
    deleted_at: deletedAt,
    level,
    id,
    content_uid,
    size,
    created_at,
    status,
    page_count,
    pages,
  } = row
  const segments = row.segments.map(({ wrapped_key, ...segment }) => ({
    ...segment,
    version_id: id,
    wrapped_key: Buffer.from(wrapped_key, 'base64'),
  }))
  return {
    facts: {
      id: itemId,
      roomId,
      deleted: deletedAt !== null,
      level,
      isNewest,
      isPrintable: isPrintable(ext),
    },
    item: { id: itemId, room_id: roomId, name, ext },
    version: {
      ...{ id, item_id: itemId, content_uid, size, created_at, status, page_count, pages, ext },
      segments: segments.filter(({ purpose }) => purpose === 'content'),
      preview: segments.filter(({ purpose }) => purpose === 'preview'),
    },
  }
}

const isWhole = ({ version }: FoundDocument): boolean => version.segments.length > 0

const ids = (values: readonly number[]): RawBuilder<number[]> => sql`${[...values]}::bigint[]`

const newest = sql<boolean>`file_versions.id = items.version_id`

export function documents(
  scope: VisibleItems,
  itemIds: readonly number[],
  options: DocumentsOptions = {},
): Subjects<FoundDocument> {
  return {
    within: (other) => documents(other, itemIds, options),
    async find(db) {
      const rows = await versionsOf(db, scope, options)
        .where(sql<boolean>`items.id = any(${ids(itemIds)})`)
        .where(newest)
        .execute()
      const byItem = new Map(rows.map((row) => [row.itemId, foundIn(row, true)]))
      return itemIds
        .map((id) => byItem.get(id))
        .map((found) => (found && isWhole(found) ? found : undefined))
    },
  }
}

const only = (
  scope: VisibleItems,
  find: (db: Queryable, scope: VisibleItems) => Promise<FoundDocument | undefined>,
): Subjects<FoundDocument> => ({
  within: (other) => only(other, find),
  async find(db) {
    const found = await find(db, scope)
    return [found && isWhole(found) ? found : undefined]
  },
})

export const documentVersion = (
  scope: VisibleItems,
  itemId: number,
  number: number | undefined,
  options: DocumentsOptions = {},
): Subjects<FoundDocument> =>
  number === undefined
    ? documents(scope, [itemId], options)
    : only(scope, async (db, within) => {
        const version = versionsOf(db, within, options)
          .where('items.id', '=', itemId)
          .where('file_versions.number', '=', number)
        const row = await version.executeTakeFirst()
        return row && { ...foundIn(row, false), number }
      })

export const versionById = (
  scope: VisibleItems,
  versionId: number,
  options: DocumentsOptions = {},
): Subjects<FoundDocument> =>
  only(scope, async (db, within) => {
    const row = await versionsOf(db, within, options)
      .where('file_versions.id', '=', versionId)
      .executeTakeFirst()
    return row && foundIn(row, row.newestId === row.id)
  })

export const namedFile = (
  scope: VisibleItems,
  filename: string,
  options: DocumentsOptions = {},
): Subjects<FoundDocument> =>
  only(scope, async (db, within) => {
    const row = await versionsOf(db, within, options)
      .where('items.filename', '=', filename)
      .where(newest)
      .executeTakeFirst()
    return row && foundIn(row, true)
  })

interface HeldLease {
  readonly name: string
  readonly scope: VisibleItems
  readonly sessionId: string
  readonly usedAfter: Date
}

export const leasedVersion = (
  { name, scope, sessionId, usedAfter }: HeldLease,
  options: DocumentsOptions = {},
): Subjects<FoundDocument> =>
  only(scope, async (db, within) => {
    const leased = versionsOf(db, within, options)
      .innerJoin('leases', (join) =>
        join
          .onRef('leases.version_id', '=', 'file_versions.id')
          .onRef('leases.item_id', '=', 'items.id'),
      )
      .select('leases.used_at')
      .where('leases.name', '=', name)
      .where('leases.session_id', '=', sessionId)
      .where('leases.room_id', '=', within.roomId)
      .where('leases.used_at', '>', usedAfter)
    const [row] = await runRepeated(db, leased)
    return row && { ...foundIn(row, row.newestId === row.id), usedAt: row.used_at }
  })
