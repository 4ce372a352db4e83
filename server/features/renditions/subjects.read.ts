import { type RawBuilder, sql } from 'kysely'
import type { Subjects } from '../../access/authorize.ts'
import type { DocumentFacts } from '../../access/policies.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { DocumentTables, ItemRow, VersionRow } from '../documents/index.ts'
import type { RenditionTables } from './renditions.tables.ts'
import { isPrintable } from './stamped-copy.ts'

/** A version of a document that somebody asks for, with all that it takes to deliver it. */
export interface FoundDocument {
  readonly facts: DocumentFacts
  readonly item: Pick<ItemRow, 'id' | 'room_id' | 'name' | 'ext'>
  /** `pages` is null unless the sizes were asked for. */
  readonly version: VersionRow
  /** The number of the version, where it was named by that. */
  readonly number?: number
  /** When the lease was last used by which it was named. */
  readonly usedAt?: Date
}

interface Options {
  /** Reads the sizes of all pages, of which there may be thousands. */
  readonly sizes?: boolean
}

/** A segment as JSON has it. */
interface JsonSegment {
  readonly purpose: 'content' | 'preview'
  readonly blob_id: string
  readonly size: number
  readonly wrapped_key: string
}

const SEGMENTS = sql<JsonSegment[]>`coalesce((
  select json_agg(json_build_object('purpose', purpose, 'blob_id', blob_id, 'size', size, 'wrapped_key', encode(wrapped_key, 'base64')) order by ordinal)
    from file_segments where file_segments.version_id = file_versions.id and file_segments.room_id = file_versions.room_id), '[]')`

/** Versions with their items, also what is in the trash: that it may not be had is decided, not overlooked. */
const versionsOf = (db: Queryable, roomId: number, { sizes = false }: Options) =>
  db
    .withTables<DocumentTables & RenditionTables>()
    .selectFrom('items')
    .innerJoin('file_versions', 'file_versions.item_id', 'items.id')
    .select(['items.id as itemId', 'items.room_id', 'items.name', 'items.ext', 'items.deleted_at', 'items.version_id as newestId'])
    .select(['file_versions.id', 'file_versions.content_uid', 'file_versions.size', 'file_versions.created_at', 'file_versions.status'])
    .select(['file_versions.page_count', SEGMENTS.as('segments')])
    .select((sizes ? sql<VersionRow['pages']>`file_versions.pages` : sql<null>`null`).as('pages'))
    .where('items.room_id', '=', roomId)
    .where('file_versions.room_id', '=', roomId)

type Row = Awaited<ReturnType<ReturnType<typeof versionsOf>['execute']>>[number]

function foundIn(row: Row, isNewest: boolean): FoundDocument {
  const { itemId, room_id: roomId, name, ext, deleted_at: deletedAt, id, content_uid, size, created_at, status, page_count, pages } = row
  const segments = row.segments.map(({ wrapped_key, ...segment }) => ({
    ...segment,
    version_id: id,
    wrapped_key: Buffer.from(wrapped_key, 'base64'),
  }))
  return {
    facts: { id: itemId, roomId, deleted: deletedAt !== null, isNewest, isPrintable: isPrintable(ext) },
    item: { id: itemId, room_id: roomId, name, ext },
    version: {
      ...{ id, item_id: itemId, content_uid, size, created_at, status, page_count, pages, ext },
      segments: segments.filter(({ purpose }) => purpose === 'content'),
      preview: segments.filter(({ purpose }) => purpose === 'preview'),
    },
  }
}

/** A version without content was destroyed, however much is still known of it. */
const isWhole = ({ version }: FoundDocument): boolean => version.segments.length > 0

const ids = (values: readonly number[]): RawBuilder<number[]> => sql`${[...values]}::bigint[]`

const newest = sql<boolean>`file_versions.id = items.version_id`

/** Documents in their newest versions, by the ids of their items. */
export function documents(roomId: number, itemIds: readonly number[], options: Options = {}): Subjects<FoundDocument> {
  return {
    async find(db) {
      const rows = await versionsOf(db, roomId, options)
        .where(sql<boolean>`items.id = any(${ids(itemIds)})`)
        .where(newest)
        .execute()
      const byItem = new Map(rows.map((row) => [row.itemId, foundIn(row, true)]))
      return itemIds.map((id) => byItem.get(id)).map((found) => (found && isWhole(found) ? found : undefined))
    },
  }
}

/** What a query finds, which is one at most. */
const only = (find: (db: Queryable) => Promise<FoundDocument | undefined>): Subjects<FoundDocument> => ({
  async find(db) {
    const found = await find(db)
    return [found && isWhole(found) ? found : undefined]
  },
})

/** A document in its newest version or, where a number is given, in that one. */
export const documentVersion = (
  roomId: number,
  itemId: number,
  number: number | undefined,
  options: Options = {},
): Subjects<FoundDocument> =>
  number === undefined
    ? documents(roomId, [itemId], options)
    : only(async (db) => {
        const version = versionsOf(db, roomId, options).where('items.id', '=', itemId).where('file_versions.number', '=', number)
        const row = await version.executeTakeFirst()
        return row && { ...foundIn(row, false), number }
      })

/** A document by the id of its version, which may have been replaced. */
export const versionById = (roomId: number, versionId: number, options: Options = {}): Subjects<FoundDocument> =>
  only(async (db) => {
    const row = await versionsOf(db, roomId, options).where('file_versions.id', '=', versionId).executeTakeFirst()
    return row && foundIn(row, row.newestId === row.id)
  })

/** A document in its newest version, by the opaque name of its file. */
export const namedFile = (roomId: number, filename: string, options: Options = {}): Subjects<FoundDocument> =>
  only(async (db) => {
    const row = await versionsOf(db, roomId, options).where('items.filename', '=', filename).where(newest).executeTakeFirst()
    return row && foundIn(row, true)
  })

/** By what a lease is found: its name, and the session that holds it. */
interface HeldLease {
  readonly name: string
  readonly roomId: number
  readonly sessionId: string
  /** A lease that was last used before has ended. */
  readonly usedAfter: Date
}

/** The version on which a lease was opened, which may have been replaced since. */
export const leasedVersion = ({ name, roomId, sessionId, usedAfter }: HeldLease, options: Options = {}): Subjects<FoundDocument> =>
  only(async (db) => {
    const row = await versionsOf(db, roomId, options)
      .innerJoin('leases', (join) => join.onRef('leases.version_id', '=', 'file_versions.id').onRef('leases.item_id', '=', 'items.id'))
      .select('leases.used_at')
      .where('leases.name', '=', name)
      .where('leases.session_id', '=', sessionId)
      .where('leases.room_id', '=', roomId)
      .where('leases.used_at', '>', usedAfter)
      .executeTakeFirst()
    return row && { ...foundIn(row, row.newestId === row.id), usedAt: row.used_at }
  })
