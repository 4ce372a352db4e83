import type { PayloadIn } from '../../../contract/core/operation.ts'
import type * as contract from '../../../contract/features/ending.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findRoom, type RoomRow, standingOf } from '../rooms/index.ts'
import { openCourse } from './course.ts'
import type { EndingParts } from './ending.parts.ts'
import { findDestruction, findHoldings, findOperators } from './ending.read.ts'
import { confirmableFrom, confirmersOf } from './ending.rules.ts'

type Read = PayloadIn<typeof contract.read>

/** How far the end of the actor's room has come. */
export async function readEnding(parts: EndingParts, { roomId, userId }: Actor): Promise<Read> {
  const { db } = parts.database
  const room = await findRoom(db, roomId)
  if (!room) throw new Refusal('NOT_FOUND')
  const asked = await findDestruction(db, roomId)
  const operators = await findOperators(db, roomId)
  const confirmers = asked?.confirmers ?? confirmersOf(operators, userId, parts.clock.now())
  const { phase, phaseAt, closesAt } = standingOf(room)
  return {
    ...{ phase, phaseAt, closesAt },
    told: { week: room.week_told_at?.toISOString() ?? null, day: room.day_told_at?.toISOString() ?? null },
    destruction: asked ? await presentAsked(parts, room, asked, userId) : null,
    otherOperators: operators.filter((operator) => confirmers.includes(operator.userId)).length,
    confirmableFrom: confirmableFrom(operators, userId)?.toISOString() ?? null,
    lastArchiveAt: room.archived_at?.toISOString() ?? null,
    ...(await findHoldings(db, roomId)),
    ...{ backupDays: parts.backupDays, keyBackupDays: parts.keyBackupDays },
  }
}

async function presentAsked(
  { retention, database }: EndingParts,
  room: RoomRow,
  asked: NonNullable<Awaited<ReturnType<typeof findDestruction>>>,
  userId: number,
): Promise<Read['destruction']> {
  if (room.destroys_at === null) return null
  const { by } = (await openCourse(retention, database.db, room.id, asked.sealed)).asked
  return {
    askedAt: asked.asked_at.toISOString(),
    askedBy: by,
    askedByMe: asked.asked_by === userId,
    mayConfirm: asked.confirmers.includes(userId),
    dueAt: room.destroys_at.toISOString(),
  }
}
