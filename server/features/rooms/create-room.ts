import { LIMITS } from '../../../contract/core/limits.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { KeyStore } from '../../platform/encryption/key-store.ts'
import { newKey, wrapRetentionKey, wrapRoomKey } from '../../platform/encryption/room-key.ts'
import { type ActivityLog, type AuditActor, machine } from '../audit/index.ts'
import { shareRootKey } from './keys/room-keys.store.ts'
import { insertRoom, nextRoomNumber } from './rooms.store.ts'

export interface RoomRequest {
  readonly name: string
  readonly storageLimit?: number | undefined
  readonly userLimit?: number | undefined
  /** The first visit asks for names. */
  readonly setupPending?: boolean
  readonly by?: Omit<AuditActor, 'roomId'> | undefined
}

interface CreateRoomParts {
  readonly keyStore: KeyStore
  readonly activity: ActivityLog
  readonly clock: Clock
}

const monthOf = (date: Date): string => date.toISOString().slice(2, 7).replace('-', '')

/** A rollback leaves harmless keys. */
export async function createRoom(
  tx: Tx,
  parts: CreateRoomParts,
  request: RoomRequest,
): Promise<{ roomId: number; roomNo: string }> {
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
    wrappedRetention: wrapRetentionKey(
      { root, retentionKey: await keyStore.retentionKey(vault) },
      vault,
      newKey(),
    ),
    storageLimit: request.storageLimit ?? LIMITS.roomStorageBytes,
    userLimit: request.userLimit ?? LIMITS.usersUnlimited,
    setupPending: request.setupPending ?? false,
    createdAt: now,
  })
  await activity.record(tx, { ...machine(roomId), ...request.by }, 'room.created', {
    name: request.name,
  })
  return { roomId, roomNo }
}
