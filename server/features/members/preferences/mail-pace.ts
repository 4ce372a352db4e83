import type { MailPace } from '../../../../contract/features/session/preferences.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { readersOf } from '../find-members.ts'
import type { MemberParts } from '../members.parts.ts'
import { findDue, findPace, findRoomsDue, markPlanned, putPace } from './mail-paces.store.ts'

export const mailPaceOf = (db: Queryable, memberId: number): Promise<MailPace> =>
  findPace(db, memberId)

type ChangingParts = Pick<MemberParts, 'database' | 'activity' | 'clock' | 'confirm'>

/** @throws Refusal if the session ended meanwhile */
export async function changeMailPace(
  parts: ChangingParts,
  actor: Actor,
  pace: MailPace,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    await parts.confirm(tx, actor, 'session.use')
    const before = await findPace(tx, actor.memberId)
    if (before === pace) return
    await putPace(tx, { memberId: actor.memberId, pace, at: parts.clock.now() })
    await parts.activity.record(tx, actor, 'member.mail-pace', { before, pace })
  })
}

export const roomsDue = (db: Queryable, at: Date): Promise<number[]> => findRoomsDue(db, at)

export type MailedReader = Awaited<ReturnType<typeof readersOf>>[number] & {
  /** This is database time. */
  readonly mailedAt: Date | null
}

/** `others` may not read now and wait. */
export async function dueReaders(
  db: Queryable,
  roomId: number,
  at: Date,
): Promise<{ readonly readers: MailedReader[]; readonly others: readonly number[] }> {
  const due = await findDue(db, roomId, at)
  if (due.size === 0) return { readers: [], others: [] }
  const readers = (await readersOf(db, roomId, at)).flatMap((reader) => {
    const mailedAt = due.get(reader.id)
    return mailedAt === undefined ? [] : [{ ...reader, mailedAt }]
  })
  const ids = new Set(readers.map(({ id }) => id))
  return { readers, others: [...due.keys()].filter((id) => !ids.has(id)) }
}

/** One node gets true. @param mailedAt undefined defers earlier news */
export const notePlanned = (
  tx: Tx,
  planned: { memberId: number; at: Date; mailedAt: Date | undefined },
): Promise<boolean> => markPlanned(tx, planned)
