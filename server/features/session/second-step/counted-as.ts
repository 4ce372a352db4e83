import type { Actor } from '../../../access/actor.ts'
import { TRANSITIONS } from '../session.rules.ts'
import type { SessionTables } from '../session.tables.ts'
import { type Throttle, throttleSubject } from '../throttling/throttle.ts'

export const isInside = ({ state }: Pick<Actor, 'state'>): boolean =>
  TRANSITIONS[state].prove === undefined

/** Somebody else with the PIN cannot lock out its owner, because person and client count together. */
export const atClient = (address: string, memberId: number): string =>
  `${throttleSubject(address)} ${memberId}`

/** Says which PIN or way led in, so that somebody with a leaked PIN uses up its app codes alone. */
function entryOf(memberId: string, { pin, way }: CountedEntry): string {
  return `${memberId} ${pin?.toString('base64url') ?? way ?? 'proof'}`
}

export type CountedEntry = Pick<SessionTables['step_codes'], 'pin' | 'way'>

interface GuessedCode<T> {
  readonly by: 'mail' | 'app'
  /** Sessions that are inside have none. */
  readonly entry: CountedEntry | undefined
  evaluate(): Promise<T | undefined>
}

/** Mailed and app codes of a client count together, so trying both gains nothing. One client has under a third of the app code limit. */
export function guessCode<T>(
  throttle: Throttle,
  actor: Actor,
  { by, entry, evaluate }: GuessedCode<T>,
): Promise<T | undefined> {
  const memberId = String(actor.memberId)
  if (isInside(actor) || !entry) return throttle.guess('fresh-member', memberId, evaluate)
  const client = atClient(actor.address, actor.memberId)
  const ofMails = () => throttle.guess('step-all', memberId, evaluate)
  const ofApp = () => throttle.guess('step-app-all', memberId, evaluate)
  const ofEntry = () => throttle.guess('step-app', entryOf(memberId, entry), ofApp)
  const ofClient = () => throttle.guess('step-app-client', client, ofEntry)
  return throttle.guess('step-member', client, by === 'app' ? ofClient : ofMails)
}
