import { sql } from 'kysely'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { viewableKind } from '../delivery/index.ts'
import { packedTokens } from './grams.ts'
import type { SearchTables } from './search.tables.ts'

const EXTENSIONS_WITH_TEXT = EXTENSIONS.filter((ext) => viewableKind({ ext }) === 'pdf')

export async function insertTexts(tx: Tx, versionIds: readonly number[]): Promise<void> {
  const tables = tx.withTables<SearchTables>()
  const contents = tables
    .selectFrom('file_versions')
    .innerJoin('items', 'items.id', 'file_versions.item_id')
    .where(sql<boolean>`file_versions.id = any(${[...versionIds]}::bigint[])`)
    .where('items.ext', 'in', EXTENSIONS_WITH_TEXT)
    .select([
      'file_versions.content_uid',
      'file_versions.room_id',
      sql<'WAITING'>`'WAITING'`.as('state'),
    ])
    .distinct()
  await tables
    .insertInto('content_texts')
    .columns(['content_uid', 'room_id', 'state'])
    .expression(contents)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteTextsWithout(tx: Tx, contentUids: readonly string[]): Promise<void> {
  await tx
    .withTables<SearchTables>()
    .deleteFrom('content_texts')
    .where(sql<boolean>`content_uid = any(${[...contentUids]}::uuid[])`)
    .where(
      sql<boolean>`not exists (select from file_versions where file_versions.content_uid = content_texts.content_uid)`,
    )
    .execute()
}

/** Version 2 adds form field values, free text and comments. */
const READER = 2

/** Old texts stay searchable meanwhile. */
export async function restartOldTexts(db: Queryable): Promise<void> {
  await sql`
    with restarted as (
      update content_texts set state = 'AGAIN', reader = ${READER}, next_page = 1, characters = 0
      where state in ('READ', 'AGAIN') and reader < ${READER}
      returning content_uid
    )
    delete from text_blocks using restarted where text_blocks.content_uid = restarted.content_uid and text_blocks.first_page < 0
  `.execute(db)
}

export type OpenState = 'WAITING' | 'AGAIN'

export async function restartText(tx: Tx, contentUid: string): Promise<void> {
  const tables = tx.withTables<SearchTables>()
  const restarted = await tables
    .updateTable('content_texts')
    .set({ state: 'WAITING', next_page: 1, characters: 0, hidden: false })
    .where('content_uid', '=', contentUid)
    .executeTakeFirst()
  if (restarted.numUpdatedRows > 0n)
    await tables.deleteFrom('text_blocks').where('content_uid', '=', contentUid).execute()
}

interface Advance {
  readonly state: OpenState
  readonly from: number
  readonly to: number | undefined
  readonly characters: number
  readonly hidden: boolean
}

/** @returns false if gone or another run was faster. */
export async function advanceText(
  tx: Tx,
  contentUid: string,
  { state, from, to, characters, hidden }: Advance,
): Promise<boolean> {
  const moved = await tx
    .withTables<SearchTables>()
    .updateTable('content_texts')
    .set({
      characters,
      hidden: sql`hidden or ${hidden}`,
      ...(from === 1 ? { reader: READER } : {}),
      ...(to === undefined ? { state: 'READ' } : { next_page: to }),
    })
    .where('content_uid', '=', contentUid)
    .where('state', '=', state)
    .where('next_page', '=', from)
    .executeTakeFirst()
  return moved.numUpdatedRows === 1n
}

export async function noteHidden(
  db: Queryable,
  contentUid: string,
  hidden: boolean,
): Promise<void> {
  await db
    .withTables<SearchTables>()
    .updateTable('content_texts')
    .set({ hidden })
    .where('content_uid', '=', contentUid)
    .where('hidden', 'is', null)
    .execute()
}

export async function failText(tx: Tx, contentUid: string, state: OpenState): Promise<void> {
  const tables = tx.withTables<SearchTables>()
  await tables
    .updateTable('content_texts')
    .set({ state: state === 'AGAIN' ? 'READ' : 'FAILED' })
    .where('content_uid', '=', contentUid)
    .where('state', '=', state)
    .execute()
  if (state === 'AGAIN')
    await tables
      .deleteFrom('text_blocks')
      .where('content_uid', '=', contentUid)
      .where('first_page', '<', 0)
      .execute()
}

export async function replaceBlocks(tx: Tx, contentUid: string): Promise<void> {
  const tables = tx.withTables<SearchTables>()
  await tables
    .deleteFrom('text_blocks')
    .where('content_uid', '=', contentUid)
    .where('first_page', '>', 0)
    .execute()
  await tables
    .updateTable('text_blocks')
    .set({ first_page: sql`-first_page` })
    .where('content_uid', '=', contentUid)
    .execute()
}

interface NewBlock {
  readonly contentUid: string
  readonly firstPage: number
  readonly roomId: number
  readonly sealed: Buffer
  readonly tokens: readonly number[]
}

export async function insertBlock(
  tx: Tx,
  { contentUid, firstPage, roomId, sealed: encrypted, tokens }: NewBlock,
): Promise<void> {
  await tx
    .withTables<SearchTables>()
    .insertInto('text_blocks')
    .values({
      content_uid: contentUid,
      first_page: firstPage,
      room_id: roomId,
      sealed: encrypted,
      packed: packedTokens(tokens),
    })
    .execute()
}
