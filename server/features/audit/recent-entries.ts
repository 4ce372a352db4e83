import {
  ACTIVITY,
  type ActivityDetails,
  type ActivityKind,
} from '../../../contract/features/activity.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import { findEntries } from './audit.read.ts'
import { readEntry } from './encrypted-entry.ts'

const RECENT_MAX = 5_000

export interface RecentEntry<K extends ActivityKind> {
  readonly memberId: number | null
  readonly details: ActivityDetails<K>
}

/** Returns the newest first, without unreadable entries. */
export async function recentEntries<K extends ActivityKind>(
  tx: Tx,
  retention: Encryptor,
  { roomId, kind, since }: { readonly roomId: number; readonly kind: K; readonly since: Date },
): Promise<RecentEntry<K>[]> {
  const filter = { kinds: [kind], from: since.toISOString() }
  const rows = await findEntries(tx, { roomId, zone: 'UTC' }, filter, {
    after: undefined,
    limit: RECENT_MAX,
  })
  const read = await Promise.all(
    rows.map(async (row) => ({ row, entry: await readEntry(tx, retention, row) })),
  )
  return read.flatMap(({ row, entry }) =>
    entry
      ? [
          {
            memberId: row.member_id,
            details: ACTIVITY[kind].parse(entry.details) as ActivityDetails<K>,
          },
        ]
      : [],
  )
}
