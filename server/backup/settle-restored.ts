import { type ClosingParts, freezeRestored, lookAtAll } from '../features/closing/index.ts'
import { allRooms } from '../features/rooms/index.ts'
import { EncryptionError } from '../platform/encryption/cobblestone.ts'
import { KeyStoreError } from '../platform/encryption/key-store.ts'
import {
  closePlacesOfAdministrators,
  deleteShortLived,
  endAllSessions,
  endApiKeys,
  withdrawOperatorRequests,
} from './restore-tables.store.ts'
import { openCopyClient } from './snapshot.store.ts'

/** The backup's people and rights may be outdated. @returns rooms whose keys are missing */
export async function settleRestored(
  parts: ClosingParts,
  snapshotAt: Date,
): Promise<readonly string[]> {
  const { database, clock } = parts
  const withoutKeys: string[] = []
  for (const { id, room_no: roomNo } of await allRooms(database.db)) {
    try {
      await freezeRestored(parts, id, snapshotAt)
    } catch (error) {
      if (!(error instanceof KeyStoreError || error instanceof EncryptionError)) throw error
      withoutKeys.push(roomNo)
    }
  }
  const { client } = await openCopyClient(database.options)
  try {
    await endAllSessions(client, clock.now())
    await deleteShortLived(client)
    await closePlacesOfAdministrators(client)
    await endApiKeys(client, clock.now())
    await withdrawOperatorRequests(client, clock.now())
  } finally {
    await client.end()
  }
  await lookAtAll(parts)
  return withoutKeys
}
