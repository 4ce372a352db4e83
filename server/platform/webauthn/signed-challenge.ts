import { randomBytes, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_MS, challengeSaidIn } from './passkey-options.ts'

const RANDOM = 16
const TIME = 6
const MAC = 32

export interface ChallengeMaker {
  /** The MAC has 32 bytes. */
  macOf(text: string): Buffer
  readonly now: Date
}

const macOf = ({ macOf: mac }: ChallengeMaker, head: Buffer, subject: string): Buffer =>
  mac(`${subject} ${head.toString('base64url')}`)

/**
 * The MAC covers its end, so strangers' requests write nothing: chance, milliseconds, MAC.
 * @param subject its purpose
 * @returns base64url
 */
export function drawChallenge(maker: ChallengeMaker, subject: string): string {
  const head = Buffer.concat([randomBytes(RANDOM), Buffer.alloc(TIME)])
  head.writeUIntBE(maker.now.getTime() + CHALLENGE_MS, RANDOM, TIME)
  return Buffer.concat([head, macOf(maker, head, subject)]).toString('base64url')
}

/** @returns the challenge if ours, current and for this subject. The caller spends it. */
export function challengeIn(
  maker: ChallengeMaker,
  clientDataJSON: string,
  subject: string,
): Buffer | undefined {
  const challenge = challengeSaidIn(clientDataJSON)
  if (challenge?.length !== RANDOM + TIME + MAC) return undefined
  const head = challenge.subarray(0, RANDOM + TIME)
  if (!timingSafeEqual(challenge.subarray(RANDOM + TIME), macOf(maker, head, subject)))
    return undefined
  return head.readUIntBE(RANDOM, TIME) > maker.now.getTime() ? challenge : undefined
}
