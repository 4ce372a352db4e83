import { LIMITS } from '../../../contract/core/limits.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { KeyStore } from '../../platform/crypto/key-store.ts'
import { newKey, wrapRetentionSeal, wrapRoomKey } from '../../platform/crypto/room-key.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ActivityLog } from '../activity/index.ts'
import { shareRootKey } from './room-keys.store.ts'
import { insertRoom, nextRoomNumber } from './rooms.store.ts'

export interface RoomRequest {
  readonly name: string
  /** Bytes; LIMITS.roomStorageBytes unless given. */
  readonly storageLimit?: number | undefined
  /** LIMITS.usersUnlimited, which means none, unless given. */
  readonly userLimit?: number | undefined
  /** The first visit asks for what no setting gave: the name of the room, the name and the address of its operator. */
  readonly setupPending?: boolean
}

interface Parts {
  readonly keyStore: KeyStore
  readonly activity: ActivityLog
  readonly clock: Clock
}

const monthOf = (date: Date): string => date.toISOString().slice(2, 7).replace('-', '')

/**
 * Makes a room with keys of its own. The keys are on disk before the row is, so no committed room is ever without them; keys of a
 * transaction that was rolled back open nothing.
 */
export async function createRoom(tx: Tx, parts: Parts, request: RoomRequest): Promise<{ roomId: number; roomNo: string }> {
  const { keyStore, activity, clock } = parts
  const now = clock.now()
  const vault = await keyStore.createVault()
  await shareRootKey(tx)
  const [{ id: rootId, key: root }] = await keyStore.rootKeys()
  const roomNo = await nextRoomNumber(tx, monthOf(now))
  const roomId = await insertRoom(tx, {
    vault,
    roomNo,
    name: request.name,
    rootId,
    wrappedKey: wrapRoomKey({ root, shredKey: await keyStore.shredKey(vault) }, vault, newKey()),
    wrappedRetention: wrapRetentionSeal({ root, retentionKey: await keyStore.retentionKey(vault) }, vault, newKey()),
    storageLimit: request.storageLimit ?? LIMITS.roomStorageBytes,
    userLimit: request.userLimit ?? LIMITS.usersUnlimited,
    setupPending: request.setupPending ?? false,
    createdAt: now,
  })
  const machine = { roomId, memberId: null, userId: null, name: '', position: '', email: '', address: '' }
  await activity.record(tx, machine, 'room.created', { name: request.name })
  return { roomId, roomNo }
}
