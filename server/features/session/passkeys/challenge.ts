import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../access/actor.ts'
import { CHALLENGE_MS } from '../../../platform/webauthn/passkey-options.ts'
import type { SessionParts } from '../session.parts.ts'
import { putChallenge, takeChallenge } from './passkeys.store.ts'
import type { Purpose } from './passkeys.tables.ts'

const CHALLENGE_BYTES = 32

type ChallengeParts = Pick<SessionParts, 'database' | 'clock'>

/** @returns base64url */
export async function issueChallenge(
  { database, clock }: ChallengeParts,
  { sessionId }: Actor,
  purpose: Purpose,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES)
  await putChallenge(database.db, { sessionId, purpose }, challenge, clock.now())
  return challenge.toString('base64url')
}

/** Failed verifications consume the challenge too. */
export function consumeChallenge(
  { database, clock }: ChallengeParts,
  { sessionId }: Actor,
  purpose: Purpose,
): Promise<Buffer | undefined> {
  return takeChallenge(
    database.db,
    { sessionId, purpose },
    new Date(clock.now().getTime() - CHALLENGE_MS),
  )
}
