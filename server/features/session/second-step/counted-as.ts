import type { Actor } from '../../../access/actor.ts'
import { TRANSITIONS } from '../session.rules.ts'
import { type Throttle, throttleSubject } from '../throttling/throttle.ts'

export const isInside = ({ state }: Pick<Actor, 'state'>): boolean => TRANSITIONS[state].prove === undefined

/** The count combines person and client, so that somebody else with the PIN does not lock out its owner. */
export const atClient = (address: string, memberId: number): string => `${throttleSubject(address)} ${memberId}`

/**
 * At the entrance, mailed codes and app codes of a client count together, so that an attacker gains nothing by trying both. For app
 * codes, one client has less than a third of the limit of all clients.
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
