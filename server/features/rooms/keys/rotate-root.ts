import type { Database } from '../../../platform/db/connect.ts'
import { EncryptionError } from '../../../platform/encryption/cobblestone.ts'
import {
  type KeyStore,
  KeyStoreError,
  type RootKey,
} from '../../../platform/encryption/key-store.ts'
import { wrapRetentionKey, wrapRoomKey } from '../../../platform/encryption/room-key.ts'
import {
  findRoomsUnderOtherRoots,
  holdRootKey,
  type KeyRow,
  lockRoomUnderOtherRoot,
  shareRootKey,
  updateWrappedKeys,
} from './room-keys.store.ts'
import { rootOf, unlockRetentionKey, unlockRoomKeys } from './unlock-room.ts'

interface RotateRootParts {
  readonly database: Database
  readonly keyStore: KeyStore
}

/**
 * Rewraps rooms' keys, then destroys the old root key. Servers may run; the next call resumes.
 * @throws KeyStoreError if a room's keys cannot be decrypted, which keeps the old root key
 */
export async function rotateRoot(parts: RotateRootParts): Promise<number> {
  const next = await parts.keyStore.beginRootRotation()
  for (let rooms = 0; ; ) {
    rooms += await rewrapRooms(parts, next)
    if (await finish(parts, next)) return rooms
  }
}

async function rewrapRooms(
  { database, keyStore }: RotateRootParts,
  next: RootKey,
): Promise<number> {
  let rooms = 0
  for (let at = 0; ; rooms += 1) {
    const roomId = await database.transaction(async (tx) => {
      await shareRootKey(tx)
      if (!(await isNewest(keyStore, next))) return undefined
      const row = await lockRoomUnderOtherRoot(tx, next.id, at)
      if (row)
        await updateWrappedKeys(tx, row.id, {
          root_id: next.id,
          ...(await rewrapped(keyStore, row, next)),
        })
      return row?.id
    })
    if (roomId === undefined) return rooms
    at = roomId
  }
}

/** Paused processes must not wrap keys under destroyed root keys. */
async function isNewest(keyStore: KeyStore, { id }: RootKey): Promise<boolean> {
  const [newest] = await keyStore.rootKeys()
  return newest.id === id
}

async function rewrapped(
  keyStore: KeyStore,
  row: KeyRow,
  { key: root }: RootKey,
): Promise<Partial<KeyRow>> {
  const { id, vault } = row
  try {
    await rootOf(keyStore, row)
    const hasVault = (await keyStore.listVaults()).includes(vault)
    // A missing key was destroyed; a missing vault indicates an old copy.
    const ifThere = (key: Promise<Buffer>): Promise<Buffer | undefined> =>
      hasVault ? unlessDestroyed(key) : key
    const retentionKey = await ifThere(keyStore.retentionKey(vault))
    const encrypt =
      retentionKey &&
      wrapRetentionKey({ root, retentionKey }, vault, await unlockRetentionKey(keyStore, row))
    const wrapped_retention = encrypt ?? null
    const shredKey = await ifThere(keyStore.shredKey(vault))
    // A backup may restore the shred key alone.
    if (!shredKey || row.wrapped_key.length === 0) return { wrapped_retention }
    const { room, former } = await unlockRoomKeys(keyStore, row)
    const parents = { root, shredKey }
    return {
      wrapped_retention,
      wrapped_key: wrapRoomKey(parents, vault, room),
      ...(former ? { former_wrapped_key: wrapRoomKey(parents, vault, former) } : {}),
    }
  } catch (error) {
    if (!(error instanceof EncryptionError || error instanceof KeyStoreError)) throw error
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

/** @returns false if a room was created under the old key */
async function finish({ database, keyStore }: RotateRootParts, next: RootKey): Promise<boolean> {
  return database.transaction(async (tx) => {
    await holdRootKey(tx)
    if (!(await isNewest(keyStore, next))) return true
    if ((await findRoomsUnderOtherRoots(tx, [next.id])).length > 0) return false
    await keyStore.finishRootRotation(next)
    return true
  })
}
