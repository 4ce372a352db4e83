import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from 'pg'
import PostalMime from 'postal-mime'
import { historyExport } from '../../../contract/proof/history-export.ts'
import { verifyExport } from '../../../contract/proof/verify-export.ts'
import { nodeCrypto } from '../../platform/encryption/node-crypto.ts'
import { type SentFile, sha256 } from '../harness/upload-stream.ts'
import type { ItemRecord, WireClient } from '../harness/wire-client.ts'
import type { TestSmtpServer } from '../servers/smtp-server.ts'
import { findBroken } from '../tree/tree-invariants.ts'
import type { BlobHolder } from './blob-holders.ts'
import type { Ledger } from './ledger.ts'

const SETTLED_WITHIN_MS = 60_000

export interface Witness {
  readonly ledger: Ledger
  readonly operator: WireClient
  readonly pool: Pool
  readonly blobs: BlobHolder
  readonly smtp?: TestSmtpServer | undefined
}

type Check = (witness: Witness) => Promise<string[]>

/** Jobs may change what later checks examine. */
const INVARIANTS: Readonly<Record<string, Check>> = {
  'no job is lost': checkJobs,
  'no mail is lost or sent twice': checkMails,
  'what was acknowledged is there, and nothing by halves': checkFiles,
  'no blob is missing or an orphan': checkBlobs,
  'the tree is sound': checkTree,
  'the log is gapless': checkLog,
  'what was answered stays so': checkKept,
}

/** @returns a sentence for each violation */
export async function violations(witness: Witness): Promise<string[]> {
  const found: string[] = []
  for (const [name, check] of Object.entries(INVARIANTS))
    for (const fault of await check(witness)) found.push(`${name}: ${fault}`)
  return found
}

async function settles(pool: Pool, unsettled: string): Promise<string[]> {
  const limit = Date.now() + SETTLED_WITHIN_MS
  for (;;) {
    const { rows } = await pool.query<{ what: string }>(unsettled)
    if (rows.length === 0 || Date.now() > limit) return rows.map(({ what }) => what)
    await wait(100)
  }
}

async function checkJobs({ pool }: Witness): Promise<string[]> {
  const waiting = await settles(
    pool,
    `select task_identifier || ' waits' as what from graphile_worker.jobs
     where attempts < max_attempts and (run_at <= now() or attempts > 0 and run_at < now() + interval '1 minute')`,
  )
  const { rows } = await pool.query<{ what: string }>(
    `select task_identifier || ' failed for good: ' || coalesce(last_error, '') as what from graphile_worker.jobs where attempts >= max_attempts and last_error is not null`,
  )
  return [...waiting, ...rows.map(({ what }) => what)]
}

async function checkMails({ ledger, smtp }: Witness): Promise<string[]> {
  if (!smtp) return []
  const copies = new Map<string, string[]>()
  for (const content of smtp.received) {
    const { to = [], messageId = '' } = await PostalMime.parse(content)
    for (const { address = '' } of to)
      copies.set(address, [...(copies.get(address) ?? []), messageId])
  }
  const found: string[] = []
  let repeated = 0
  for (const address of ledger.mailed) {
    const ids = copies.get(address) ?? []
    const different = new Set(ids).size
    if (different !== 1) found.push(`${different} mails to ${address}`)
    repeated += ids.length - different
  }
  if (repeated > ledger.repeatedMails)
    found.push(`sent again: ${repeated}, where ${ledger.repeatedMails} may be`)
  return found
}

async function listed(operator: WireClient, parent = 0): Promise<ItemRecord[]> {
  const { payload, nextCursor } = (await operator.list(parent, { limit: 1_000 })).json
  if (nextCursor !== undefined) throw new Error('more items than one page holds')
  const below = await Promise.all(
    (payload as ItemRecord[]).map((item) => (item.type === 5 ? listed(operator, item.id) : [item])),
  )
  return below.flat()
}

async function faultOf(
  operator: WireClient,
  item: ItemRecord,
  sent: SentFile,
): Promise<string | undefined> {
  const response = await operator.fetch('GET', `/room/api/file/${item.filename}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.status !== 200) return `${item.path} answers ${response.status}`
  return sha256(bytes) === sent.sha256 && item.size === sent.size
    ? undefined
    : `${item.path} has other bytes`
}

async function checkFiles({ ledger, operator }: Witness): Promise<string[]> {
  const found: string[] = []
  const items = new Map<string, ItemRecord>()
  for (const item of await listed(operator)) {
    if (items.has(item.path)) found.push(`${item.path} is there twice`)
    items.set(item.path, item)
  }
  const expected = new Map(ledger.files)
  for (const path of expected.keys()) if (!items.has(path)) found.push(`${path} is gone`)
  for (const files of ledger.uncertain) {
    const fresh = files.filter((file) => !ledger.files.has(file.path))
    const there = fresh.filter((file) => items.has(file.path))
    if (there.length > 0 && there.length < fresh.length)
      found.push(`of ${fresh.map((file) => file.path).join(', ')} there is a part`)
    for (const file of there) expected.set(file.path, file)
  }
  for (const [path, item] of items) {
    const sent = expected.get(path)
    found.push(
      ...[sent ? await faultOf(operator, item, sent) : `${path} was never sent whole`].filter(
        (fault) => fault !== undefined,
      ),
    )
  }
  return found
}

async function sweep(pool: Pool): Promise<string[]> {
  await pool.query(
    `select graphile_worker.add_job('documents.sweep', '{}', job_key => 'documents.sweep')`,
  )
  return settles(
    pool,
    `select 'the sweep does not end' as what from graphile_worker.jobs where task_identifier = 'documents.sweep'`,
  )
}

async function checkBlobs({ pool, blobs }: Witness): Promise<string[]> {
  await blobs.age()
  const overdue = await sweep(pool)
  const columns = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'blob_id' and table_schema = current_schema()`,
  )
  const held = columns.rows
    .map(({ name }) => `select blob_id from ${name} where blob_id is not null`)
    .join(' union ')
  const { rows } = await pool.query<{ blob_id: string }>(held)
  const known = new Set(rows.map(({ blob_id }) => blob_id))
  const stored = new Set(await blobs.ids())
  const orphans = [...stored].filter((id) => !known.has(id))
  return [
    ...overdue,
    ...orphans.map((id) => `${id} belongs to nothing`),
    ...[...known].filter((id) => !stored.has(id)).map((id) => `${id} is missing`),
  ]
}

async function checkTree({ pool }: Witness): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('select id from rooms')
  const broken = await Promise.all(
    rows.map(({ id }) => findBroken({ database: { pool } }, Number(id))),
  )
  return broken.flatMap((faults) =>
    Object.entries(faults).map(([name, ids]) => `${name} (${ids.join(', ')})`),
  )
}

async function checkLog({ operator, pool, ledger }: Witness): Promise<string[]> {
  const unplaced = await settles(
    pool,
    `select kind || ' has no place' as what from activity_entries where seq is null`,
  )
  const { text } = await operator.call(
    'POST',
    `/room/api/room/roomActivity/export/${operator.me.roomId}`,
    { body: { format: 'json' } },
  )
  const whole = historyExport.parse(JSON.parse(text))
  const { fault, gaps } = await verifyExport(nodeCrypto, whole, whole.entries)
  const { rows } = await pool.query<{ logged: number; what: string }>(
    `select items.name as what, count(entry.id)::int4 as logged
     from items left join activity_entries entry on entry.item_id = items.id and entry.kind in ('document.uploaded', 'document.submitted')
     where not items.folder group by items.id having count(entry.id) <> 1`,
  )
  return [
    ...unplaced,
    ...(fault === undefined ? [] : [fault]),
    ...gaps.map(({ from, to }) => `entries ${from} to ${to} are missing`),
    ...(ledger.files.size > 0 && whole.entries.length === 0 ? ['it is empty'] : []),
    ...rows.map(({ what, logged }) => `${what} has ${logged} entries of its upload`),
  ]
}

async function checkKept({ ledger }: Witness): Promise<string[]> {
  const found: string[] = []
  for (const { what, isSo } of ledger.kept) if (!(await isSo())) found.push(what)
  return found
}
