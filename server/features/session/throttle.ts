import type { Clock } from '../../platform/clock/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { returnAttempt, takeAttempt } from './throttles.store.ts'

const MINUTE_MS = 60_000

/** What is guessed at: a PIN, by address; a code, by member; the password of a document, by session and document and by address. */
type GuessKind = 'pin' | 'code' | 'document' | 'document-address'
/** What is done too often: sending messages, by member. */
type DeedKind = 'message'
export type ThrottleKind = GuessKind | DeedKind

/** How many failures, and of deeds how many at all, are let pass in how long a time. */
const RULES: Record<ThrottleKind, { readonly attempts: number; readonly windowMs: number }> = {
  pin: { attempts: 5, windowMs: 15 * MINUTE_MS },
  code: { attempts: 5, windowMs: 15 * MINUTE_MS },
  document: { attempts: 10, windowMs: 10 * MINUTE_MS },
  // A whole office may sit behind one address.
  'document-address': { attempts: 50, windowMs: 10 * MINUTE_MS },
  message: { attempts: 20, windowMs: 10 * MINUTE_MS },
}

/** Refusals that come before a guess was evaluated: no failure was seen. */
const UNEVALUATED: ReadonlySet<string> = new Set(['BUSY', 'TOO_MANY'])

export interface Throttle {
  /**
   * Evaluates a guess. Only failures count, and no more of them pass than the kind allows, however many come at once. Guesses of one subject are evaluated one after the
   * other on a node, so that right ones that come together do not shut each other out.
   * @throws Refusal TOO_MANY, with nothing evaluated.
   */
  guess<T>(kind: GuessKind, subject: string, evaluate: () => Promise<T | undefined>): Promise<T | undefined>
  /** Counts a deed, whatever comes of it. @throws Refusal TOO_MANY */
  count(kind: DeedKind, subject: string): Promise<void>
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

  const take = async (kind: ThrottleKind, subject: string): Promise<void> => {
    const now = clock.now()
    const { attempts, windowMs } = RULES[kind]
    const until = await takeAttempt(db, { kind, subject, now, windowMs, limit: attempts })
    if (!until) return
    const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
    throw new Refusal('TOO_MANY', { retryAfter: seconds, variables: { minutes: Math.ceil((seconds * 1000) / MINUTE_MS) } })
  }

  const evaluateOnce = async <T>(kind: GuessKind, subject: string, evaluate: () => Promise<T | undefined>): Promise<T | undefined> => {
    await take(kind, subject)
    try {
      const result = await evaluate()
      if (result !== undefined) await returnAttempt(db, kind, subject)
      return result
    } catch (error) {
      if (error instanceof Refusal && UNEVALUATED.has(error.code)) await returnAttempt(db, kind, subject)
      throw error
    }
  }

  return {
    count: take,
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
