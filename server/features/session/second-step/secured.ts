import { SECURED_MS } from '../../../../contract/features/session/second-step.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { SessionParts } from '../session.parts.ts'
import { findSecuredAt } from '../session.read.ts'

export async function isSecured(
  db: Queryable,
  { clock }: Pick<SessionParts, 'clock'>,
  { state, sessionId }: Actor,
): Promise<boolean> {
  if (state === 'raised') return true
  const at = await findSecuredAt(db, sessionId)
  return at !== undefined && clock.now().getTime() - at.getTime() < SECURED_MS
}

/** A session on an unlocked computer must not change proofs. @throws Refusal PROOF_NEEDED */
export async function requireSecured(
  db: Queryable,
  parts: Pick<SessionParts, 'clock'>,
  actor: Actor,
): Promise<void> {
  if (!(await isSecured(db, parts, actor))) throw new Refusal('PROOF_NEEDED')
}
