import { hkdfSync } from 'node:crypto'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { encryptBytes, KEY_SIZE, openBytes } from '../../../platform/encryption/cobblestone.ts'
import {
  type EncryptionContext,
  encodeContext,
  fieldContext,
} from '../../../platform/encryption/context.ts'
import type { Encryptor } from '../../../platform/encryption/encryptor.ts'
import type { KeyStore } from '../../../platform/encryption/key-store.ts'
import { openDataKey } from '../../../platform/encryption/room-key.ts'
import { createContentKeys, type RoomKeys } from './content-keys.ts'
import { createRetentionKeys, type RetentionEncryption } from './retention-keys.ts'
import { findKeyRow, type KeyRow } from './room-keys.store.ts'
import { unlockCurrent, unlockRoomKeys } from './unlock-room.ts'

const INDEX_INFO = 'sealroom text index v1'
const NO_SALT = Buffer.alloc(0)

export interface RoomKeyring {
  /** @throws KeyStoreError NO_KEY if any node has destroyed the room */
  keysOf(db: Queryable, roomId: number): Promise<RoomKeys>
  /** The key cannot change until the transaction ends. */
  keysToEncrypt(tx: Tx, roomId: number): Promise<RoomKeys>
  retentionOf(db: Queryable, roomId: number): Promise<RetentionEncryption>
  /** @throws EncryptionError as `openDataKey` does */
  openKey(
    db: Queryable,
    roomId: number,
    contextOf: (vault: string) => EncryptionContext,
    wrapped: Buffer,
  ): Promise<Buffer>
  indexKeysOf(db: Queryable, roomId: number): Promise<readonly Buffer[]>
  readonly content: Encryptor
  /** Values stay readable until the retention date. */
  readonly retention: Encryptor
  forget(roomId: number): void
}

export function indexKeyOf(room: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha512', room, NO_SALT, INDEX_INFO, KEY_SIZE))
}

export function createRoomKeyring(store: KeyStore): RoomKeyring {
  const contents = createContentKeys(store)
  const retentions = createRetentionKeys(store)
  const { keysOf, keysToEncrypt, openWith } = contents
  const { retentionOf } = retentions
  return {
    keysOf,
    keysToEncrypt,
    retentionOf,
    openKey: (db, roomId, contextOf, wrapped) =>
      openWith(db, roomId, (key, vault) => openDataKey(key, contextOf(vault), wrapped)),
    async indexKeysOf(db, roomId) {
      const read = (): Promise<KeyRow> => findKeyRow(db, roomId)
      const { room, former } = await unlockCurrent(await read(), read, (row) =>
        unlockRoomKeys(store, row),
      )
      return (former ? [room, former] : [room]).map(indexKeyOf)
    },
    content: {
      async encrypt(tx, roomId, purpose, plaintext) {
        const { vault, room } = await keysToEncrypt(tx, roomId)
        return encryptBytes(room, encodeContext(fieldContext(vault, purpose)), plaintext)
      },
      open: (db, roomId, purpose, encrypted) =>
        openWith(db, roomId, (key, vault) =>
          openBytes(key, encodeContext(fieldContext(vault, purpose)), encrypted),
        ),
    },
    retention: {
      async encrypt(tx, roomId, purpose, plaintext) {
        const { vault, retention } = await retentionOf(tx, roomId)
        return encryptBytes(retention, encodeContext(fieldContext(vault, purpose)), plaintext)
      },
      async open(db, roomId, purpose, encrypted) {
        const { vault, retention } = await retentionOf(db, roomId)
        return openBytes(retention, encodeContext(fieldContext(vault, purpose)), encrypted)
      },
    },
    forget(roomId) {
      contents.forget(roomId)
      retentions.forget(roomId)
    },
  }
}
