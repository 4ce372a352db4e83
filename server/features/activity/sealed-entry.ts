import { z } from 'zod'
import { type LogEntry, leafData, logEntry } from '../../../contract/proof/log-entry.ts'
import { SealError } from '../../platform/crypto/cobblestone.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { hashLeaf } from './tree/hash.ts'

/** A row of the log as the database has it. */
export interface EntryRow {
  readonly id: number
  readonly room_id: number
  readonly user_id: number | null
  readonly member_id: number | null
  readonly kind: string
  readonly item_id: number | null
  readonly at: Date
  readonly sealed: Buffer
}

const { doer, viewAs, details } = logEntry.shape

/** What a sealed entry holds, as JSON. Of a peer that had gone, earlier releases wrote no address. */
export const sealedEntry = z.object({
  doer: doer.extend({ address: doer.shape.address.default('') }),
  viewAs,
  details,
  salt: logEntry.shape.salt.default(''),
})
export type SealedEntry = z.infer<typeof sealedEntry>

/** Details moved to another entry do not open. */
export const purposeOf = (entryId: number): string => `activity:${entryId}`

/** What a reading comes to up to its newest entry, as JSON. */
const summary = z.object({
  /** How many entries of the log there are. */
  entries: z.int().positive(),
  pages: z.array(z.object({ page: z.int(), seconds: z.number() })),
})
export type ReadingSummary = z.infer<typeof summary>

/** The summary of a reading is that of one entry: moved to another it does not open. */
const summaryPurposeOf = (entryId: number): string => `reading:${entryId}`

export const sealSummary = (tx: Tx, retention: Sealer, { id, roomId }: { id: number; roomId: number }, value: ReadingSummary) =>
  retention.seal(tx, roomId, summaryPurposeOf(id), Buffer.from(JSON.stringify(value)))

/** @returns undefined where the database holds what no server has written. */
export async function openSummary(
  db: Queryable,
  retention: Sealer,
  { id, roomId, sealed }: { readonly id: number; readonly roomId: number; readonly sealed: Buffer },
): Promise<ReadingSummary | undefined> {
  try {
    return summary.parse(JSON.parse((await retention.open(db, roomId, summaryPurposeOf(id), sealed)).toString()))
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}

/** An entry with its leaf. `entry` is undefined where the database holds what no server has written; its leaf is that of no entry. */
export interface OpenedEntry {
  readonly row: EntryRow
  readonly entry: LogEntry | undefined
  readonly leaf: Buffer
}

/** Opens an entry for its leaf; never throws for what is in it. */
export async function openEntry(db: Queryable, retention: Sealer, row: EntryRow): Promise<OpenedEntry> {
  const entry = await readEntry(db, retention, row)
  return { row, entry, leaf: hashLeaf(entry ? leafData(entry) : Buffer.concat([Buffer.from(`unreadable ${row.id} `), row.sealed])) }
}

/** @returns undefined where the database holds what no server has written. */
export async function readEntry(db: Queryable, retention: Pick<Sealer, 'open'>, row: EntryRow): Promise<LogEntry | undefined> {
  let text: string
  try {
    text = (await retention.open(db, row.room_id, purposeOf(row.id), row.sealed)).toString()
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
  const { id, user_id: userId, member_id: memberId, item_id: itemId, kind, at } = row
  return { id, at: at.toISOString(), kind, userId, memberId, itemId, ...sealedEntry.parse(JSON.parse(text)) }
}
