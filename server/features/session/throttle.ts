import { LIMITS } from '../../../contract/core/limits.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Db, Queryable, Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Log } from '../../platform/log/log.ts'
import { findExhausted, returnAttempt, takeAttempt } from './throttles.store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * What is guessed at: a PIN, a mailed link, which mail addresses there are, by network address; a code or a passkey, by member; the password
 * of a document, by session and document and by member; the mailed code of the second step, by the code itself and by member.
 */
type GuessKind = 'pin' | 'link' | 'lost-pin' | 'code' | 'passkey' | 'document' | 'document-member' | 'step' | 'step-member'
/**
 * What is done too often: searching texts, sending messages, keeping drafts, asking for a new code, having codes of the second step mailed,
 * changing passkeys, having archives prepared, by member; asking for a new PIN, by mail address; mailing invitations to sign, by room; showing links to sign that open
 * nothing, by network address; signing, by who signs.
 */
type DeedKind =
  | 'search'
  | 'message'
  | 'draft'
  | 'lost-code'
  | 'passkey-change'
  | 'lost-pin-mail'
  | 'step-mail'
  | 'signer-mail'
  | 'signer-link'
  | 'sign'
  | 'archive'
/** PINs of everybody, whoever tries them. */
type BudgetKind = 'pin-budget'
export type ThrottleKind = GuessKind | DeedKind | BudgetKind

/** How many failures, and of deeds how many at all, are let pass in how long a time. */
const RULES: Record<ThrottleKind, { readonly attempts: number; readonly windowMs: number }> = {
  pin: { attempts: 5, windowMs: 15 * MINUTE_MS },
  'pin-budget': { attempts: LIMITS.wrongPinsPerDay, windowMs: 24 * HOUR_MS },
  link: { attempts: 10, windowMs: 15 * MINUTE_MS },
  'lost-pin': { attempts: 3, windowMs: HOUR_MS },
  'lost-pin-mail': { attempts: 3, windowMs: HOUR_MS },
  code: { attempts: 5, windowMs: 15 * MINUTE_MS },
  passkey: { attempts: 5, windowMs: 15 * MINUTE_MS },
  'passkey-change': { attempts: 30, windowMs: HOUR_MS },
  'lost-code': { attempts: 3, windowMs: HOUR_MS },
  document: { attempts: 10, windowMs: 10 * MINUTE_MS },
  'document-member': { attempts: 50, windowMs: 10 * MINUTE_MS },
  step: { attempts: 5, windowMs: LIMITS.stepCodeMs },
  'step-member': { attempts: 10, windowMs: HOUR_MS },
  'step-mail': { attempts: 5, windowMs: HOUR_MS },
  message: { attempts: 20, windowMs: 10 * MINUTE_MS },
  'signer-mail': { attempts: LIMITS.signMailsPerHour, windowMs: HOUR_MS },
  'signer-link': { attempts: 30, windowMs: 15 * MINUTE_MS },
  sign: { attempts: 20, windowMs: 15 * MINUTE_MS },
  // A passphrase is stretched for a second with 256 MiB before anything else is known of it.
  archive: { attempts: 30, windowMs: HOUR_MS },
  // An answer that ran out of time is gone on with by itself, and results are asked for anew when the room changes.
  search: { attempts: 240, windowMs: 10 * MINUTE_MS },
  // One each second: whoever types makes a pause before each.
  draft: { attempts: 600, windowMs: 10 * MINUTE_MS },
}

/** Refusals that come before a guess was evaluated: no failure was seen. */
const UNEVALUATED: ReadonlySet<string> = new Set(['BUSY', 'TOO_MANY', 'LINK_NEEDED', 'STEP_SPENT'])

/** So long a node takes a spent budget for spent without looking again, whatever pours in. */
const SPENT_HOLDS_MS = 1_000

/** All nodes have one. */
const EVERYBODY = 'everybody'

export interface Throttle {
  /**
   * Evaluates a guess. Only failures count, and no more of them pass than the kind allows, however many come at once. Guesses of one subject are evaluated one after the
   * other on a node, so that right ones that come together do not shut each other out.
   * @throws Refusal TOO_MANY, of a code of the second step STEP_SPENT, with nothing evaluated.
   */
  guess<T>(kind: GuessKind, subject: string, evaluate: () => Promise<T | undefined>): Promise<T | undefined>
  /** Counts a deed, whatever comes of it; in a transaction, if that commits. @throws Refusal TOO_MANY */
  count(kind: DeedKind, subject: string, tx?: Tx): Promise<void>
  /** The budget of wrong PINs that all nodes and all addresses have together. */
  readonly budget: {
    /** When there is a new one, while it is spent. */
    spentUntil(): Promise<Date | undefined>
    /** Evaluates a PIN at the expense of the budget; a right one costs nothing. @throws Refusal LINK_NEEDED, with nothing evaluated. */
    spend<T>(evaluate: () => Promise<T | undefined>): Promise<T | undefined>
  }
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

/** @param log is told when the budget of wrong PINs is spent. */
export function createThrottle(db: Db, clock: Clock, log: Log): Throttle {
  const turns = new Map<string, Promise<unknown>>()
  const attemptAt = (kind: ThrottleKind, subject: string) => {
    const { attempts, windowMs } = RULES[kind]
    return { kind, subject, now: clock.now(), windowMs, limit: attempts }
  }

  const take = async (kind: ThrottleKind, subject: string, over: Queryable = db): Promise<number> => {
    const attempt = attemptAt(kind, subject)
    const taken = await takeAttempt(over, attempt)
    if (typeof taken === 'number') return taken
    if (kind === 'pin-budget') throw linkNeeded(taken, attempt.now)
    // It dies before its window ends: another one is to be had.
    if (kind === 'step') throw new Refusal('STEP_SPENT')
    throw tooMany(taken, attempt.now)
  }

  const evaluateOnce = async <T>(
    kind: GuessKind | BudgetKind,
    subject: string,
    evaluate: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const taken = await take(kind, subject)
    try {
      const result = await evaluate()
      if (result !== undefined) await returnAttempt(db, kind, subject)
      else if (kind === 'pin-budget' && taken === RULES[kind].attempts) log.warn({ wrongPins: taken }, 'budget of wrong PINs spent')
      return result
    } catch (error) {
      if (error instanceof Refusal && UNEVALUATED.has(error.code)) await returnAttempt(db, kind, subject)
      throw error
    }
  }

  let lastSeen: { readonly until: Date; readonly at: number } | undefined
  let looking: Promise<Date | undefined> | undefined
  const look = async (): Promise<Date | undefined> => {
    const attempt = attemptAt('pin-budget', EVERYBODY)
    const until = await findExhausted(db, attempt)
    lastSeen = until && { until, at: attempt.now.getTime() }
    return until
  }
  const spentUntil = (): Promise<Date | undefined> => {
    const now = clock.now().getTime()
    if (lastSeen && now - lastSeen.at < SPENT_HOLDS_MS && lastSeen.until.getTime() > now) return Promise.resolve(lastSeen.until)
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  return {
    async count(kind, subject, tx) {
      await take(kind, subject, tx)
    },
    budget: {
      spentUntil,
      spend: (evaluate) => evaluateOnce('pin-budget', EVERYBODY, evaluate),
    },
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

const secondsUntil = (until: Date, now: Date): number => Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))

/** What is asked for may be had again at a time, and not before. */
export function tooMany(until: Date, now: Date): Refusal {
  const retryAfter = secondsUntil(until, now)
  return new Refusal('TOO_MANY', { retryAfter, variables: { minutes: Math.ceil((retryAfter * 1000) / MINUTE_MS) } })
}

/** The budget of wrong PINs is spent: a device that is not known needs a mailed link. */
export const linkNeeded = (until: Date, now: Date): Refusal => new Refusal('LINK_NEEDED', { retryAfter: secondsUntil(until, now) })
