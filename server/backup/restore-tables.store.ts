import { createReadStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from './backup-error.ts'
import { COPIED_SCHEMAS, type CopiedTable, fileOfTable, type Manifest } from './manifest.ts'
import { columnsOf, findTables, nameOf } from './snapshot.store.ts'

/** One transaction leaves no partial rows. Tables must match the backup's migrations. */
export async function loadTables(
  client: Client,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await checkColumns(client, manifest.tables)
  await client.query('begin')
  const foreignKeys = await dropForeignKeys(client)
  const names = manifest.tables.map(nameOf)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of manifest.tables) await loadTable(client, folder, table)
  await setSequences(client, manifest.sequences)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  await addForeignKeys(client, foreignKeys)
  await client.query('update installation set object_storage = null')
  await client.query('commit')
  await client.query('analyze')
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** Without foreign keys, tables load in any order. */
export async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any($1) order by conrelid, conname`,
    [COPIED_SCHEMAS],
  )
  for (const { table, name } of rows)
    await client.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

export async function addForeignKeys(
  client: Client,
  foreignKeys: readonly ForeignKey[],
): Promise<void> {
  for (const { table, name, definition } of foreignKeys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}

export async function setSequences(
  client: Client,
  sequences: Manifest['sequences'],
): Promise<void> {
  for (const { schema, sequence, value } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [
      `${escapeIdentifier(schema)}.${escapeIdentifier(sequence)}`,
      value,
    ])
}

async function checkColumns(client: Client, tables: readonly CopiedTable[]): Promise<void> {
  const here = new Map(
    (await findTables(client)).map((table) => [nameOf(table), new Set(table.columns)]),
  )
  for (const table of tables)
    if (table.columns.some((column) => !here.get(nameOf(table))?.has(column)))
      throw new BackupError(
        `The table ${table.schema}.${table.table} of the backup has columns that this release does not know.`,
      )
}

async function loadTable(client: Client, folder: string, table: CopiedTable): Promise<void> {
  const rows = client.query(
    copyFrom(`copy ${nameOf(table)} (${columnsOf(table.columns)}) from stdin`),
  )
  await pipeline(createReadStream(path.join(folder, fileOfTable(table))), createGunzip(), rows)
  if (rows.rowCount !== table.rows)
    throw new BackupError(
      `The table ${table.schema}.${table.table} has ${rows.rowCount} rows, and the backup says ${table.rows}.`,
    )
}

/** Passkeys may be outdated, so the command line invites administrators again. */
const CONSOLE_TABLES = [
  ...[
    'administrator_passkeys',
    'administrator_accounts',
    'administrator_sessions',
    'administrator_invitations',
  ],
  ...['console_challenges', 'spent_console_challenges'],
]

/** A binding may be outdated; the next sign-on restores it. */
const SIGN_ON_TABLES = ['sign_on_starts', 'sign_on_tickets', 'sign_on_bindings']
const ADDRESS_TABLES = ['proof_links', 'address_proofs', 'address_passkeys', 'signed_challenges']
const ENTRY_TABLES = [
  'entry_links',
  'address_changes',
  'devices',
  ...ADDRESS_TABLES,
  ...SIGN_ON_TABLES,
]

/** Sessions must end before, with log entries. */
export async function deleteShortLived(client: Client): Promise<void> {
  for (const table of [
    'step_codes',
    'passkey_challenges',
    'leases',
    'tickets',
    ...ENTRY_TABLES,
    ...CONSOLE_TABLES,
  ])
    await client.query(`delete from ${table}`)
}

/** Otherwise administrators could take each other's place. */
export async function closePlacesOfAdministrators(client: Client): Promise<void> {
  await client.query('update administrators set needs_invitation = true where ended_at is null')
}

/** Covers rooms without keys, where nothing can be logged. */
export async function endAllSessions(client: Client, at: Date): Promise<void> {
  await client.query(
    `update sessions set ended_at = $1, end_reason = 'expired' where ended_at is null`,
    [at],
  )
  await client.query(`update rooms set phase = 'frozen', phase_at = $1 where phase = 'open'`, [at])
}

export async function withdrawOperatorRequests(client: Client, at: Date): Promise<void> {
  await client.query(
    `update operator_requests set state = 'withdrawn', decided_at = $1 where state in ('waiting', 'confirmed')`,
    [at],
  )
}

/** Keys may be revoked since. */
export async function endApiKeys(client: Client, at: Date): Promise<void> {
  await client.query('update api_keys set revoked_at = coalesce(revoked_at, $1)', [at])
  await client.query('delete from webhooks')
  await client.query('delete from api_answers')
}

export async function isEmptyDatabase(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    `select exists (select from pg_class where relkind in ('r', 'p') and relnamespace::regnamespace::text = any($1)) as found`,
    [COPIED_SCHEMAS],
  )
  return rows[0]?.found === false
}
