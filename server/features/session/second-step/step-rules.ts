import type { z } from 'zod'
import type { StepRules } from '../../../../contract/features/session/second-step.ts'
import type { stepWays } from '../../../../contract/features/session.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { relyingPartyOf } from '../../../platform/webauthn/relying-party.ts'
import type { SessionParts } from '../session.parts.ts'
import { strongProofsOf } from './strong-proofs.read.ts'

export type StepWays = z.output<typeof stepWays>

type RoomWithStepRules = { readonly step_rules: StepRules | null }

export const ANY_PROOF: StepRules = { proofs: 'any', networks: { pin: [], signOn: [] } }

export const rulesOf = ({ step_rules: rules }: RoomWithStepRules): StepRules => rules ?? ANY_PROOF

/** Returns CIDR ranges. An empty list permits every address. */
export const networksFor = (room: RoomWithStepRules, bySignOn: boolean): readonly string[] =>
  rulesOf(room).networks[bySignOn ? 'signOn' : 'pin']

export async function stepWaysOf(
  db: Queryable,
  { publicUrl }: Pick<SessionParts, 'publicUrl'>,
  room: RoomWithStepRules,
  memberId: number,
): Promise<StepWays> {
  const { app, passkey } = await strongProofsOf(db, memberId)
  const isUsable = passkey && relyingPartyOf(publicUrl) !== undefined
  const strong: StepWays = [
    ...(app ? (['app'] as const) : []),
    ...(isUsable ? (['passkey'] as const) : []),
  ]
  return rulesOf(room).proofs === 'strong' && strong.length > 0 ? strong : ['mail', ...strong]
}

/** @throws Refusal STEP_STRONG */
export async function requireMailEnough(
  db: Queryable,
  parts: Pick<SessionParts, 'publicUrl'>,
  room: RoomWithStepRules,
  memberId: number,
): Promise<void> {
  if (!(await stepWaysOf(db, parts, room, memberId)).includes('mail'))
    throw new Refusal('STEP_STRONG')
}
