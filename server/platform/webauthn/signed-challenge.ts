import { randomBytes, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_MS, challengeSaidIn } from './ceremony.ts'

const RANDOM = 16
const TIME = 6
const MAC = 32

export interface ChallengeMaker {
  /** Of 32 bytes, under a key of the server. */
  macOf(text: string): Buffer
  readonly now: Date
}

const macOf = ({ macOf: mac }: ChallengeMaker, head: Buffer, subject: string): Buffer => mac(`${subject} ${head.toString('base64url')}`)

/**
 * Carries its own end under a MAC, so that strangers who ask for one write nothing: chance, milliseconds, MAC.
 * @param subject what it is good for
 * @returns base64url
 */
export function drawChallenge(maker: ChallengeMaker, subject: string): string {
  const head = Buffer.concat([randomBytes(RANDOM), Buffer.alloc(TIME)])
  head.writeUIntBE(maker.now.getTime() + CHALLENGE_MS, RANDOM, TIME)
  return Buffer.concat([head, macOf(maker, head, subject)]).toString('base64url')
}

/** @returns the challenge that the browser says it signed, if it is ours, for this subject and not over. The caller spends it. */
export function challengeIn(maker: ChallengeMaker, clientDataJSON: string, subject: string): Buffer | undefined {
  const challenge = challengeSaidIn(clientDataJSON)
  if (challenge?.length !== RANDOM + TIME + MAC) return undefined
  const head = challenge.subarray(0, RANDOM + TIME)
  if (!timingSafeEqual(challenge.subarray(RANDOM + TIME), macOf(maker, head, subject))) return undefined
  return head.readUIntBE(RANDOM, TIME) > maker.now.getTime() ? challenge : undefined
}
