import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { returnAttempt, takeAttempt } from './throttles.store.ts'

const WINDOW_MS = 15 * 60_000
const FAILURES = 5
const MINUTE_MS = 60_000

/** What is guessed at: a PIN, by address; a code, by member. */
export type ThrottleKind = 'pin' | 'code'

export interface Throttle {
  /**
   * Evaluates a guess. Only failures count: 5 in 15 minutes, however many come at once. Guesses of one subject are evaluated one after the
   * other on a node, so that right ones that come together do not shut each other out.
   * @throws Refusal TOO_MANY, with nothing evaluated.
   */
  guess<T>(kind: ThrottleKind, subject: string, evaluate: () => Promise<T | undefined>): Promise<T | undefined>
}

/** The part of an address that one client can be taken to own: all of IPv4, the first 64 bits of IPv6. */
export function throttleSubject(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

export function createThrottle(db: Db, clock: Clock): Throttle {
  const turns = new Map<string, Promise<unknown>>()

  const evaluateOnce = async <T>(kind: ThrottleKind, subject: string, evaluate: () => Promise<T | undefined>): Promise<T | undefined> => {
    const now = clock.now()
    const until = await takeAttempt(db, { kind, subject, now, windowMs: WINDOW_MS, limit: FAILURES })
    if (until) {
      const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
      throw new Refusal('TOO_MANY', { retryAfter: seconds, variables: { minutes: Math.ceil((seconds * 1000) / MINUTE_MS) } })
    }
    try {
      const result = await evaluate()
      if (result !== undefined) await returnAttempt(db, kind, subject)
      return result
    } catch (error) {
      // A server that is too busy to evaluate a guess has not seen a failure.
      if (error instanceof Refusal && error.code === 'BUSY') await returnAttempt(db, kind, subject)
      throw error
    }
  }

  return {
    guess(kind, subject, evaluate) {
      const key = `${kind} ${subject}`
      const turn = (turns.get(key) ?? Promise.resolve()).then(
        () => evaluateOnce(kind, subject, evaluate),
        () => evaluateOnce(kind, subject, evaluate),
      )
      turns.set(key, turn)
      const forget = (): void => {
        if (turns.get(key) === turn) turns.delete(key)
      }
      turn.then(forget, forget)
      return turn
    },
  }
}
