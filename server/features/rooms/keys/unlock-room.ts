import { type KeyStore, KeyStoreError } from '../../../platform/encryption/key-store.ts'
import {
  derivedRetentionKey,
  openRetentionKey,
  openRoomKey,
} from '../../../platform/encryption/room-key.ts'
import type { KeyRow } from './room-keys.store.ts'

/** @throws KeyStoreError NO_KEY if the folder lacks the root key */
export async function rootOf(
  store: KeyStore,
  { root_id: id }: Pick<KeyRow, 'root_id'>,
): Promise<Buffer> {
  const roots = await store.rootKeys()
  const root = id === null ? roots.at(-1) : roots.find((each) => each.id === id)
  if (root) return root.key
  throw new KeyStoreError(
    'NO_KEY',
    `There is no root key ${id}: this database needs another copy of the key folder.`,
  )
}

/** Also decrypts the former key during a rotation. @throws KeyStoreError, EncryptionError */
export async function unlockRoomKeys(
  store: KeyStore,
  row: Pick<KeyRow, 'vault' | 'root_id' | 'wrapped_key' | 'former_wrapped_key'>,
): Promise<{ room: Buffer; former: Buffer | undefined }> {
  const { vault, wrapped_key, former_wrapped_key } = row
  const parents = { shredKey: await store.shredKey(vault), root: await rootOf(store, row) }
  return {
    room: openRoomKey(parents, vault, wrapped_key),
    former:
      former_wrapped_key === null ? undefined : openRoomKey(parents, vault, former_wrapped_key),
  }
}

/** Works without a shred key. @throws KeyStoreError, EncryptionError */
export async function unlockRetentionKey(
  store: KeyStore,
  row: Pick<KeyRow, 'vault' | 'root_id' | 'wrapped_retention'>,
): Promise<Buffer> {
  const { vault, wrapped_retention } = row
  const parents = { retentionKey: await store.retentionKey(vault), root: await rootOf(store, row) }
  return wrapped_retention === null
    ? derivedRetentionKey(parents)
    : openRetentionKey(parents, vault, wrapped_retention)
}

/** A rotation of the root key may rewrap a row that was read. */
export async function unlockCurrent<T>(
  first: KeyRow,
  read: () => Promise<KeyRow>,
  open: (row: KeyRow) => Promise<T>,
): Promise<T> {
  for (let row = first; ; ) {
    try {
      return await open(row)
    } catch (error) {
      const now = await read()
      if (now.root_id === row.root_id) throw error
      row = now
    }
  }
}
