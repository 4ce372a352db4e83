import { relyOn } from '../../access/rules-in-use.store.ts'
import type { Tx } from '../../platform/db/database.ts'
import { RELEASE_RULES } from '../../platform/db/process-row.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { AuditActor } from '../audit/index.ts'
import { deleteProofsOfMember } from './crossing/proofs.store.ts'
import { forgetDevices } from './entry/devices.store.ts'
import { deleteLinks } from './entry/entry-links.store.ts'
import { findPasskeys } from './passkeys/passkeys.read.ts'
import { deletePasskeys, stopRaising } from './passkeys/passkeys.store.ts'
import { deleteApp } from './second-step/apps.store.ts'
import type { SessionParts } from './session.parts.ts'
import { findSession, type SessionRow } from './session.read.ts'
import type { EndReason, ViewAsEnd } from './session.rules.ts'
import { dropElevation, endSessions, endViewsAs, type ViewsAs } from './session.store.ts'
import { deleteBindings } from './sign-on/sign-on.store.ts'

type EndParts = Pick<SessionParts, 'activity' | 'bus' | 'clock'>

export async function endSessionsOf(
  tx: Tx,
  parts: EndParts,
  which: Parameters<typeof endSessions>[1],
  reason: EndReason,
): Promise<number> {
  const all = await endSessions(tx, which, reason, parts.clock.now())
  for (const ended of all) {
    const row = await findSession(tx, ended.id, parts.clock.now())
    if (!row) continue
    await parts.activity.record(tx, auditActorOf(row), 'session.ended', { reason })
    await parts.bus.publish(tx, { room: row.room_id, session: ended.id, kind: 'sessions' })
  }
  await endViewsAsOf(tx, parts, { parentIds: all.map(({ id }) => id) }, 'session')
  return all.length
}

export async function endViewsAsOf(
  tx: Tx,
  parts: EndParts,
  which: ViewsAs,
  reason: ViewAsEnd,
): Promise<void> {
  for (const ended of await endViewsAs(tx, which, reason, parts.clock.now())) {
    const row = await findSession(tx, ended.id, parts.clock.now())
    if (!row) continue
    const { subject_id: memberId, subject_group_id: groupId } = row
    if (memberId !== null && reason !== 'group')
      await parts.activity.record(tx, auditActorOf(row), 'member.view-as-ended', {
        memberId,
        name: row.subject_name ?? '',
        reason,
      })
    if (groupId !== null && reason !== 'person')
      await parts.activity.record(tx, auditActorOf(row), 'group.view-as-ended', {
        groupId,
        name: row.group_name ?? '',
        reason,
      })
    await parts.bus.publish(tx, { room: row.room_id, session: ended.id, kind: 'sessions' })
  }
}

const auditActorOf = (row: SessionRow): AuditActor => ({
  roomId: row.room_id,
  memberId: row.member_id,
  userId: row.user_id,
  name: row.name,
  position: row.position,
  email: row.email,
  address: row.address,
})

export async function lowerSessionsOf(tx: Tx, parts: EndParts, memberId: number): Promise<void> {
  await dropElevation(tx, memberId)
  await lowerPasskeys(tx, memberId)
  await endViewsAsOf(tx, parts, { memberId }, 'session')
}

async function lowerPasskeys(tx: Tx, memberId: number): Promise<void> {
  if (!(await findPasskeys(tx, memberId)).some(({ raises }) => raises)) return
  try {
    await relyOn(tx, RELEASE_RULES.secondStep)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // An older process would let the passkeys open the operator area again.
    await deletePasskeys(tx, memberId)
    return
  }
  await stopRaising(tx, memberId)
}

/** Also ends proofs that could open sessions. @returns the number of sessions */
export async function signOut(
  tx: Tx,
  parts: EndParts,
  { memberId }: { readonly memberId: number },
): Promise<number> {
  await deleteProofsOfMember(tx, memberId)
  return endSessionsOf(tx, parts, { memberId }, 'operator')
}

/** Also ends views as the person, devices, links and proofs. */
export async function shutOut(
  tx: Tx,
  parts: EndParts,
  { memberId, reason }: { memberId: number; reason: EndReason },
): Promise<void> {
  await endSessionsOf(tx, parts, { memberId }, reason)
  await endViewsAsOf(tx, parts, { subjectId: memberId }, 'person')
  await forgetDevices(tx, memberId)
  await deleteLinks(tx, memberId)
  await deleteProofsOfMember(tx, memberId)
  await deleteBindings(tx, memberId)
  // A block may be lifted, so the rest stays.
  if (reason !== 'removed') return
  await deletePasskeys(tx, memberId)
  await deleteApp(tx, memberId)
}
