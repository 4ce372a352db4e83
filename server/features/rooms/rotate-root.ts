import { SealError } from '../../platform/crypto/cobblestone.ts'
import { type KeyStore, KeyStoreError, type RootKey } from '../../platform/crypto/key-store.ts'
import { wrapRetentionSeal, wrapRoomKey } from '../../platform/crypto/room-key.ts'
import type { Database } from '../../platform/db/connect.ts'
import {
  findRoomsUnderOtherRoots,
  holdRootKey,
  type KeyRow,
  lockRoomUnderOtherRoot,
  shareRootKey,
  updateWrappedKeys,
} from './room-keys.store.ts'
import { rootOf, unlockRetentionSeal, unlockRoomKeys } from './unlock-room.ts'

interface Parts {
  readonly database: Database
  readonly keyStore: KeyStore
}

/**
 * Replaces the root key: a new one is published beside it, the keys of every room are wrapped under that one, and once nothing is wrapped
 * under the old one any more it is destroyed. No content and no log entry is sealed anew. Servers may run meanwhile, and rooms be made.
 * Killed at any point, it is carried on by the next call.
 * @returns of how many rooms it wrapped the keys. @throws KeyStoreError where the keys of a room do not open: then none is destroyed
 */
export async function rotateRoot(parts: Parts): Promise<number> {
  const next = await parts.keyStore.beginRootRotation()
  for (let rooms = 0; ; ) {
    rooms += await rewrapRooms(parts, next)
    if (await finish(parts, next)) return rooms
  }
}

async function rewrapRooms({ database, keyStore }: Parts, next: RootKey): Promise<number> {
  let rooms = 0
  for (let at = 0; ; rooms += 1) {
    const roomId = await database.transaction(async (tx) => {
      await shareRootKey(tx)
      if (!(await isNewest(keyStore, next))) return undefined
      const row = await lockRoomUnderOtherRoot(tx, next.id, at)
      if (row) await updateWrappedKeys(tx, row.id, { root_id: next.id, ...(await rewrapped(keyStore, row, next)) })
      return row?.id
    })
    if (roomId === undefined) return rooms
    at = roomId
  }
}

/** Who was stopped for long while others went on would wrap keys under a root key that is about to be destroyed, or is. */
async function isNewest(keyStore: KeyStore, { id }: RootKey): Promise<boolean> {
  const [newest] = await keyStore.rootKeys()
  return newest.id === id
}

async function rewrapped(keyStore: KeyStore, row: KeyRow, { key: root }: RootKey): Promise<Partial<KeyRow>> {
  const { id, vault } = row
  try {
    await rootOf(keyStore, row)
    const hasVault = (await keyStore.listVaults()).includes(vault)
    // What a vault has not got was destroyed; that a copy of the key folder from before the room has no vault at all is another thing.
    const ifThere = (key: Promise<Buffer>): Promise<Buffer | undefined> => (hasVault ? unlessDestroyed(key) : key)
    const retentionKey = await ifThere(keyStore.retentionKey(vault))
    const seal = retentionKey && wrapRetentionSeal({ root, retentionKey }, vault, await unlockRetentionSeal(keyStore, row))
    const wrapped_retention = seal ?? null
    const shredKey = await ifThere(keyStore.shredKey(vault))
    // Of a destroyed room there is no key to be wrapped, even where its shred key came back with a backup, but its log is still read.
    if (!shredKey || row.wrapped_key.length === 0) return { wrapped_retention }
    const { room, former } = await unlockRoomKeys(keyStore, row)
    const parents = { root, shredKey }
    return {
      wrapped_retention,
      wrapped_key: wrapRoomKey(parents, vault, room),
      ...(former ? { former_wrapped_key: wrapRoomKey(parents, vault, former) } : {}),
    }
  } catch (error) {
    if (!(error instanceof SealError || error instanceof KeyStoreError)) throw error
    const reason = `Room ${id} does not open with this key folder, and the old root key is kept: ${error.message}`
    throw new KeyStoreError('DAMAGED', reason)
  }
}

async function unlessDestroyed(key: Promise<Buffer>): Promise<Buffer | undefined> {
  try {
    return await key
  } catch (error) {
    if (error instanceof KeyStoreError && error.code === 'NO_KEY') return undefined
    throw error
  }
}

/** @returns false where a room was made under the old key meanwhile. */
async function finish({ database, keyStore }: Parts, next: RootKey): Promise<boolean> {
  return database.transaction(async (tx) => {
    await holdRootKey(tx)
    if (!(await isNewest(keyStore, next))) return true
    if ((await findRoomsUnderOtherRoots(tx, [next.id])).length > 0) return false
    await keyStore.finishRootRotation(next)
    return true
  })
}
