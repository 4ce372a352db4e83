import type { z } from 'zod'
import type { freshProof } from '../../../../contract/features/session/second-step.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { roomOf } from '../../rooms/index.ts'
import { againAfter, issueStepCode } from '../entry/issue-step-code.ts'
import { findStepCode } from '../entry/step-codes.store.ts'
import type { Visitor } from '../entry/visitor.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import { checkMailed } from '../prove-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { updateTimes } from '../session.store.ts'
import { checkOther, type Use } from './other-proofs.ts'
import { requireMailEnough } from './step-rules.ts'

type Confirming = Pick<SessionGuard, 'confirm'>

/** @throws Refusal STEP_STRONG, TOO_MANY */
export async function mailFreshCode(
  parts: SessionParts,
  guard: Confirming,
  actor: Actor,
  visitor: Visitor,
): Promise<void> {
  const { sessionId } = actor
  await parts.database.transaction(async (tx) => {
    await guard.confirm(tx, actor, 'session.use')
    const room = await roomOf(tx, actor.roomId)
    await requireMailEnough(tx, parts, room, actor.memberId)
    const waiting = await findStepCode(tx, sessionId)
    againAfter(waiting, parts.clock.now())
    await issueStepCode(tx, parts, {
      sessionId,
      pin: null,
      way: null,
      doer: actor,
      room,
      visitor,
      isAgain: waiting !== undefined,
      isInside: true,
    })
  })
}

/** @throws Refusal as the second step does */
export async function proveFresh(
  parts: SessionParts,
  guard: Confirming,
  actor: Actor,
  proof: z.output<typeof freshProof>,
): Promise<void> {
  const use =
    proof.by === 'mail'
      ? await checkMail(parts, actor, proof.code)
      : await checkOther(parts, actor, proof)
  await parts.database.transaction(async (tx) => {
    await guard.confirm(tx, actor, 'session.use')
    await use(tx)
    if (!(await updateTimes(tx, actor.sessionId, { secured_at: parts.clock.now() })))
      throw new Refusal('SESSION_ENDED')
  })
}

async function checkMail(parts: SessionParts, actor: Actor, text: string): Promise<Use> {
  const waiting = await findStepCode(parts.database.db, actor.sessionId)
  if (!waiting) throw new Refusal('STEP_EXPIRED')
  const take = await checkMailed(parts, actor, waiting, text)
  return async (tx: Tx) => {
    await requireMailEnough(tx, parts, await roomOf(tx, actor.roomId), actor.memberId)
    await take(tx)
  }
}
