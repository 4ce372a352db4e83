import { createHash } from 'node:crypto'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import {
  addForeignKeys,
  dropForeignKeys,
  type ForeignKey,
  setSequences,
} from '../backup/restore-tables.store.ts'
import { columnsOf, findSequences, findTables, nameOf } from '../backup/snapshot.store.ts'
import { UpgradeError } from './upgrade-error.ts'

type Table = Awaited<ReturnType<typeof findTables>>[number]

const SCHEMA = 'database_upgrade'

/** Without foreign keys, tables are copied in any order. */
export async function prepareCopy(next: Client): Promise<void> {
  const { rows } = await next.query('select from pg_namespace where nspname = $1', [SCHEMA])
  if (rows.length > 0) return
  await next.query('begin')
  await next.query(`create schema ${SCHEMA}`)
  await next.query(`create table ${SCHEMA}.copied (name text primary key, digest text not null)`)
  await next.query(`create table ${SCHEMA}.foreign_keys ("table" text, name text, definition text)`)
  for (const { table, name, definition } of await dropForeignKeys(next))
    await next.query(`insert into ${SCHEMA}.foreign_keys values ($1, $2, $3)`, [
      table,
      name,
      definition,
    ])
  await next.query('commit')
}

export interface CopyProgress {
  readonly table: string
  readonly done: number
  readonly tables: number
}

/** @throws UpgradeError if rows differ */
export async function copyTables(
  former: Client,
  next: Client,
  onProgress: (progress: CopyProgress) => void,
): Promise<number> {
  const tables = await findTables(former, { ofStorage: true })
  await checkColumns(next, tables)
  const { rows } = await next.query<{ name: string; digest: string }>(
    `select name, digest from ${SCHEMA}.copied`,
  )
  const copied = new Map(rows.map(({ name, digest }) => [name, digest]))
  for (const [done, table] of tables.entries()) {
    onProgress({ table: nameOf(table), done, tables: tables.length })
    const digest = copied.get(nameOf(table))
    if (digest === undefined || digest !== (await digestOf(former, table)))
      await copyTable(former, next, table)
  }
  return tables.length
}

async function checkColumns(next: Client, tables: readonly Table[]): Promise<void> {
  const here = new Map(
    (await findTables(next, { ofStorage: true })).map((table) => [
      nameOf(table),
      table.columns.join(),
    ]),
  )
  for (const table of tables)
    if (here.get(nameOf(table)) !== table.columns.join())
      throw new UpgradeError(
        `The table ${nameOf(table)} has other columns than this release makes. Start it once with the release before.`,
      )
}

async function copyTable(former: Client, next: Client, table: Table): Promise<void> {
  const name = nameOf(table)
  await next.query('begin')
  try {
    await next.query(`alter table ${name} disable trigger user`)
    await next.query(`truncate ${name}`)
    const hash = createHash('sha256')
    const measure = new Transform({
      transform(piece: Buffer, _encoding, pass) {
        hash.update(piece)
        pass(undefined, piece)
      },
    })
    await pipeline(
      former.query(copyTo(outOf(table))),
      measure,
      next.query(copyFrom(`copy ${name} (${columnsOf(table.columns)}) from stdin`)),
    )
    const digest = hash.digest('hex')
    if ((await digestOf(next, table)) !== digest)
      throw new UpgradeError(`The rows of ${name} differ after they were copied.`)
    await next.query(`alter table ${name} enable trigger user`)
    await next.query(
      `insert into ${SCHEMA}.copied (name, digest) values ($1, $2) on conflict (name) do update set digest = excluded.digest`,
      [name, digest],
    )
    await next.query('commit')
  } catch (error) {
    await next.query('rollback')
    throw error
  }
}

const outOf = (table: Table): string =>
  `copy ${nameOf(table)} (${columnsOf(table.columns)}) to stdout`

async function digestOf(client: Client, table: Table): Promise<string> {
  const hash = createHash('sha256')
  const sink = new Writable({
    write(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done()
    },
  })
  await pipeline(client.query(copyTo(outOf(table))), sink)
  return hash.digest('hex')
}

/** One transaction lets an interrupted end repeat. */
export async function finishCopy(former: Client, next: Client): Promise<void> {
  await next.query('begin')
  await setSequences(next, await findSequences(former))
  await addForeignKeys(
    next,
    (await next.query<ForeignKey>(`select * from ${SCHEMA}.foreign_keys order by "table", name`))
      .rows,
  )
  await next.query(`drop schema ${SCHEMA} cascade`)
  await next.query('commit')
  await next.query('analyze')
}
