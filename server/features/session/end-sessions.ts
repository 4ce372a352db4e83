import type { Tx } from '../../platform/db/database.ts'
import type { Doer } from '../activity/index.ts'
import { forgetDevices } from './devices.store.ts'
import { deleteLinks } from './entry-links.store.ts'
import { deletePasskeys } from './passkeys/passkeys.store.ts'
import type { SessionParts } from './session.parts.ts'
import { findSession, type SessionRow } from './session.read.ts'
import type { EndReason, ViewAsEnd } from './session.rules.ts'
import { endSessions, endViewsAs, lowerSessions, type ViewsAs } from './session.store.ts'

type EndParts = Pick<SessionParts, 'activity' | 'bus' | 'clock'>

/** Ends living sessions, writes an entry for each, and tells every node, where their streams are cut. @returns how many. */
export async function endSessionsOf(tx: Tx, parts: EndParts, which: Parameters<typeof endSessions>[1], reason: EndReason): Promise<number> {
  const all = await endSessions(tx, which, reason, parts.clock.now())
  for (const ended of all) {
    const row = await findSession(tx, ended.id)
    if (!row) continue
    await parts.activity.record(tx, doerOf(row), 'session.ended', { reason })
    await parts.bus.publish(tx, { room: row.room_id, session: ended.id, kind: 'sessions' })
  }
  await endViewsAsOf(tx, parts, { parentIds: all.map(({ id }) => id) }, 'session')
  return all.length
}

/** Ends living views as other persons, writes an entry for each, and tells every node. */
export async function endViewsAsOf(tx: Tx, parts: EndParts, which: ViewsAs, reason: ViewAsEnd): Promise<void> {
  for (const ended of await endViewsAs(tx, which, reason, parts.clock.now())) {
    const row = await findSession(tx, ended.id)
    if (row?.subject_id == null) continue
    await parts.activity.record(tx, doerOf(row), 'member.view-as-ended', { memberId: row.subject_id, name: row.subject_name ?? '', reason })
    await parts.bus.publish(tx, { room: row.room_id, session: ended.id, kind: 'sessions' })
  }
}

const doerOf = (row: SessionRow): Doer => ({
  roomId: row.room_id,
  memberId: row.member_id,
  userId: row.user_id,
  name: row.name,
  position: row.position,
  email: row.email,
  address: row.address,
})

/** A person is an operator no more: the operator area is closed in every session, with what was viewed out of it, and no passkey opens it. */
export async function lowerSessionsOf(tx: Tx, parts: EndParts, memberId: number): Promise<void> {
  await lowerSessions(tx, memberId)
  await deletePasskeys(tx, memberId)
  await endViewsAsOf(tx, parts, { memberId }, 'session')
}

/** A person may not enter any more: sessions end, and what operators view as this person, and nothing that was made for entering later is worth anything. */
export async function shutOut(tx: Tx, parts: EndParts, { memberId, reason }: { memberId: number; reason: EndReason }): Promise<void> {
  await endSessionsOf(tx, parts, { memberId }, reason)
  await endViewsAsOf(tx, parts, { subjectId: memberId }, 'person')
  await forgetDevices(tx, memberId)
  await deleteLinks(tx, memberId)
  // A block may be lifted, and then they open what the code does; until then there is no session to use them in.
  if (reason === 'removed') await deletePasskeys(tx, memberId)
}
