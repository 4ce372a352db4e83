import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../platform/db/connect.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import {
  EncryptionError,
  encryptBytes,
  isEncryptedUnder,
  openBytes,
} from '../../../platform/encryption/cobblestone.ts'
import { encodeContext } from '../../../platform/encryption/context.ts'
import { isErrno } from '../../../platform/encryption/durable-files.ts'
import type {
  EncryptedColumn,
  EncryptedRow,
} from '../../../platform/encryption/encrypted-column.ts'
import type { KeyStore } from '../../../platform/encryption/key-store.ts'
import { newKey, wrapRoomKey } from '../../../platform/encryption/room-key.ts'
import { type ActivityLog, machine } from '../../audit/index.ts'
import {
  type EncryptedHead,
  findHeads,
  lockEncrypted,
  updateEncrypted,
} from './encrypt-again.store.ts'
import { type KeyRow, lockEncryption, updateWrappedKeys } from './room-keys.store.ts'
import { indexKeyOf } from './room-keys.ts'
import { rootOf, unlockRoomKeys } from './unlock-room.ts'

const BATCH = 500
const BATCH_BYTES = 16 * 2 ** 20
const AGAIN_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

interface RotateRoomKeyParts {
  readonly database: Database
  readonly keyStore: KeyStore
  readonly activity: ActivityLog
  readonly encryptedColumns: readonly EncryptedColumn[]
}

export interface RoomKeyRotation {
  readonly values: number
  /** Neither key decrypts these values, so the old key stays. */
  readonly unreadable: readonly {
    readonly table: string
    readonly column: string
    readonly row: EncryptedRow
  }[]
}

/**
 * Re-encrypts all values except contents, then deletes the old key. Servers may run; the next call resumes.
 * @throws KeyStoreError, EncryptionError if the room key cannot be decrypted
 */
export async function rotateRoomKey(
  parts: RotateRoomKeyParts,
  roomId: number,
): Promise<RoomKeyRotation> {
  const keys = await begin(parts, roomId)
  let values = 0
  for (;;) {
    const pass = await encryptAllAgain(
      parts,
      keys,
      (work) => parts.database.transaction(work),
      parts.database.db,
    )
    values += pass.values
    if (pass.unreadable.length > 0) return { values, unreadable: pass.unreadable }
    if (pass.left === 0 && (await finish(parts, keys, values))) return { values, unreadable: [] }
    await wait(AGAIN_MS)
  }
}

interface Keys {
  readonly roomId: number
  readonly vault: string
  readonly next: Buffer
  readonly former: Buffer
}

async function begin({ database, keyStore }: RotateRoomKeyParts, roomId: number): Promise<Keys> {
  return whileNobodyEncrypts(database, roomId, async (tx, row) => {
    const { vault } = row
    const { room, former } = await unlockRoomKeys(keyStore, row)
    if (former) return { roomId, vault, next: room, former }
    const next = newKey()
    const parents = { root: await rootOf(keyStore, row), shredKey: await keyStore.shredKey(vault) }
    await updateWrappedKeys(tx, roomId, {
      wrapped_key: wrapRoomKey(parents, vault, next),
      former_wrapped_key: row.wrapped_key,
    })
    return { roomId, vault, next, former: room }
  })
}

/** Copies may have appeared. @returns false if any remain */
async function finish(parts: RotateRoomKeyParts, keys: Keys, values: number): Promise<boolean> {
  return whileNobodyEncrypts(parts.database, keys.roomId, async (tx, row) => {
    if (row.former_wrapped_key === null) return true
    const { room } = await unlockRoomKeys(parts.keyStore, row)
    if (!room.equals(keys.next)) return true
    const pass = await encryptAllAgain(parts, keys, (work) => work(tx), tx)
    if (pass.values + pass.left + pass.unreadable.length > 0) return false
    await updateWrappedKeys(tx, keys.roomId, { former_wrapped_key: null })
    await parts.activity.record(tx, machine(keys.roomId), 'room.key-replaced', { values })
    return true
  })
}

async function whileNobodyEncrypts<T>(
  database: Database,
  roomId: number,
  work: (tx: Tx, row: KeyRow) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await database.transaction(async (tx) => work(tx, await lockEncryption(tx, roomId)))
    } catch (error) {
      if (!isErrno(error, LOCK_NOT_AVAILABLE)) throw error
      await wait(AGAIN_MS)
    }
  }
}

interface Pass {
  readonly values: number
  readonly left: number
  readonly unreadable: RoomKeyRotation['unreadable']
}

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

async function encryptAllAgain(
  { encryptedColumns }: RotateRoomKeyParts,
  keys: Keys,
  transact: Transact,
  over: Queryable,
): Promise<Pass> {
  let values = 0
  let left = 0
  const unreadable: RoomKeyRotation['unreadable'][number][] = []
  for (const column of encryptedColumns) {
    const contextOf = (row: EncryptedRow): Buffer => encodeContext(column.place(keys.vault, row))
    let heads: EncryptedHead[] = []
    do {
      heads = await findHeads(over, column, {
        roomId: keys.roomId,
        after: heads.at(-1)?.row,
        limit: BATCH,
      })
      const stale = heads.filter(
        ({ row, header }) => !isEncryptedUnder(keys.next, contextOf(row), header),
      )
      for (const batch of bySize(stale)) {
        const { sealed: encrypted, lost } = await transact((each) =>
          encryptRowsAgain(each, column, keys, batch),
        )
        values += encrypted
        left += batch.length - encrypted - lost.length
        unreadable.push(...lost.map((row) => ({ table: column.table, column: column.column, row })))
      }
    } while (heads.length === BATCH)
  }
  return { values, left, unreadable }
}

function bySize(heads: readonly EncryptedHead[]): EncryptedRow[][] {
  const batches: EncryptedRow[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const { row, size } of heads) {
    if (bytes + size > BATCH_BYTES) {
      batches.push([])
      bytes = 0
    }
    batches.at(-1)?.push(row)
    bytes += size
  }
  return batches
}

async function encryptRowsAgain(
  tx: Tx,
  column: EncryptedColumn,
  { vault, next, former }: Keys,
  rows: readonly EncryptedRow[],
): Promise<{ sealed: number; lost: EncryptedRow[] }> {
  const lost: EncryptedRow[] = []
  let encryptedAgain = 0
  for (const { row, sealed: encrypted } of await lockEncrypted(tx, column, rows)) {
    const context = encodeContext(column.place(vault, row))
    const plaintext = opened(former, context, encrypted) ?? opened(next, context, encrypted)
    if (plaintext) {
      const alongside = (await column.alongside?.(plaintext, indexKeyOf(next))) ?? {}
      await updateEncrypted(tx, column, row, encryptBytes(next, context, plaintext), alongside)
      encryptedAgain += 1
    } else lost.push(row)
  }
  return { sealed: encryptedAgain, lost }
}

function opened(key: Buffer, context: Buffer, encrypted: Buffer): Buffer | undefined {
  try {
    return openBytes(key, context, encrypted)
  } catch (error) {
    if (error instanceof EncryptionError) return undefined
    throw error
  }
}
