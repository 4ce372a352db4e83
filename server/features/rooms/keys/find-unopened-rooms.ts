import type { Queryable } from '../../../platform/db/database.ts'
import { EncryptionError } from '../../../platform/encryption/cobblestone.ts'
import { type KeyStore, KeyStoreError } from '../../../platform/encryption/key-store.ts'
import { listRooms } from '../rooms.read.ts'
import { findKeyRow } from './room-keys.store.ts'
import { unlockRoomKeys } from './unlock-room.ts'

export async function findUnopenedRooms(
  db: Queryable,
  store: KeyStore,
): Promise<{ rooms: number; unopened: number[] }> {
  const living = (await listRooms(db)).filter(
    ({ phase }) => phase !== 'destroying' && phase !== 'destroyed',
  )
  const unopened: number[] = []
  for (const { id } of living) {
    try {
      await unlockRoomKeys(store, await findKeyRow(db, id))
    } catch (error) {
      if (!(error instanceof KeyStoreError || error instanceof EncryptionError)) throw error
      unopened.push(id)
    }
  }
  return { rooms: living.length, unopened }
}
