import { ROLE } from '../../../../contract/core/limits.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { roomOf } from '../../rooms/index.ts'
import type { ThreadParts } from '../threads.parts.ts'
import { findSubmitters } from './mails.read.ts'
import { periodMail } from './threads.mails.ts'

interface MailPeriodInput {
  readonly roomId: number
  readonly groupId: number
  /** The day is `YYYY-MM-DD`, inclusive. */
  readonly lastDay: string
  readonly isExtended: boolean
  readonly actorId?: number
}

export async function mailPeriod(
  tx: Tx,
  { outbox, publicUrl, clock }: Pick<ThreadParts, 'outbox' | 'publicUrl' | 'clock'>,
  { roomId, groupId, lastDay, isExtended, actorId }: MailPeriodInput,
): Promise<number> {
  const people = await findSubmitters(tx, groupId, clock.now())
  const { name, room_no: roomNo } = await roomOf(tx, roomId)
  for (const person of people) {
    if (person.id === actorId) continue
    const about = {
      room: { name, roomNo },
      to: person,
      isOperator: person.role_id === ROLE.operator,
      publicUrl,
    }
    const mail = periodMail({ ...about, lastDay, isExtended })
    await outbox.queue(tx, { roomId, memberId: person.id, kind: 'thread', mail, itemIds: [] })
  }
  return people.length
}
