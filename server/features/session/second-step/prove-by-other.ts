import type { z } from 'zod'
import type { PayloadIn } from '../../../../contract/core/operation.ts'
import type { otherProof, stepOptions } from '../../../../contract/features/session/second-step.ts'
import type { Actor } from '../../../access/actor.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { endStepCode, findStepCode } from '../entry/step-codes.store.ts'
import type { Visitor } from '../entry/visitor.ts'
import type { SessionGuard } from '../guard/session-guard.ts'
import type { Entered } from '../open-session.ts'
import { askForPasskey } from '../passkeys/elevate-by-passkey.ts'
import { completeStep, requireWaiting } from '../prove-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { checkOther } from './other-proofs.ts'

/** @throws Refusal NOT_FOUND if nothing is pending, PASSKEYS_UNAVAILABLE, NO_PASSKEY */
export function askForStepPasskey(
  parts: SessionParts,
  actor: Actor,
): Promise<PayloadIn<typeof stepOptions>> {
  requireWaiting(actor)
  return askForPasskey(parts, actor, 'step')
}

/** @throws Refusal NOT_FOUND if nothing is pending, SESSION_ENDED if the PIN is invalid, and those of `checkOther` */
export async function proveByOther(
  parts: SessionParts,
  guard: Pick<SessionGuard, 'confirm'>,
  actor: Actor,
  { proof, visitor }: { readonly proof: z.output<typeof otherProof>; readonly visitor: Visitor },
): Promise<Entered> {
  requireWaiting(actor)
  const { sessionId } = actor
  const waiting = await findStepCode(parts.database.db, sessionId)
  if (!waiting) throw new Refusal('SESSION_ENDED')
  const use = await checkOther(parts, actor, proof, waiting)
  return completeStep(parts, guard, actor, {
    visitor,
    waiting,
    stepBy: proof.by,
    async use(tx) {
      await use(tx)
      if (!(await endStepCode(tx, sessionId))) throw new Refusal('SESSION_ENDED')
    },
  })
}
