import { randomBytes, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_MS, challengeSaidIn } from '../../../../platform/webauthn/ceremony.ts'
import type { SessionParts } from '../../session.parts.ts'

type Parts = Pick<SessionParts, 'secrets' | 'clock'>

const RANDOM = 16
const TIME = 6
const MAC = 32

const macOf = ({ secrets }: Pick<Parts, 'secrets'>, head: Buffer, subject: string): Buffer =>
  secrets.digestOf('passkey-challenge', `${subject} ${head.toString('base64url')}`)

/**
 * Carries its own end under a MAC, so that strangers who ask for one write nothing: chance, milliseconds, MAC.
 * @param subject what it is good for
 * @returns base64url
 */
export function drawChallenge(parts: Parts, subject: string): string {
  const head = Buffer.concat([randomBytes(RANDOM), Buffer.alloc(TIME)])
  head.writeUIntBE(parts.clock.now().getTime() + CHALLENGE_MS, RANDOM, TIME)
  return Buffer.concat([head, macOf(parts, head, subject)]).toString('base64url')
}

/** @returns the challenge that the browser says it signed, if it is ours, for this subject and not over. */
export function challengeIn(parts: Parts, clientDataJSON: string, subject: string): Buffer | undefined {
  const challenge = challengeSaidIn(clientDataJSON)
  if (challenge?.length !== RANDOM + TIME + MAC) return undefined
  const head = challenge.subarray(0, RANDOM + TIME)
  if (!timingSafeEqual(challenge.subarray(RANDOM + TIME), macOf(parts, head, subject))) return undefined
  return head.readUIntBE(RANDOM, TIME) > parts.clock.now().getTime() ? challenge : undefined
}
