import type { Language } from '../../../../contract/core/errors.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { drawCode, entrantOf, mailNewCode } from '../../members/index.ts'
import { roomIfAny } from '../../rooms/index.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import type { SessionParts } from '../session.parts.ts'

/** @throws Refusal NOT_FOUND for the number of another room, TOO_MANY. */
export async function askForCode(
  parts: SessionParts,
  guard: Pick<SessionGuard, 'confirm'>,
  actor: Actor,
  { roomNo, language }: { roomNo: string; language: Language },
): Promise<void> {
  const { database, secrets, throttle, activity } = parts
  const room = await roomIfAny(database.db, actor.roomId)
  if (room?.room_no !== roomNo) throw new Refusal('NOT_FOUND')
  await throttle.count('lost-code', String(actor.memberId))
  const drawn = await drawCode(secrets)
  await database.transaction(async (tx) => {
    const member = await entrantOf(tx, actor.memberId)
    await guard.confirm(tx, actor, 'operator.raise')
    if (!member) throw new Refusal('NOT_FOUND')
    await mailNewCode(tx, parts, { member, room, language }, drawn)
    await activity.record(tx, actor, 'session.code-asked', {})
  })
}
