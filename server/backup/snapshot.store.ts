import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import {
  type ConnectionOptions,
  directOf,
  toClientConfig,
} from '../platform/db/connection-options.ts'
import { COPIED_SCHEMAS, type CopiedTable, fileOfTable, type Manifest } from './manifest.ts'

/** Other programs maintain these, or their rows are momentary. */
const NOT_COPIED = ['public.schema_migrations', 'public.processes', 'graphile_worker.migrations']
const OF_STORAGE = ['public.freed_blobs', 'public.storage_claims']
/** Most columns are random bytes. */
const GZIP_LEVEL = 3
/** Both sides need equal formats of times and bytes. */
const FORMS = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 3;
  set client_encoding = 'UTF8'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`

export type TableName = Pick<CopiedTable, 'schema' | 'table'>

export const nameOf = ({ schema, table }: TableName): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`
export const columnsOf = (columns: readonly string[]): string =>
  columns.map(escapeIdentifier).join(', ')

/** The connection has no time limits; `isLost` reports a break. */
export async function openCopyClient(
  options: ConnectionOptions,
): Promise<{ readonly client: Client; readonly isLost: () => boolean }> {
  let isLost = false
  const client = new Client({
    ...toClientConfig(directOf(options)),
    application_name: 'sealroom 2',
    keepAlive: true,
  })
  client.on('error', () => {
    isLost = true
  })
  await client.connect()
  await client.query(FORMS)
  return { client, isLost: () => isLost }
}

export async function findTables(
  client: Client,
  { ofStorage = false } = {},
): Promise<(TableName & { readonly columns: string[] })[]> {
  const { rows } = await client.query<TableName & { columns: string[] }>(
    `select n.nspname as schema, c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and n.nspname = any($1) and n.nspname || '.' || c.relname <> all($2)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1, 2 order by 1, 2`,
    [COPIED_SCHEMAS, ofStorage ? NOT_COPIED : [...NOT_COPIED, ...OF_STORAGE]],
  )
  return rows
}

interface SnapshotFacts {
  readonly at: Date
  readonly postgres: string
  readonly migrations: Manifest['migrations']
  readonly rootIds: string[]
}

export async function beginSnapshot(client: Client): Promise<SnapshotFacts> {
  await client.query('begin transaction isolation level repeatable read read only')
  const { rows: facts } = await client.query<{ at: Date; postgres: string }>(
    `select clock_timestamp() as at, current_setting('server_version') as postgres`,
  )
  const migrations = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from schema_migrations order by version',
  )
  const roots = await client.query<{ root_id: string }>(
    `select distinct root_id from rooms where root_id is not null and phase in ('open', 'frozen', 'closed')`,
  )
  const [fact] = facts
  if (!fact) throw new Error('the database did not answer')
  return { ...fact, migrations: migrations.rows, rootIds: roots.rows.map(({ root_id: id }) => id) }
}

/** No number is assigned twice. */
export async function findSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select schemaname as schema, sequencename as sequence, last_value::text as value
     from pg_sequences where schemaname = any($1) and last_value is not null order by 1, 2`,
    [COPIED_SCHEMAS],
  )
  return rows
}

export interface WrittenFile {
  readonly bytes: number
  readonly sha256: string
}

async function writeHashed(
  file: string,
  source: Readable,
  steps: readonly NodeJS.ReadWriteStream[],
): Promise<WrittenFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new PassThrough()
  measure.on('data', (piece: Buffer) => {
    hash.update(piece)
    bytes += piece.length
  })
  await pipeline([
    source,
    ...steps,
    measure,
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  ])
  return { bytes, sha256: hash.digest('hex') }
}

export async function copyTable(
  client: Client,
  folder: string,
  table: TableName & { readonly columns: string[] },
): Promise<CopiedTable> {
  const rows = client.query(copyTo(`copy ${nameOf(table)} (${columnsOf(table.columns)}) to stdout`))
  const written = await writeHashed(path.join(folder, fileOfTable(table)), rows, [
    createGzip({ level: GZIP_LEVEL }),
  ])
  return { ...table, rows: rows.rowCount, ...written }
}

export async function listBlobIds(client: Client, file: string): Promise<void> {
  const ids = await blobTables(client)
  const all = ids
    .map((table) => `select blob_id from ${table} where blob_id is not null`)
    .join(' union ')
  await writeHashed(
    file,
    client.query(
      copyTo(`copy (select blob_id from (${all}) as held order by blob_id collate "C") to stdout`),
    ),
    [],
  )
}

async function blobTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'blob_id' and not a.attisdropped
       and c.relname <> 'freed_blobs' order by 1`,
  )
  return rows.map(({ name }) => name)
}

export async function isReferenced(client: Client, blobId: string): Promise<boolean> {
  const any = (await blobTables(client))
    .map((table) => `exists (select from ${table} where blob_id = $1)`)
    .join(' or ')
  const { rows } = await client.query<{ found: boolean }>(`select ${any} as found`, [blobId])
  return rows[0]?.found === true
}
