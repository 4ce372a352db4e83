import type { PayloadIn } from '../../../contract/core/operation.ts'
import type * as contract from '../../../contract/features/ending.ts'
import type { Actor } from '../../access/actor.ts'
import { type RoomRow, roomOf, roomPhaseOf } from '../rooms/index.ts'
import type { ClosingParts } from './closing.parts.ts'
import { findDestruction, findHoldings, findOperators } from './closing.read.ts'
import { confirmableFrom, confirmersOf } from './closing.rules.ts'
import { openCourse } from './destruction-record.ts'

type Read = PayloadIn<typeof contract.read>

export async function readEnding(
  parts: Pick<ClosingParts, 'backupDays' | 'keyBackupDays' | 'database' | 'retention' | 'clock'>,
  { roomId, userId }: Actor,
): Promise<Read> {
  const { db } = parts.database
  const room = await roomOf(db, roomId)
  const asked = await findDestruction(db, roomId)
  const operators = await findOperators(db, roomId)
  const confirmers = asked?.confirmers ?? confirmersOf(operators, userId, parts.clock.now())
  const { phase, phaseAt, closesAt } = roomPhaseOf(room)
  return {
    ...{ phase, phaseAt, closesAt },
    told: {
      week: room.week_told_at?.toISOString() ?? null,
      day: room.day_told_at?.toISOString() ?? null,
    },
    destruction: asked ? await presentAsked(parts, room, asked, userId) : null,
    otherOperators: operators.filter((operator) => confirmers.includes(operator.userId)).length,
    confirmableFrom: confirmableFrom(operators, userId)?.toISOString() ?? null,
    lastArchiveAt: room.archived_at?.toISOString() ?? null,
    ...(await findHoldings(db, roomId)),
    ...{ backupDays: parts.backupDays, keyBackupDays: parts.keyBackupDays },
  }
}

async function presentAsked(
  { retention, database }: Pick<ClosingParts, 'database' | 'retention'>,
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
