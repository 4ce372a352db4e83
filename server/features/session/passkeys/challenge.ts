import { randomBytes } from 'node:crypto'
import type { Actor } from '../../../access/actor.ts'
import type { SessionParts } from '../session.parts.ts'
import { putChallenge, takeChallenge } from './passkeys.store.ts'
import type { Purpose } from './passkeys.tables.ts'

/** How long an answer may take, in milliseconds; browsers are told, too. */
export const CHALLENGE_MS = 5 * 60_000
const CHALLENGE_BYTES = 32

type Parts = Pick<SessionParts, 'database' | 'clock'>

/** Draws what an authenticator is to sign; in base64url. */
export async function issueChallenge({ database, clock }: Parts, { sessionId }: Actor, purpose: Purpose): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES)
  await putChallenge(database.db, { sessionId, purpose }, challenge, clock.now())
  return challenge.toString('base64url')
}

/** What the session was to have signed for this purpose: whatever comes of it, it is used up. */
export function consumeChallenge({ database, clock }: Parts, { sessionId }: Actor, purpose: Purpose): Promise<Buffer | undefined> {
  return takeChallenge(database.db, { sessionId, purpose }, new Date(clock.now().getTime() - CHALLENGE_MS))
}
