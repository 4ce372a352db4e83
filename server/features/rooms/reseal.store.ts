import { type RawBuilder, sql } from 'kysely'
import { HEADER_SIZE } from '../../platform/crypto/cobblestone.ts'
import type { SealedColumn, SealedRow } from '../../platform/crypto/sealed-column.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'

/** A sealed value by its beginning. */
export interface SealedHead {
  readonly row: SealedRow
  readonly header: Buffer
  /** Bytes of the sealed value. */
  readonly size: number
}

const list = (items: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(items)
const keyOf = ({ table, key }: SealedColumn): RawBuilder<unknown> => sql`(${list(key.map((name) => sql.ref(`${table}.${name}`)))})`
const valuesOf = ({ key }: SealedColumn, row: SealedRow): RawBuilder<unknown> => sql`(${list(key.map((name) => sql`${row[name]}`))})`
const sealedIn = ({ table, column }: SealedColumn): RawBuilder<unknown> => sql.ref(`${table}.${column}`)

/** What names the row and its place. */
function named({ table, key, more = {} }: SealedColumn): RawBuilder<unknown> {
  const own = key.map((name) => sql.ref(`${table}.${name}`))
  return list([...own, ...Object.entries(more).map(([name, expression]) => sql`(${sql.raw(expression)}) as ${sql.id(name)}`)])
}

/** The next values of a room behind one of them, in the order of the table's key. */
export async function findHeads(
  db: Queryable,
  column: SealedColumn,
  { roomId, after, limit }: { roomId: number; after: SealedRow | undefined; limit: number },
): Promise<SealedHead[]> {
  const { rows } = await sql<SealedRow & { sealed_header: Buffer; sealed_size: number }>`
    select ${named(column)}, substring(${sealedIn(column)} from 1 for ${HEADER_SIZE}) as sealed_header, octet_length(${sealedIn(column)}) as sealed_size
    from ${sql.table(column.table)}
    where room_id = ${roomId} and ${sealedIn(column)} is not null
    ${after ? sql`and ${keyOf(column)} > ${valuesOf(column, after)}` : sql``}
    order by ${list(column.key.map((name) => sql.ref(`${column.table}.${name}`)))}
    limit ${limit}`.execute(db)
  return rows.map(({ sealed_header: header, sealed_size: size, ...row }) => ({ row, header, size }))
}

/** Values of some rows, which are held for the transaction; not those that somebody else holds. */
export async function lockSealed(
  tx: Tx,
  column: SealedColumn,
  wanted: readonly SealedRow[],
): Promise<{ row: SealedRow; sealed: Buffer }[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<SealedRow & { sealed_value: Buffer }>`
    select ${named(column)}, ${sealedIn(column)} as sealed_value
    from ${sql.table(column.table)}
    where ${keyOf(column)} in (${list(wanted.map((row) => valuesOf(column, row)))}) and ${sealedIn(column)} is not null
    for no key update of ${sql.table(column.table)} skip locked`.execute(tx)
  return rows.map(({ sealed_value: sealed, ...row }) => ({ row, sealed }))
}

/** Puts a value in the place of another one, with what goes along with it. */
export async function updateSealed(tx: Tx, column: SealedColumn, row: SealedRow, sealed: Buffer, alongside: SealedRow): Promise<void> {
  const changes = Object.entries({ [column.column]: sealed, ...alongside }).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  await sql`update ${sql.table(column.table)} set ${list(changes)} where ${keyOf(column)} = ${valuesOf(column, row)}`.execute(tx)
}
