import { type RawBuilder, sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { HEADER_SIZE } from '../../../platform/encryption/cobblestone.ts'
import type {
  EncryptedColumn,
  EncryptedRow,
} from '../../../platform/encryption/encrypted-column.ts'

export interface EncryptedHead {
  readonly row: EncryptedRow
  readonly header: Buffer
  readonly size: number
}

const list = (items: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql.join(items)
const keyOf = ({ table, key }: EncryptedColumn): RawBuilder<unknown> =>
  sql`(${list(key.map((name) => sql.ref(`${table}.${name}`)))})`
const valuesOf = ({ key }: EncryptedColumn, row: EncryptedRow): RawBuilder<unknown> =>
  sql`(${list(key.map((name) => sql`${row[name]}`))})`
const encryptedIn = ({ table, column }: EncryptedColumn): RawBuilder<unknown> =>
  sql.ref(`${table}.${column}`)

function named({ table, key, more = {} }: EncryptedColumn): RawBuilder<unknown> {
  const own = key.map((name) => sql.ref(`${table}.${name}`))
  return list([
    ...own,
    ...Object.entries(more).map(
      ([name, expression]) => sql`(${sql.raw(expression)}) as ${sql.id(name)}`,
    ),
  ])
}

export async function findHeads(
  db: Queryable,
  column: EncryptedColumn,
  { roomId, after, limit }: { roomId: number; after: EncryptedRow | undefined; limit: number },
): Promise<EncryptedHead[]> {
  const { rows } = await sql<EncryptedRow & { sealed_header: Buffer; sealed_size: number }>`
    select ${named(column)}, substring(${encryptedIn(column)} from 1 for ${HEADER_SIZE}) as sealed_header, octet_length(${encryptedIn(column)}) as sealed_size
    from ${sql.table(column.table)}
    where room_id = ${roomId} and ${encryptedIn(column)} is not null
    ${after ? sql`and ${keyOf(column)} > ${valuesOf(column, after)}` : sql``}
    order by ${list(column.key.map((name) => sql.ref(`${column.table}.${name}`)))}
    limit ${limit}`.execute(db)
  return rows.map(({ sealed_header: header, sealed_size: size, ...row }) => ({ row, header, size }))
}

export async function lockEncrypted(
  tx: Tx,
  column: EncryptedColumn,
  wanted: readonly EncryptedRow[],
): Promise<{ row: EncryptedRow; sealed: Buffer }[]> {
  if (wanted.length === 0) return []
  const { rows } = await sql<EncryptedRow & { sealed_value: Buffer }>`
    select ${named(column)}, ${encryptedIn(column)} as sealed_value
    from ${sql.table(column.table)}
    where ${keyOf(column)} in (${list(wanted.map((row) => valuesOf(column, row)))}) and ${encryptedIn(column)} is not null
    for no key update of ${sql.table(column.table)} skip locked`.execute(tx)
  return rows.map(({ sealed_value: encrypted, ...row }) => ({ row, sealed: encrypted }))
}

export async function updateEncrypted(
  tx: Tx,
  column: EncryptedColumn,
  row: EncryptedRow,
  encrypted: Buffer,
  alongside: EncryptedRow,
): Promise<void> {
  const changes = Object.entries({ [column.column]: encrypted, ...alongside }).map(
    ([name, value]) => sql`${sql.id(name)} = ${value}`,
  )
  await sql`update ${sql.table(column.table)} set ${list(changes)} where ${keyOf(column)} = ${valuesOf(column, row)}`.execute(
    tx,
  )
}
