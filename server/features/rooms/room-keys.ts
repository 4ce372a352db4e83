import { hkdfSync } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { EncryptionError, encryptBytes, KEY_SIZE, openBytes } from '../../platform/encryption/cobblestone.ts'
import { type EncryptionContext, encodeContext, fieldContext } from '../../platform/encryption/context.ts'
import type { Encryptor } from '../../platform/encryption/encryptor.ts'
import type { KeyStore } from '../../platform/encryption/key-store.ts'
import { openDataKey } from '../../platform/encryption/room-key.ts'
import { findKeyRow, type KeyRow, lockKeyRow } from './room-keys.store.ts'
import { unlockRetentionKey, unlockRoomKeys } from './unlock-room.ts'

const CACHED_ROOMS = 500
const FORMER_KEYS = 3
const INDEX_INFO = 'sealroom text index v1'
const NO_SALT = Buffer.alloc(0)

/** Memory holds these keys only while the shred key exists. */
export interface RoomKeys {
  readonly vault: string
  readonly room: Buffer
  /** Former keys, newest first, decrypt values read before a rotation. */
  readonly former: readonly Buffer[]
}

/** This key outlives the room. */
interface RetentionEncryption {
  readonly vault: string
  readonly retention: Buffer
}

export interface RoomKeyring {
  /** @throws KeyStoreError NO_KEY if any node has destroyed the room */
  keysOf(db: Queryable, roomId: number): Promise<RoomKeys>
  /** The key cannot change until the transaction ends. */
  keysToEncrypt(tx: Tx, roomId: number): Promise<RoomKeys>
  retentionOf(db: Queryable, roomId: number): Promise<RetentionEncryption>
  /** @throws EncryptionError as `openDataKey` does */
  openKey(db: Queryable, roomId: number, contextOf: (vault: string) => EncryptionContext, wrapped: Buffer): Promise<Buffer>
  indexKeysOf(db: Queryable, roomId: number): Promise<readonly Buffer[]>
  readonly content: Encryptor
  /** Values stay readable until the retention date. */
  readonly retention: Encryptor
  forget(roomId: number): void
}

export function indexKeyOf(room: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha512', room, NO_SALT, INDEX_INFO, KEY_SIZE))
}

/** A check is shared only before it begins, because the key may be destroyed. */
function lookedAtTogether(look: (vault: string) => Promise<boolean>): (vault: string) => Promise<boolean> {
  const coming = new Map<string, Promise<boolean>>()
  return (vault) => {
    const known = coming.get(vault)
    if (known) return known
    const answer = nextTurn().then(() => {
      coming.delete(vault)
      return look(vault)
    })
    coming.set(vault, answer)
    return answer
  }
}

export function createRoomKeyring(store: KeyStore): RoomKeyring {
  const contents = new RoomCache<RoomKeys & { readonly wrapped: Buffer }>()
  const encrypting = new WeakMap<Tx, Map<number, Promise<RoomKeys>>>()
  const retentions = new RoomCache<RetentionEncryption>()

  const isHeld = lookedAtTogether((vault) => store.holdsShredKey(vault))

  const held = async (roomId: number) => {
    const cached = contents.get(roomId)
    if (!cached || (await isHeld(cached.vault))) return cached
    contents.forget(roomId)
    return undefined
  }

  const unlock = async (roomId: number, read: () => Promise<KeyRow>): Promise<RoomKeys> => {
    const first = await read()
    const cached = await held(roomId)
    if (cached?.wrapped.equals(first.wrapped_key) && first.former_wrapped_key === null) return cached
    const { row, keys } = await currently(first, read, async (each) => ({ row: each, keys: await unlockRoomKeys(store, each) }))
    const older = [...(keys.former ? [keys.former] : []), ...(cached ? [cached.room, ...cached.former] : [])]
    const former = older.filter((key, at) => !key.equals(keys.room) && older.findIndex((other) => other.equals(key)) === at)
    const opened = { vault: row.vault, room: keys.room, former: former.slice(0, FORMER_KEYS), wrapped: row.wrapped_key }
    contents.set(roomId, opened)
    return opened
  }
  const fresh = (db: Queryable, roomId: number): Promise<RoomKeys> => unlock(roomId, () => findKeyRow(db, roomId))
  const keysOf = async (db: Queryable, roomId: number): Promise<RoomKeys> => (await held(roomId)) ?? fresh(db, roomId)
  const keysToEncrypt = (tx: Tx, roomId: number): Promise<RoomKeys> => {
    // Locks last for the transaction, so keys are cached.
    const held = encrypting.get(tx) ?? new Map<number, Promise<RoomKeys>>()
    encrypting.set(tx, held)
    const keys = held.get(roomId) ?? unlock(roomId, () => lockKeyRow(tx, roomId))
    held.set(roomId, keys)
    return keys
  }

  const openWith = async (db: Queryable, roomId: number, open: (key: Buffer, vault: string) => Buffer): Promise<Buffer> => {
    const keys = await keysOf(db, roomId)
    try {
      return openByAny(keys, open)
    } catch (error) {
      if (!(error instanceof EncryptionError)) throw error
      const now = await fresh(db, roomId)
      if (now.room.equals(keys.room) && now.former.length === keys.former.length) throw error
      return openByAny(now, open)
    }
  }

  const retentionOf = async (db: Queryable, roomId: number): Promise<RetentionEncryption> => {
    const cached = retentions.get(roomId)
    if (cached) return cached
    const read = (): Promise<KeyRow> => findKeyRow(db, roomId)
    const opened = await currently(await read(), read, async (row) => ({
      vault: row.vault,
      retention: await unlockRetentionKey(store, row),
    }))
    retentions.set(roomId, opened)
    return opened
  }

  return {
    keysOf,
    keysToEncrypt,
    retentionOf,
    openKey: (db, roomId, contextOf, wrapped) => openWith(db, roomId, (key, vault) => openDataKey(key, contextOf(vault), wrapped)),
    async indexKeysOf(db, roomId) {
      const read = (): Promise<KeyRow> => findKeyRow(db, roomId)
      const { room, former } = await currently(await read(), read, (row) => unlockRoomKeys(store, row))
      return (former ? [room, former] : [room]).map(indexKeyOf)
    },
    content: {
      async encrypt(tx, roomId, purpose, plaintext) {
        const { vault, room } = await keysToEncrypt(tx, roomId)
        return encryptBytes(room, encodeContext(fieldContext(vault, purpose)), plaintext)
      },
      open: (db, roomId, purpose, encrypted) =>
        openWith(db, roomId, (key, vault) => openBytes(key, encodeContext(fieldContext(vault, purpose)), encrypted)),
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

async function currently<T>(first: KeyRow, read: () => Promise<KeyRow>, open: (row: KeyRow) => Promise<T>): Promise<T> {
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

/** Encryption commits to its key, so at most one key decrypts. */
function openByAny({ vault, room, former }: RoomKeys, open: (key: Buffer, vault: string) => Buffer): Buffer {
  try {
    return open(room, vault)
  } catch (error) {
    if (!(error instanceof EncryptionError)) throw error
    for (const key of former) {
      try {
        return open(key, vault)
      } catch (other) {
        if (!(other instanceof EncryptionError)) throw other
      }
    }
    throw error
  }
}

class RoomCache<Known> {
  readonly #known = new Map<number, Known>()

  get(roomId: number): Known | undefined {
    return this.#known.get(roomId)
  }

  forget(roomId: number): void {
    this.#known.delete(roomId)
  }

  set(roomId: number, known: Known): void {
    const oldest = this.#known.size >= CACHED_ROOMS ? this.#known.keys().next().value : undefined
    if (oldest !== undefined) this.#known.delete(oldest)
    this.#known.set(roomId, known)
  }
}
