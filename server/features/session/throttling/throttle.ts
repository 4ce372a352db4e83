import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Db, Queryable, Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import type { Log } from '../../../platform/log/log.ts'
import { findExhausted, returnAttempt, takeAttempt } from './throttles.store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Guesses count by network address (`pin`, `link`, `lost-pin`, `address-passkey`, `sign-on`, `administrator`, `administrator-link`,
 * `administrator-account`), member (`code`, `passkey`, `document-member`, `step-all`, `step-app-all`, `fresh-member`), or both
 * (`step-member`, `step-app-client`). `step-app` counts by member and PIN or other way of entry, `step-passkey` counts by session, `document` by session and document, `step` by code.
 * `fresh-member` is a second step inside.
 */
type GuessKind =
  | 'pin'
  | 'link'
  | 'sign-on'
  | 'lost-pin'
  | 'code'
  | 'passkey'
  | 'address-passkey'
  | 'document'
  | 'document-member'
  | 'step'
  | 'step-member'
  | 'step-all'
  | 'step-app'
  | 'step-app-all'
  | 'step-app-client'
  | 'fresh-member'
  | 'step-passkey'
  | 'administrator'
  | 'administrator-link'
  | 'administrator-account'
/**
 * The subject is the member, except for the mail address (`lost-pin-mail`, `rooms-mail`, `cross`), mail and network address
 * (`rooms-ask`), room (`signer-mail`), network address (`rooms-link`, `sign-on-start`; `signer-link`, `api-key` and
 * `administrator-session`, for invalid ones; `administrator-options`), signer (`sign`), key (`program`) and administrator
 * (`administrator-change`). For `step-mail` it is network and member.
 */
type RateLimitedAction =
  | 'search'
  | 'message'
  | 'thread'
  | 'draft'
  | 'rights-preview'
  | 'lost-code'
  | 'passkey-change'
  | 'lost-pin-mail'
  | 'step-mail'
  | 'step-mail-all'
  | 'rooms-link'
  | 'sign-on-start'
  | 'rooms-ask'
  | 'rooms-mail'
  | 'cross'
  | 'signer-mail'
  | 'signer-link'
  | 'api-key'
  | 'program'
  | 'administrator-session'
  | 'administrator-options'
  | 'administrator-change'
  | 'sign'
  | 'archive'
  | 'index'
type FirstOfWindow = 'network-mail' | 'reset-mail' | 'network-session'
type LastOfWindow = 'app-guesses' | 'codes-asked'
type BudgetKind = 'pin-budget'
export type ThrottleKind = GuessKind | RateLimitedAction | FirstOfWindow | LastOfWindow | BudgetKind

const RULES: Record<ThrottleKind, { readonly attempts: number; readonly windowMs: number }> = {
  pin: { attempts: 5, windowMs: 15 * MINUTE_MS },
  'pin-budget': { attempts: LIMITS.wrongPinsPerDay, windowMs: 24 * HOUR_MS },
  link: { attempts: 10, windowMs: 15 * MINUTE_MS },
  'sign-on': { attempts: 20, windowMs: 15 * MINUTE_MS },
  // People of one office share an address.
  'sign-on-start': { attempts: 120, windowMs: 15 * MINUTE_MS },
  'lost-pin': { attempts: 3, windowMs: HOUR_MS },
  'lost-pin-mail': { attempts: 3, windowMs: HOUR_MS },
  code: { attempts: 5, windowMs: 15 * MINUTE_MS },
  passkey: { attempts: 5, windowMs: 15 * MINUTE_MS },
  'address-passkey': { attempts: 20, windowMs: 15 * MINUTE_MS },
  'passkey-change': { attempts: 30, windowMs: HOUR_MS },
  'lost-code': { attempts: 3, windowMs: HOUR_MS },
  document: { attempts: 10, windowMs: 10 * MINUTE_MS },
  'document-member': { attempts: 50, windowMs: 10 * MINUTE_MS },
  step: { attempts: 5, windowMs: LIMITS.stepCodeMs },
  'step-member': { attempts: 10, windowMs: HOUR_MS },
  'step-all': { attempts: 30, windowMs: HOUR_MS },
  // Six digits are easier to guess than eight.
  'step-app': { attempts: 10, windowMs: HOUR_MS },
  // The rest is one client's share for a new PIN or a mailed link.
  'step-app-all': { attempts: 13, windowMs: HOUR_MS },
  // The owner keeps most attempts.
  'step-app-client': { attempts: 3, windowMs: HOUR_MS },
  // Somebody with only the PIN must not delay a person inside.
  'fresh-member': { attempts: 10, windowMs: HOUR_MS },
  // Nobody can guess a signature.
  'step-passkey': { attempts: 10, windowMs: 15 * MINUTE_MS },
  // The longer window also detects slow guessing.
  'app-guesses': { attempts: 10, windowMs: 24 * HOUR_MS },
  'step-mail': { attempts: 5, windowMs: HOUR_MS },
  'step-mail-all': { attempts: 20, windowMs: HOUR_MS },
  'codes-asked': { attempts: 5, windowMs: 24 * HOUR_MS },
  'rooms-link': { attempts: 20, windowMs: HOUR_MS },
  'rooms-ask': { attempts: 3, windowMs: HOUR_MS },
  'rooms-mail': { attempts: 12, windowMs: HOUR_MS },
  // Each attempt writes to a room's log.
  cross: { attempts: 20, windowMs: 10 * MINUTE_MS },
  message: { attempts: 20, windowMs: 10 * MINUTE_MS },
  // A script must not fill the room.
  thread: { attempts: 300, windowMs: 10 * MINUTE_MS },
  'network-mail': { attempts: 1, windowMs: 24 * HOUR_MS },
  'network-session': { attempts: 1, windowMs: HOUR_MS },
  'reset-mail': { attempts: 1, windowMs: 24 * HOUR_MS },
  'signer-mail': { attempts: LIMITS.signMailsPerHour, windowMs: HOUR_MS },
  'signer-link': { attempts: 30, windowMs: 15 * MINUTE_MS },
  'api-key': { attempts: 30, windowMs: 15 * MINUTE_MS },
  administrator: { attempts: 10, windowMs: 15 * MINUTE_MS },
  'administrator-link': { attempts: 10, windowMs: 15 * MINUTE_MS },
  'administrator-account': { attempts: 10, windowMs: 15 * MINUTE_MS },
  'administrator-session': { attempts: 30, windowMs: 15 * MINUTE_MS },
  'administrator-options': { attempts: 60, windowMs: 15 * MINUTE_MS },
  'administrator-change': { attempts: 300, windowMs: 10 * MINUTE_MS },
  program: { attempts: 600, windowMs: 10 * MINUTE_MS },
  sign: { attempts: 20, windowMs: 15 * MINUTE_MS },
  // Each first stretches a passphrase for one second with 256 MiB.
  archive: { attempts: 30, windowMs: HOUR_MS },
  index: { attempts: 30, windowMs: 10 * MINUTE_MS },
  // The client repeats searches on changes.
  search: { attempts: 240, windowMs: 10 * MINUTE_MS },
  // The client waits for a pause in typing.
  draft: { attempts: 600, windowMs: 10 * MINUTE_MS },
  // The client waits after each matrix edit.
  'rights-preview': { attempts: 600, windowMs: 10 * MINUTE_MS },
}

/** These refusals precede the evaluation. */
const UNEVALUATED: ReadonlySet<string> = new Set([
  'BUSY',
  'TOO_MANY',
  'LINK_NEEDED',
  'STEP_SPENT',
  'UPGRADE_RUNNING',
])

/** The value limits queries under load. */
const SPENT_HOLDS_MS = 1_000

const EVERYBODY = 'everybody'

export interface Throttle {
  /**
   * Only failures count. Guesses run in turn, so concurrent right ones are not blocked.
   * @throws Refusal TOO_MANY, or STEP_SPENT for a step code, without evaluation
   */
  guess<T>(
    kind: GuessKind,
    subject: string,
    evaluate: () => Promise<T | undefined>,
  ): Promise<T | undefined>
  /** Counts every call. @throws Refusal TOO_MANY */
  count(kind: RateLimitedAction, subject: string): Promise<void>
  /** Counts at the commit. @throws Refusal TOO_MANY */
  countIn(tx: Tx, kind: RateLimitedAction, subject: string): Promise<void>
  /** Counts at the commit. True if this is the first of its window, for which something is sent or logged. */
  countFirst(tx: Tx, kind: FirstOfWindow, subject: string): Promise<boolean>
  /** Counts at the commit. True if this fills the window, for which an alarm is sent. */
  countLast(tx: Tx, kind: LastOfWindow, subject: string): Promise<boolean>
  readonly budget: {
    spentUntil(): Promise<Date | undefined>
    /** A right PIN costs nothing. @throws Refusal LINK_NEEDED without evaluation */
    spend<T>(evaluate: () => Promise<T | undefined>): Promise<T | undefined>
  }
}

/** One client may control an IPv4 address or an IPv6 /64. */
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

export function createThrottle(db: Db, clock: Clock, log: Log): Throttle {
  const turns = new Map<string, Promise<unknown>>()
  const attemptAt = (kind: ThrottleKind, subject: string) => {
    const { attempts, windowMs } = RULES[kind]
    return { kind, subject, now: clock.now(), windowMs, limit: attempts }
  }

  const take = async (over: Queryable, kind: ThrottleKind, subject: string): Promise<number> => {
    const attempt = attemptAt(kind, subject)
    const taken = await takeAttempt(over, attempt)
    if (typeof taken === 'number') return taken
    if (kind === 'pin-budget') throw linkNeeded(taken, attempt.now)
    if (kind === 'step') throw new Refusal('STEP_SPENT')
    throw tooMany(taken, attempt.now)
  }

  const evaluateOnce = async <T>(
    kind: GuessKind | BudgetKind,
    subject: string,
    evaluate: () => Promise<T | undefined>,
  ): Promise<T | undefined> => {
    const taken = await take(db, kind, subject)
    try {
      const result = await evaluate()
      if (result !== undefined) await returnAttempt(db, kind, subject)
      else if (kind === 'pin-budget' && taken === RULES[kind].attempts)
        log.warn({ wrongPins: taken }, 'budget of wrong PINs spent')
      return result
    } catch (error) {
      if (error instanceof Refusal && UNEVALUATED.has(error.code))
        await returnAttempt(db, kind, subject)
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
    if (lastSeen && now - lastSeen.at < SPENT_HOLDS_MS && lastSeen.until.getTime() > now)
      return Promise.resolve(lastSeen.until)
    looking ??= look().finally(() => {
      looking = undefined
    })
    return looking
  }

  return {
    async count(kind, subject) {
      await take(db, kind, subject)
    },
    async countIn(tx, kind, subject) {
      await take(tx, kind, subject)
    },
    async countFirst(tx, kind, subject) {
      return typeof (await takeAttempt(tx, attemptAt(kind, subject))) === 'number'
    },
    async countLast(tx, kind, subject) {
      return (await takeAttempt(tx, attemptAt(kind, subject))) === RULES[kind].attempts
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

const secondsUntil = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))

export function tooMany(until: Date, now: Date): Refusal {
  const retryAfter = secondsUntil(until, now)
  return new Refusal('TOO_MANY', {
    retryAfter,
    variables: { minutes: Math.ceil((retryAfter * 1000) / MINUTE_MS) },
  })
}

export const linkNeeded = (until: Date, now: Date): Refusal =>
  new Refusal('LINK_NEEDED', { retryAfter: secondsUntil(until, now) })
