import type { Language } from '../../../contract/core/errors.ts'
import { NOTICE } from '../../../contract/core/notice.ts'
import { parseOperatorCode } from '../../../contract/core/operator-code.ts'
import type { ActivityDetails } from '../../../contract/features/activity.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { acceptNotice, findCodeHash, holdCodeHash } from '../members/index.ts'
import { deviceOf } from './device.ts'
import { endSessionsOf, endViewsAsOf } from './end-sessions.ts'
import type { SessionParts } from './session.parts.ts'
import { type SessionEvent, TRANSITIONS } from './session.rules.ts'
import { updateTimes } from './session.store.ts'

/** What operator codes are looked at with. */
export type CodeParts = Pick<SessionParts, 'database' | 'secrets' | 'throttle' | 'activity'>

/** @throws Refusal SESSION_ENDED */
export function requireTransition(actor: Actor, event: SessionEvent): void {
  if (TRANSITIONS[actor.state][event] === undefined) throw new Refusal('SESSION_ENDED')
}

interface Reading {
  readonly language: Language
  /** Of the notice that was read; who does not say it has read the newest. */
  readonly version?: number | undefined
  readonly userAgent: string
}

/**
 * Accepts the notice for this session, and notes on what kind of device: from here on it is listed with it.
 * @throws Refusal NOTICE_CHANGED
 */
export async function agree(parts: SessionParts, actor: Actor, { language, version, userAgent }: Reading): Promise<void> {
  requireTransition(actor, 'agree')
  if (version !== undefined && version !== NOTICE.version) throw new Refusal('NOTICE_CHANGED')
  if (actor.state !== 'joined') return
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    const agreed = { agreed_at: at, notice_version: NOTICE.version, ...deviceOf(userAgent) }
    if (!(await updateTimes(tx, actor.sessionId, agreed))) throw new Refusal('SESSION_ENDED')
    await acceptNotice(tx, parts, actor, { language, at })
    await parts.activity.record(tx, actor, 'session.agreed', { noticeVersion: String(NOTICE.version), language })
  })
}

/** Opens the operator area for a session. The transaction holds whatever proves that its member is an operator. @throws Refusal SESSION_ENDED */
export async function openOperatorArea(
  tx: Tx,
  { activity, clock }: Pick<SessionParts, 'activity' | 'clock'>,
  actor: Actor,
  how: ActivityDetails<'session.raised'>,
): Promise<void> {
  if (!(await updateTimes(tx, actor.sessionId, { raised_at: clock.now() }))) throw new Refusal('SESSION_ENDED')
  await activity.record(tx, actor, 'session.raised', how)
}

/** Looks at an operator code that was entered. One of the wrong shape counts as a wrong one. @returns its hash, undefined where it is wrong. */
function matchedCode({ database, secrets, throttle, activity }: CodeParts, actor: Actor, text: string): Promise<string | undefined> {
  const code = parseOperatorCode(text) ?? ''
  return throttle.guess('code', String(actor.memberId), async () => {
    const hash = await findCodeHash(database.db, actor.memberId)
    if (await secrets.matches(hash, code)) return hash
    await database.transaction((tx) => activity.record(tx, actor, 'session.code-refused', {}))
    return undefined
  })
}

/**
 * Asks for the operator code once more, for what must not be done with a session alone. Called before the transaction that does it.
 * @throws Refusal CODE_DIFFERS, TOO_MANY
 */
export async function requireFreshCode(parts: CodeParts, actor: Actor, text: string): Promise<void> {
  if ((await matchedCode(parts, actor, text)) === undefined) throw new Refusal('CODE_DIFFERS')
}

/**
 * Does something for whoever has entered their own operator code afresh, in a transaction that holds it.
 * @returns undefined, with nothing done, where the code is not right.
 * @throws Refusal TOO_MANY
 */
export async function withFreshCode<T>(parts: CodeParts, actor: Actor, text: string, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  const matched = await matchedCode(parts, actor, text)
  if (matched === undefined) return undefined
  return parts.database.transaction(async (tx) => {
    // Whoever was unmade meanwhile has no code any more, or, made an operator anew, another one.
    if ((await holdCodeHash(tx, actor.memberId)) !== matched) return undefined
    return work(tx)
  })
}

/** Opens the operator area when the code is right. */
export async function raise(parts: SessionParts, actor: Actor, text: string): Promise<boolean> {
  requireTransition(actor, 'raise')
  const opened = await withFreshCode(parts, actor, text, async (tx) => {
    await openOperatorArea(tx, parts, actor, { by: 'code' })
    return true
  })
  return opened === true
}

/** Postpones the idle end. */
export async function stayAlive(parts: SessionParts, actor: Actor): Promise<void> {
  await parts.database.transaction(async (tx) => {
    if (!(await updateTimes(tx, actor.sessionId, { active_at: parts.clock.now() }))) throw new Refusal('SESSION_ENDED')
  })
}

/** Ends the session at its own wish; of one that views as another person that view alone. */
export async function logout(parts: SessionParts, actor: Actor): Promise<void> {
  requireTransition(actor, 'end')
  const { sessionId, viewAs } = actor
  await parts.database.transaction(async (tx) => {
    if (viewAs) await endViewsAsOf(tx, parts, { id: sessionId }, 'left')
    else await endSessionsOf(tx, parts, { sessionId }, 'logout')
  })
}
