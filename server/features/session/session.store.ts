import type { Tx } from '../../platform/db/database.ts'
import type { EndReason } from './session.rules.ts'
import type { SessionTables } from './session.tables.ts'

interface NewSession {
  readonly id: string
  readonly roomId: number
  readonly memberId: number
  readonly address: string
  readonly at: Date
}

export async function insertSession(tx: Tx, session: NewSession): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .insertInto('sessions')
    .values({
      id: session.id,
      room_id: session.roomId,
      member_id: session.memberId,
      address: session.address,
      created_at: session.at,
      active_at: session.at,
      agreed_at: null,
      notice_version: null,
      raised_at: null,
      ended_at: null,
      end_reason: null,
    })
    .execute()
}

/** Sets times of a living session, and the kind of its device. @returns false when it ended meanwhile. */
export async function updateTimes(
  tx: Tx,
  sessionId: string,
  times: { active_at?: Date; agreed_at?: Date; notice_version?: number; raised_at?: Date; browser?: string; system?: string },
): Promise<boolean> {
  const updated = await tx
    .withTables<SessionTables>()
    .updateTable('sessions')
    .set(times)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

/** Closes the operator area in every session of a member. */
export async function lowerSessions(tx: Tx, memberId: number): Promise<void> {
  await tx
    .withTables<SessionTables>()
    .updateTable('sessions')
    .set({ raised_at: null })
    .where('member_id', '=', memberId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends those of the chosen sessions that still live. @returns their ids. */
export async function endSessions(
  tx: Tx,
  which: { sessionId: string } | { memberId: number; except?: string } | { memberId: number; number: number } | { idleSince: Date },
  reason: EndReason,
  at: Date,
): Promise<{ id: string; room_id: number; member_id: number; address: string }[]> {
  const update = tx
    .withTables<SessionTables>()
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('ended_at', 'is', null)
    .returning(['id', 'room_id', 'member_id', 'address'])
  if ('sessionId' in which) return update.where('id', '=', which.sessionId).execute()
  if ('memberId' in which) {
    const own = update.where('member_id', '=', which.memberId)
    if ('number' in which) return own.where('number', '=', which.number).execute()
    return which.except === undefined ? own.execute() : own.where('id', '!=', which.except).execute()
  }
  return update.where('active_at', '<=', which.idleSince).execute()
}
