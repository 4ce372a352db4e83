import { setTimeout as wait } from 'node:timers/promises'
import { isSealedUnder, openBytes, SealError, sealBytes } from '../../platform/crypto/cobblestone.ts'
import { encodeContext } from '../../platform/crypto/context.ts'
import { isErrno } from '../../platform/crypto/durable-files.ts'
import type { KeyStore } from '../../platform/crypto/key-store.ts'
import { newKey, wrapRoomKey } from '../../platform/crypto/room-key.ts'
import type { SealedColumn, SealedRow } from '../../platform/crypto/sealed-column.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type ActivityLog, machine } from '../activity/index.ts'
import { findHeads, lockSealed, type SealedHead, updateSealed } from './reseal.store.ts'
import { type KeyRow, lockSealing, updateWrappedKeys } from './room-keys.store.ts'
import { indexKeyOf } from './room-keys.ts'
import { rootOf, unlockRoomKeys } from './unlock-room.ts'

/** Values that are looked at together, and bytes of them that one transaction seals anew. */
const BATCH = 500
const BATCH_BYTES = 16 * 2 ** 20
/** How soon is tried again what somebody else holds. */
const AGAIN_MS = 100
const LOCK_NOT_AVAILABLE = '55P03'

interface Parts {
  readonly database: Database
  readonly keyStore: KeyStore
  readonly activity: ActivityLog
  /** All columns that are sealed under room keys. */
  readonly sealedColumns: readonly SealedColumn[]
}

/** How it ended. */
export interface RoomKeyRotation {
  /** Values that were sealed anew. */
  readonly values: number
  /** Values that neither key opens: where there are any the old key is kept, so that nothing is lost by this. */
  readonly unreadable: readonly { readonly table: string; readonly column: string; readonly row: SealedRow }[]
}

/**
 * Replaces the key of a room: a new one is published, under which everybody seals from then on; the data keys and small values that are under
 * the old one are sealed anew, batch by batch, with the tokens of texts; then the old one is forgotten. Servers may run meanwhile: until the
 * end they try both. Only the beginning and a last look at all values keep others from sealing something in this room; nobody is kept from
 * reading. Killed at any point, it is carried on by the next call. Contents stay under the data keys that they have.
 * @throws KeyStoreError, SealError where the room's key does not open
 */
export async function rotateRoomKey(parts: Parts, roomId: number): Promise<RoomKeyRotation> {
  const keys = await begin(parts, roomId)
  let values = 0
  for (;;) {
    const pass = await resealAll(parts, keys, (work) => parts.database.transaction(work))
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

async function begin({ database, keyStore }: Parts, roomId: number): Promise<Keys> {
  return whileNobodySeals(database, roomId, async (tx, row) => {
    const { vault } = row
    const { room, former } = await unlockRoomKeys(keyStore, row)
    if (former) return { roomId, vault, next: room, former }
    const next = newKey()
    const parents = { root: await rootOf(keyStore, row), shredKey: await keyStore.shredKey(vault) }
    await updateWrappedKeys(tx, roomId, { wrapped_key: wrapRoomKey(parents, vault, next), former_wrapped_key: row.wrapped_key })
    return { roomId, vault, next, former: room }
  })
}

/**
 * What was copied while the values were gone through may have been copied as it was before; so they are looked at once more while nobody can
 * write any.
 * @returns false where something was under the old key still.
 */
async function finish(parts: Parts, keys: Keys, values: number): Promise<boolean> {
  return whileNobodySeals(parts.database, keys.roomId, async (tx, row) => {
    // Somebody else has carried it on to its end.
    if (row.former_wrapped_key === null) return true
    const { room } = await unlockRoomKeys(parts.keyStore, row)
    if (!room.equals(keys.next)) return true
    const pass = await resealAll(parts, keys, (work) => work(tx), tx)
    if (pass.values + pass.left + pass.unreadable.length > 0) return false
    await updateWrappedKeys(tx, keys.roomId, { former_wrapped_key: null })
    await parts.activity.record(tx, machine(keys.roomId), 'room.key-replaced', { values })
    return true
  })
}

async function whileNobodySeals<T>(database: Database, roomId: number, work: (tx: Tx, row: KeyRow) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await database.transaction(async (tx) => work(tx, await lockSealing(tx, roomId)))
    } catch (error) {
      if (!isErrno(error, LOCK_NOT_AVAILABLE)) throw error
      await wait(AGAIN_MS)
    }
  }
}

interface Pass {
  readonly values: number
  /** That somebody else held. */
  readonly left: number
  readonly unreadable: RoomKeyRotation['unreadable']
}

type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** Goes through all values of the room once. */
async function resealAll({ database, sealedColumns }: Parts, keys: Keys, transact: Transact, tx?: Tx): Promise<Pass> {
  let values = 0
  let left = 0
  const unreadable: RoomKeyRotation['unreadable'][number][] = []
  for (const column of sealedColumns) {
    const contextOf = (row: SealedRow): Buffer => encodeContext(column.place(keys.vault, row))
    let heads: SealedHead[] = []
    do {
      heads = await findHeads(tx ?? database.db, column, { roomId: keys.roomId, after: heads.at(-1)?.row, limit: BATCH })
      const stale = heads.filter(({ row, header }) => !isSealedUnder(keys.next, contextOf(row), header))
      for (const batch of bySize(stale)) {
        const { sealed, lost } = await transact((each) => resealRows(each, column, keys, batch))
        values += sealed
        left += batch.length - sealed - lost.length
        unreadable.push(...lost.map((row) => ({ table: column.table, column: column.column, row })))
      }
    } while (heads.length === BATCH)
  }
  return { values, left, unreadable }
}

function bySize(heads: readonly SealedHead[]): SealedRow[][] {
  const batches: SealedRow[][] = []
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

async function resealRows(
  tx: Tx,
  column: SealedColumn,
  { vault, next, former }: Keys,
  rows: readonly SealedRow[],
): Promise<{ sealed: number; lost: SealedRow[] }> {
  const lost: SealedRow[] = []
  let sealedAnew = 0
  for (const { row, sealed } of await lockSealed(tx, column, rows)) {
    const context = encodeContext(column.place(vault, row))
    const plaintext = opened(former, context, sealed) ?? opened(next, context, sealed)
    if (plaintext) {
      const alongside = (await column.alongside?.(plaintext, indexKeyOf(next))) ?? {}
      await updateSealed(tx, column, row, sealBytes(next, context, plaintext), alongside)
      sealedAnew += 1
    } else lost.push(row)
  }
  return { sealed: sealedAnew, lost }
}

function opened(key: Buffer, context: Buffer, sealed: Buffer): Buffer | undefined {
  try {
    return openBytes(key, context, sealed)
  } catch (error) {
    if (error instanceof SealError) return undefined
    throw error
  }
}
