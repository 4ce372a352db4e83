import type { Actor } from '../../../access/actor.ts'
import { TRANSITIONS } from '../session.rules.ts'
import { type Throttle, throttleSubject } from '../throttling/throttle.ts'

export const isInside = ({ state }: Pick<Actor, 'state'>): boolean => TRANSITIONS[state].prove === undefined

/** Of a person at one client, so that somebody with the PIN elsewhere does not keep its owner out. */
export const atClient = (address: string, memberId: number): string => `${throttleSubject(address)} ${memberId}`

/** At the entrance, mailed codes and codes of the app count together for a client, so that nobody tries both. */
export function guessCode<T>(
  throttle: Throttle,
  actor: Actor,
  by: 'mail' | 'app',
  evaluate: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const memberId = String(actor.memberId)
  if (isInside(actor)) return throttle.guess('fresh-member', memberId, evaluate)
  const ofAll = () => throttle.guess(by === 'app' ? 'step-app' : 'step-all', memberId, evaluate)
  return throttle.guess('step-member', atClient(actor.address, actor.memberId), ofAll)
}
