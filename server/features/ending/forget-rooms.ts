import { LIMITS } from '../../../contract/core/limits.ts'
import { deleteHoldings } from './empty-room.store.ts'
import type { EndingParts } from './ending.parts.ts'
import { findForgettable } from './ending.read.ts'

/** What the law asks to be kept of destroyed rooms no longer goes: their logs with the key that opens them, certificates, and who was there. */
export async function forgetRooms({ database, keyStore, clock, log }: EndingParts, signal: AbortSignal): Promise<void> {
  const before = new Date(clock.now().getTime() - LIMITS.retentionMs)
  for (const { id, vault } of await findForgettable(database.db, before)) {
    await keyStore.destroyRetentionKey(vault)
    await deleteHoldings(database, id, ['gone', 'log', 'blank'], signal)
    log.info({ roomId: id }, 'the log of a destroyed room is past its time and gone')
  }
}
