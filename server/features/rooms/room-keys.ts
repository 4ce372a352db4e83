import { hkdfSync } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { KEY_SIZE, openBytes, SealError, sealBytes } from '../../platform/crypto/cobblestone.ts'
import { encodeContext, fieldContext, type SealingContext } from '../../platform/crypto/context.ts'
import type { KeyStore } from '../../platform/crypto/key-store.ts'
import { openDataKey } from '../../platform/crypto/room-key.ts'
import type { Sealer } from '../../platform/crypto/sealer.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { findKeyRow, type KeyRow, lockKeyRow } from './room-keys.store.ts'
import { unlockRetentionSeal, unlockRoomKeys } from './unlock-room.ts'

const CACHED_ROOMS = 500
const FORMER_KEYS = 3
const INDEX_INFO = 'sealroom text index v1'
const NO_SALT = Buffer.alloc(0)

/** The keys of a room's content, opened. Held in memory only, and used no longer than the room's shred key is there. */
export interface RoomKeys {
  readonly vault: string
  /** Wraps the data keys of the room's content and seals its small values. */
  readonly room: Buffer
  /**
   * What was the room's key before, newest first: while that is being replaced, and as far as this process has had them, for what was read
   * just before it was sealed anew.
   */
  readonly former: readonly Buffer[]
}

/** The key that outlives the room. */
interface RetentionSeal {
  readonly vault: string
  /** Seals the details of log entries. */
  readonly retention: Buffer
}

/** Gives out the keys of rooms. */
export interface RoomKeyring {
  /**
   * Reads over the given connection, so inside a transaction over that of the transaction. These keys tell the vault; what is sealed is opened
   * by `content` and `openKey`.
   * @throws KeyStoreError NO_KEY where the room was destroyed, on whichever node that was.
   */
  keysOf(db: Queryable, roomId: number): Promise<RoomKeys>
  /** The keys to seal with in this transaction: until it ends, no other key becomes the room's. */
  keysToSeal(tx: Tx, roomId: number): Promise<RoomKeys>
  retentionOf(db: Queryable, roomId: number): Promise<RetentionSeal>
  /** Opens a wrapped data key for the place that `contextOf` names. Throws SealError as `openDataKey` does. */
  openKey(db: Queryable, roomId: number, contextOf: (vault: string) => SealingContext, wrapped: Buffer): Promise<Buffer>
  /** What makes the tokens by which the text of documents is found: of two, while the room's key is replaced, each made some of them. */
  indexKeysOf(db: Queryable, roomId: number): Promise<readonly Buffer[]>
  /** Seals under the room key: gone with the room. */
  readonly content: Sealer
  /** Seals under the retention key: stays readable after the room is gone, until its date. */
  readonly retention: Sealer
  /** Drops the keys of a room from memory; whoever needs them opens them anew. */
  forget(roomId: number): void
}

/** What makes the tokens of texts comes from the room key and goes with it. */
export function indexKeyOf(room: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha512', room, NO_SALT, INDEX_INFO, KEY_SIZE))
}

/** One look for all who ask before it begins, as for the files of a zip; who asks later has one of their own, since a key may be gone by then. */
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
  const sealing = new WeakMap<Tx, Map<number, Promise<RoomKeys>>>()
  const retentions = new RoomCache<RetentionSeal>()

  const isHeld = lookedAtTogether((vault) => store.holdsShredKey(vault))

  /** Another node may have destroyed the room: the key of one that is gone serves nobody. */
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
  const keysToSeal = (tx: Tx, roomId: number): Promise<RoomKeys> => {
    // What was locked once stays so until the transaction ends.
    const held = sealing.get(tx) ?? new Map<number, Promise<RoomKeys>>()
    sealing.set(tx, held)
    const keys = held.get(roomId) ?? unlock(roomId, () => lockKeyRow(tx, roomId))
    held.set(roomId, keys)
    return keys
  }

  const openWith = async (db: Queryable, roomId: number, open: (key: Buffer, vault: string) => Buffer): Promise<Buffer> => {
    const keys = await keysOf(db, roomId)
    try {
      return openByAny(keys, open)
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      // It may have been sealed under a key that is newer than what is known here.
      const now = await fresh(db, roomId)
      if (now.room.equals(keys.room) && now.former.length === keys.former.length) throw error
      return openByAny(now, open)
    }
  }

  const retentionOf = async (db: Queryable, roomId: number): Promise<RetentionSeal> => {
    const cached = retentions.get(roomId)
    if (cached) return cached
    const read = (): Promise<KeyRow> => findKeyRow(db, roomId)
    const opened = await currently(await read(), read, async (row) => ({
      vault: row.vault,
      retention: await unlockRetentionSeal(store, row),
    }))
    retentions.set(roomId, opened)
    return opened
  }

  return {
    keysOf,
    keysToSeal,
    retentionOf,
    openKey: (db, roomId, contextOf, wrapped) => openWith(db, roomId, (key, vault) => openDataKey(key, contextOf(vault), wrapped)),
    async indexKeysOf(db, roomId) {
      const read = (): Promise<KeyRow> => findKeyRow(db, roomId)
      const { room, former } = await currently(await read(), read, (row) => unlockRoomKeys(store, row))
      return (former ? [room, former] : [room]).map(indexKeyOf)
    },
    content: {
      async seal(tx, roomId, purpose, plaintext) {
        const { vault, room } = await keysToSeal(tx, roomId)
        return sealBytes(room, encodeContext(fieldContext(vault, purpose)), plaintext)
      },
      open: (db, roomId, purpose, sealed) =>
        openWith(db, roomId, (key, vault) => openBytes(key, encodeContext(fieldContext(vault, purpose)), sealed)),
    },
    retention: {
      async seal(tx, roomId, purpose, plaintext) {
        const { vault, retention } = await retentionOf(tx, roomId)
        return sealBytes(retention, encodeContext(fieldContext(vault, purpose)), plaintext)
      },
      async open(db, roomId, purpose, sealed) {
        const { vault, retention } = await retentionOf(db, roomId)
        return openBytes(retention, encodeContext(fieldContext(vault, purpose)), sealed)
      },
    },
    forget(roomId) {
      contents.forget(roomId)
      retentions.forget(roomId)
    },
  }
}

/** Opens what the row has; read anew where the root key was replaced between row and key store. */
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

/** A key commits to what it sealed, so at most one of several opens it. @throws SealError of the newest where none does. */
function openByAny({ vault, room, former }: RoomKeys, open: (key: Buffer, vault: string) => Buffer): Buffer {
  try {
    return open(room, vault)
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    for (const key of former) {
      try {
        return open(key, vault)
      } catch (other) {
        if (!(other instanceof SealError)) throw other
      }
    }
    throw error
  }
}

/** What is known of rooms, the oldest forgotten first. */
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
