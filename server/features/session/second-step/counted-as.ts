import type { Actor } from '../../../access/actor.ts'
import { TRANSITIONS } from '../session.rules.ts'
import { type Throttle, throttleSubject } from '../throttling/throttle.ts'

export const isInside = ({ state }: Pick<Actor, 'state'>): boolean => TRANSITIONS[state].prove === undefined

/** Somebody else with the PIN cannot lock out its owner, because person and client count together. */
export const atClient = (address: string, memberId: number): string => `${throttleSubject(address)} ${memberId}`

/** Mailed and app codes of a client count together, so trying both gains nothing. One client has under a third of the app code limit. */
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
