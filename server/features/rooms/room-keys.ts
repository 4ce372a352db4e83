import { hkdfSync } from 'node:crypto'
import { KEY_SIZE, openBytes, sealBytes } from '../../platform/crypto/cobblestone.ts'
import { encodeContext } from '../../platform/crypto/context.ts'
import type { KeyStore } from '../../platform/crypto/key-store.ts'
import { openRoomKey } from '../../platform/crypto/room-key.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findWrappedKey } from './rooms.read.ts'

const CACHED_ROOMS = 500
const RETENTION_INFO = 'sealroom retention seal v1'
const INDEX_INFO = 'sealroom text index v1'

/** The keys of a room, opened. Held in memory only. */
export interface RoomKeys {
  readonly vault: string
  /** Wraps the data keys of the room's content and seals its small values. */
  readonly room: Buffer
  /** Seals the details of log entries; it outlives the room key. */
  readonly retention: Buffer
  /** Makes the tokens by which the text of documents is found; comes from the room key and goes with it. */
  readonly index: Buffer
}

/** Gives out the keys of rooms. */
export interface RoomKeyring {
  /** Reads over the given connection, so inside a transaction over that of the transaction. */
  keysOf(db: Queryable, roomId: number): Promise<RoomKeys>
  /** Seals under the room key: gone with the room. */
  readonly content: Sealer
  /** Seals under the retention key: stays readable after the room is gone, until its date. */
  readonly retention: Sealer
}

/** Opens the keys in a vault. */
async function openVault(store: KeyStore, vault: string, wrappedKey: Buffer): Promise<RoomKeys> {
  const room = openRoomKey({ root: store.root(), shredKey: await store.shredKey(vault) }, vault, wrappedKey)
  const retention = Buffer.from(hkdfSync('sha512', await store.retentionKey(vault), store.root(), RETENTION_INFO, KEY_SIZE))
  const index = Buffer.from(hkdfSync('sha512', room, Buffer.alloc(0), INDEX_INFO, KEY_SIZE))
  return { vault, room, retention, index }
}

export function createRoomKeyring(store: KeyStore): RoomKeyring {
  const cache = new Map<number, RoomKeys>()

  const keysOf = async (db: Queryable, roomId: number): Promise<RoomKeys> => {
    const cached = cache.get(roomId)
    if (cached) return cached
    const wrapped = await findWrappedKey(db, roomId)
    if (!wrapped) throw new Error(`room ${roomId} has no key`)
    const keys = await openVault(store, wrapped.vault, wrapped.wrappedKey)
    const oldest = cache.size >= CACHED_ROOMS ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(roomId, keys)
    return keys
  }

  const sealer = (which: 'room' | 'retention'): Sealer => {
    const context = (keys: RoomKeys, purpose: string): Buffer => encodeContext({ room: keys.vault, file: '', fileVersion: 0, purpose })
    return {
      async seal(db, roomId, purpose, plaintext) {
        const keys = await keysOf(db, roomId)
        return sealBytes(keys[which], context(keys, purpose), plaintext)
      },
      async open(db, roomId, purpose, sealed) {
        const keys = await keysOf(db, roomId)
        return openBytes(keys[which], context(keys, purpose), sealed)
      },
    }
  }

  return { keysOf, content: sealer('room'), retention: sealer('retention') }
}
