import type { z } from 'zod'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { remind } from '../../../../contract/features/compose.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { openTemplate } from '../drafting/change-draft.ts'
import { findParticipants, type ParticipantRow } from '../drafting/templates.read.ts'
import { type Asking, type Invitations, relink, type SendingParts } from './send-document.ts'
import type { SigningParts } from './signing.parts.ts'
import { IN_TURN, isJustMailed } from './signing.rules.ts'

/**
 * Deadlines stay. Reminders to everyone skip recently mailed people.
 * @throws Refusal NOT_FOUND, SIGN_STATE, NO_RECIPIENTS, SIGN_REMINDED, SIGN_SHUT_OUT, TOO_MANY.
 */
export async function remindSigners(
  parts: SendingParts & Pick<SigningParts, 'database' | 'confirm'>,
  asking: Asking,
  { templateId, participant }: z.output<typeof remind.body>,
): Promise<Invitations> {
  return parts.database.transaction(async (tx) => {
    const template = await openTemplate(tx, parts, asking.actor, templateId)
    if (template.status !== 'SENT')
      throw new Refusal('SIGN_STATE', { variables: { name: template.name } })
    const all = await findParticipants(tx, [templateId])
    if (participant !== undefined && !all.some(({ id }) => id === participant))
      throw new Refusal('NOT_FOUND')
    const inTurn = all.filter(
      ({ id, status }) =>
        IN_TURN.includes(status) && (participant === undefined || id === participant),
    )
    const people = inTurn.filter((each) => !isJustMailed(each, parts.clock.now()))
    if (inTurn.length > 0 && people.length === 0) throw justMailed(inTurn, parts.clock.now())
    return relink(tx, parts, asking, template, { people, renews: false })
  })
}

function justMailed(people: readonly ParticipantRow[], now: Date): Refusal {
  const first = Math.min(...people.map(({ linked_at }) => linked_at?.getTime() ?? 0))
  const retryAfter = Math.max(1, Math.ceil((first + LIMITS.remindAgainMs - now.getTime()) / 1000))
  return new Refusal('SIGN_REMINDED', {
    retryAfter,
    variables: { minutes: Math.ceil(retryAfter / 60) },
  })
}
