import { sql } from 'kysely'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { viewableKind } from '../renditions/index.ts'
import type { SearchTables } from './search.tables.ts'

/** Files whose pages have text. */
const EXTENSIONS_WITH_TEXT = EXTENSIONS.filter((ext) => viewableKind({ ext }) === 'pdf')

/** Notes that the contents of these versions are to be read, as far as they have text; what is noted already stays as it is. */
export async function insertTexts(tx: Tx, versionIds: readonly number[]): Promise<void> {
  const tables = tx.withTables<SearchTables>()
  const contents = tables
    .selectFrom('file_versions')
    .innerJoin('items', 'items.id', 'file_versions.item_id')
    .where(sql<boolean>`file_versions.id = any(${[...versionIds]}::bigint[])`)
    .where('items.ext', 'in', EXTENSIONS_WITH_TEXT)
    .select(['file_versions.content_uid', 'file_versions.room_id', sql<'WAITING'>`'WAITING'`.as('state')])
    .distinct()
  await tables
    .insertInto('content_texts')
    .columns(['content_uid', 'room_id', 'state'])
    .expression(contents)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes the texts of those contents of which no version is left. */
export async function deleteTextsWithout(tx: Tx, contentUids: readonly string[]): Promise<void> {
  await tx
    .withTables<SearchTables>()
    .deleteFrom('content_texts')
    .where(sql<boolean>`content_uid = any(${[...contentUids]}::uuid[])`)
    .where(sql<boolean>`not exists (select from file_versions where file_versions.content_uid = content_texts.content_uid)`)
    .execute()
}

interface Advance {
  readonly from: number
  /** The page to go on with; undefined where no further one is read. */
  readonly to: number | undefined
  /** Read so far. */
  readonly characters: number
  /** Whether some of what was read now does not show. */
  readonly hidden: boolean
}

/**
 * Moves on in a text that is being read, or ends that; held until the transaction ends.
 * @returns false where it is gone, or somebody else was faster.
 */
export async function advanceText(tx: Tx, contentUid: string, { from, to, characters, hidden }: Advance): Promise<boolean> {
  const moved = await tx
    .withTables<SearchTables>()
    .updateTable('content_texts')
    .set({ characters, hidden: sql`hidden or ${hidden}`, ...(to === undefined ? { state: 'READ' } : { next_page: to }) })
    .where('content_uid', '=', contentUid)
    .where('state', '=', 'WAITING')
    .where('next_page', '=', from)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

/** Notes whether some of a text does not show, of which that is not known yet. */
export async function noteHidden(db: Queryable, contentUid: string, hidden: boolean): Promise<void> {
  await db
    .withTables<SearchTables>()
    .updateTable('content_texts')
    .set({ hidden })
    .where('content_uid', '=', contentUid)
    .where('hidden', 'is', null)
    .execute()
}

/** Gives the reading of a text up. */
export async function failText(tx: Tx, contentUid: string): Promise<void> {
  await tx
    .withTables<SearchTables>()
    .updateTable('content_texts')
    .set({ state: 'FAILED' })
    .where('content_uid', '=', contentUid)
    .where('state', '=', 'WAITING')
    .execute()
}

interface NewBlock {
  readonly contentUid: string
  readonly firstPage: number
  readonly roomId: number
  readonly sealed: Buffer
  readonly tokens: readonly number[]
}

export async function insertBlock(tx: Tx, { contentUid, firstPage, roomId, sealed, tokens }: NewBlock): Promise<void> {
  await tx
    .withTables<SearchTables>()
    .insertInto('text_blocks')
    .values({ content_uid: contentUid, first_page: firstPage, room_id: roomId, sealed, tokens: [...tokens] })
    .execute()
}
