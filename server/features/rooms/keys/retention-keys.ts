import type { Queryable } from '../../../platform/db/database.ts'
import type { KeyStore } from '../../../platform/encryption/key-store.ts'
import { RoomCache } from './room-cache.ts'
import { findKeyRow, type KeyRow } from './room-keys.store.ts'
import { unlockCurrent, unlockRetentionKey } from './unlock-room.ts'

/** This key outlives the room. */
export interface RetentionEncryption {
  readonly vault: string
  readonly retention: Buffer
}

interface RetentionKeys {
  retentionOf(db: Queryable, roomId: number): Promise<RetentionEncryption>
  forget(roomId: number): void
}

export function createRetentionKeys(store: KeyStore): RetentionKeys {
  const retentions = new RoomCache<RetentionEncryption>()
  const retentionOf = async (db: Queryable, roomId: number): Promise<RetentionEncryption> => {
    const cached = retentions.get(roomId)
    if (cached) return cached
    const read = (): Promise<KeyRow> => findKeyRow(db, roomId)
    const opened = await unlockCurrent(await read(), read, async (row) => ({
      vault: row.vault,
      retention: await unlockRetentionKey(store, row),
    }))
    retentions.set(roomId, opened)
    return opened
  }

  return { retentionOf, forget: (roomId) => retentions.forget(roomId) }
}
