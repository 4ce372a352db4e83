import { type KeyStore, KeyStoreError } from '../../platform/crypto/key-store.ts'
import { derivedRetentionSeal, openRetentionSeal, openRoomKey } from '../../platform/crypto/room-key.ts'
import type { KeyRow } from './room-keys.store.ts'

/** The root key under which a room's keys are wrapped. @throws KeyStoreError `NO_KEY` where the key folder has not got it. */
export async function rootOf(store: KeyStore, { root_id: id }: Pick<KeyRow, 'root_id'>): Promise<Buffer> {
  const roots = await store.rootKeys()
  const root = id === null ? roots.at(-1) : roots.find((each) => each.id === id)
  if (root) return root.key
  throw new KeyStoreError('NO_KEY', `There is no root key ${id}: this database needs another copy of the key folder.`)
}

/** The room's key, and the one that it replaces where that is under way. @throws KeyStoreError, SealError */
export async function unlockRoomKeys(
  store: KeyStore,
  row: Pick<KeyRow, 'vault' | 'root_id' | 'wrapped_key' | 'former_wrapped_key'>,
): Promise<{ room: Buffer; former: Buffer | undefined }> {
  const { vault, wrapped_key, former_wrapped_key } = row
  const parents = { shredKey: await store.shredKey(vault), root: await rootOf(store, row) }
  return {
    room: openRoomKey(parents, vault, wrapped_key),
    former: former_wrapped_key === null ? undefined : openRoomKey(parents, vault, former_wrapped_key),
  }
}

/** The key that seals the details of the room's log; it needs no shred key. @throws KeyStoreError, SealError */
export async function unlockRetentionSeal(store: KeyStore, row: Pick<KeyRow, 'vault' | 'root_id' | 'wrapped_retention'>): Promise<Buffer> {
  const { vault, wrapped_retention } = row
  const parents = { retentionKey: await store.retentionKey(vault), root: await rootOf(store, row) }
  return wrapped_retention === null ? derivedRetentionSeal(parents) : openRetentionSeal(parents, vault, wrapped_retention)
}
