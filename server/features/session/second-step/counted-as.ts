import type { Actor } from '../../../access/actor.ts'
import { TRANSITIONS } from '../session.rules.ts'
import { type Throttle, throttleSubject } from '../throttling/throttle.ts'

export const isInside = ({ state }: Pick<Actor, 'state'>): boolean => TRANSITIONS[state].prove === undefined

/** Of a person at one client, so that somebody with the PIN at one other client does not keep its owner out. */
export const atClient = (address: string, memberId: number): string => `${throttleSubject(address)} ${memberId}`

/**
 * At the entrance, mailed codes and codes of the app count together for a client, so that nobody tries both.
 * Of codes of the app, a client has less than a third of what all have together.
 */
export function guessCode<T>(
  throttle: Throttle,
  actor: Actor,
  by: 'mail' | 'app',
  evaluate: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const memberId = String(actor.memberId)
  if (isInside(actor)) return throttle.guess('fresh-member', memberId, evaluate)
  const client = atClient(actor.address, actor.memberId)
  const ofAll = () => throttle.guess(by === 'app' ? 'step-app' : 'step-all', memberId, evaluate)
  const ofClient = () => (by === 'app' ? throttle.guess('step-app-client', client, ofAll) : ofAll())
  return throttle.guess('step-member', client, ofClient)
}
