import { z } from 'zod'
import { type LogEntry, leafData, logEntry } from '../../../contract/proof/log-entry.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { EncryptionError } from '../../platform/encryption/cobblestone.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import { hashLeaf } from './tree/hash.ts'

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

const { doer: actor, viewAs, details } = logEntry.shape

/** Earlier releases omitted a disconnected client's address. */
export const encryptedEntry = z.object({
  doer: actor.extend({ address: actor.shape.address.default('') }),
  viewAs,
  details,
  salt: logEntry.shape.salt.default(''),
})
export type EncryptedEntry = z.infer<typeof encryptedEntry>

export const purposeOf = (entryId: number): string => `activity:${entryId}`

/** Invalid values have no `entry` and a mismatching leaf. */
export interface OpenedEntry {
  readonly row: EntryRow
  readonly entry: LogEntry | undefined
  readonly leaf: Buffer
}

/** Invalid content never throws. */
export async function openEntry(
  db: Queryable,
  retention: Encryptor,
  row: EntryRow,
): Promise<OpenedEntry> {
  const entry = await readEntry(db, retention, row)
  return {
    row,
    entry,
    leaf: hashLeaf(
      entry ? leafData(entry) : Buffer.concat([Buffer.from(`unreadable ${row.id} `), row.sealed]),
    ),
  }
}

export async function readEntry(
  db: Queryable,
  retention: Pick<Encryptor, 'open'>,
  row: EntryRow,
): Promise<LogEntry | undefined> {
  let text: string
  try {
    text = (await retention.open(db, row.room_id, purposeOf(row.id), row.sealed)).toString()
  } catch (error) {
    if (error instanceof EncryptionError) return undefined
    throw error
  }
  const { id, user_id: userId, member_id: memberId, item_id: itemId, kind, at } = row
  return {
    id,
    at: at.toISOString(),
    kind,
    userId,
    memberId,
    itemId,
    ...encryptedEntry.parse(JSON.parse(text)),
  }
}
