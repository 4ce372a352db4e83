import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { EncryptionError } from '../../../platform/encryption/cobblestone.ts'
import type { KeyStore } from '../../../platform/encryption/key-store.ts'
import { RoomCache } from './room-cache.ts'
import { findKeyRow, type KeyRow, lockKeyRow } from './room-keys.store.ts'
import { unlockCurrent, unlockRoomKeys } from './unlock-room.ts'

const FORMER_KEYS = 3

/** Memory holds these keys only while the shred key exists. */
export interface RoomKeys {
  readonly vault: string
  readonly room: Buffer
  /** Former keys, newest first, decrypt values read before a rotation. */
  readonly former: readonly Buffer[]
}

interface ContentKeys {
  keysOf(db: Queryable, roomId: number): Promise<RoomKeys>
  keysToEncrypt(tx: Tx, roomId: number): Promise<RoomKeys>
  /** Tries the former keys, and reads the row again if none fits. @throws EncryptionError */
  openWith(
    db: Queryable,
    roomId: number,
    open: (key: Buffer, vault: string) => Buffer,
  ): Promise<Buffer>
  forget(roomId: number): void
}

export function createContentKeys(store: KeyStore): ContentKeys {
  const contents = new RoomCache<RoomKeys & { readonly wrapped: Buffer }>()
  const encrypting = new WeakMap<Tx, Map<number, Promise<RoomKeys>>>()

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
    if (cached?.wrapped.equals(first.wrapped_key) && first.former_wrapped_key === null)
      return cached
    const { row, keys } = await unlockCurrent(first, read, async (each) => ({
      row: each,
      keys: await unlockRoomKeys(store, each),
    }))
    const older = [
      ...(keys.former ? [keys.former] : []),
      ...(cached ? [cached.room, ...cached.former] : []),
    ]
    const former = older.filter(
      (key, at) => !key.equals(keys.room) && older.findIndex((other) => other.equals(key)) === at,
    )
    const opened = {
      vault: row.vault,
      room: keys.room,
      former: former.slice(0, FORMER_KEYS),
      wrapped: row.wrapped_key,
    }
    contents.set(roomId, opened)
    return opened
  }
  const fresh = (db: Queryable, roomId: number): Promise<RoomKeys> =>
    unlock(roomId, () => findKeyRow(db, roomId))
  const keysOf = async (db: Queryable, roomId: number): Promise<RoomKeys> =>
    (await held(roomId)) ?? fresh(db, roomId)
  const keysToEncrypt = (tx: Tx, roomId: number): Promise<RoomKeys> => {
    // Locks last for the transaction, so keys are cached.
    const held = encrypting.get(tx) ?? new Map<number, Promise<RoomKeys>>()
    encrypting.set(tx, held)
    const keys = held.get(roomId) ?? unlock(roomId, () => lockKeyRow(tx, roomId))
    held.set(roomId, keys)
    return keys
  }

  const openWith = async (
    db: Queryable,
    roomId: number,
    open: (key: Buffer, vault: string) => Buffer,
  ): Promise<Buffer> => {
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

  return { keysOf, keysToEncrypt, openWith, forget: (roomId) => contents.forget(roomId) }
}

/** A check is shared only before it begins, because the key may be destroyed. */
function lookedAtTogether(
  look: (vault: string) => Promise<boolean>,
): (vault: string) => Promise<boolean> {
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

/** Encryption commits to its key, so at most one key decrypts. */
function openByAny(
  { vault, room, former }: RoomKeys,
  open: (key: Buffer, vault: string) => Buffer,
): Buffer {
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
