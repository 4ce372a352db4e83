import type { Tx } from '../../platform/db/database.ts'
import { forgetDevices } from './devices.store.ts'
import { deleteLinks } from './entry-links.store.ts'
import type { SessionParts } from './session.parts.ts'
import { findSession } from './session.read.ts'
import type { EndReason } from './session.rules.ts'
import { endSessions } from './session.store.ts'

type EndParts = Pick<SessionParts, 'activity' | 'bus' | 'clock'>

/** Ends living sessions, writes an entry for each, and tells every node, where their streams are cut. @returns how many. */
export async function endSessionsOf(tx: Tx, parts: EndParts, which: Parameters<typeof endSessions>[1], reason: EndReason): Promise<number> {
  const all = await endSessions(tx, which, reason, parts.clock.now())
  for (const ended of all) {
    const row = await findSession(tx, ended.id)
    if (!row) continue
    const doer = {
      roomId: row.room_id,
      memberId: row.member_id,
      userId: row.user_id,
      name: row.name,
      position: row.position,
      email: row.email,
      address: ended.address,
    }
    await parts.activity.record(tx, doer, 'session.ended', { reason })
    await parts.bus.publish(tx, { room: row.room_id, session: ended.id, kind: 'sessions' })
  }
  return all.length
}

/** A person may not enter any more: sessions end, and nothing that was made for entering later is worth anything. */
export async function shutOut(tx: Tx, parts: EndParts, { memberId, reason }: { memberId: number; reason: EndReason }): Promise<void> {
  await endSessionsOf(tx, parts, { memberId }, reason)
  await forgetDevices(tx, memberId)
  await deleteLinks(tx, memberId)
}
