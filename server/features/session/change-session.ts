import type { Language } from '../../../contract/core/errors.ts'
import { NOTICE } from '../../../contract/core/notice.ts'
import { parseOperatorCode } from '../../../contract/core/operator-code.ts'
import type { ActivityDetails } from '../../../contract/features/activity.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { acceptNotice, codeHashOf, holdCode } from '../members/index.ts'
import { acceptOwnAgreement } from '../rooms/index.ts'
import { endSessionsOf, endViewsAsOf } from './end-sessions.ts'
import { deviceOf } from './entry/device.ts'
import type { SessionParts } from './session.parts.ts'
import { type SessionEvent, TRANSITIONS } from './session.rules.ts'
import { updateTimes } from './session.store.ts'

export type CodeParts = Pick<SessionParts, 'database' | 'secrets' | 'throttle' | 'activity'>

export function requireTransition(actor: Actor, event: SessionEvent): void {
  if (TRANSITIONS[actor.state][event] === undefined) throw new Refusal('SESSION_ENDED')
}

/** Older releases treat this value as not agreed. */
const NO_NOTICE = 0

interface AgreeInput {
  readonly language: Language
  readonly version?: number | undefined
  readonly userAgent: string
}

/** @throws Refusal NOTICE_CHANGED */
export async function agree(
  parts: Pick<SessionParts, 'database' | 'activity' | 'clock' | 'outbox'>,
  actor: Actor,
  { language, version, userAgent }: AgreeInput,
): Promise<void> {
  requireTransition(actor, 'agree')
  if (actor.ownAgreement !== undefined || (version !== undefined && version !== NOTICE.version))
    throw new Refusal('NOTICE_CHANGED')
  if (actor.state !== 'joined') return
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    const agreed = { agreed_at: at, notice_version: NOTICE.version, ...deviceOf(userAgent) }
    if (!(await updateTimes(tx, actor.sessionId, agreed))) throw new Refusal('SESSION_ENDED')
    await acceptNotice(tx, parts, actor, { language, at })
    await parts.activity.record(tx, actor, 'session.agreed', {
      noticeVersion: String(NOTICE.version),
      language,
    })
  })
}

export interface OwnReading {
  readonly version: number
  readonly language: Language
  readonly name: string | undefined
  readonly signs: boolean | undefined
  readonly userAgent: string
}

/** @throws Refusal NOTICE_CHANGED, SIGNATURE_NEEDED */
export async function agreeToOwn(
  parts: Pick<SessionParts, 'database' | 'activity' | 'clock' | 'outbox' | 'encryptor'>,
  actor: Actor,
  { userAgent, ...reading }: OwnReading,
): Promise<void> {
  requireTransition(actor, 'agree')
  if (actor.ownAgreement !== reading.version) throw new Refusal('NOTICE_CHANGED')
  if (actor.state !== 'joined') return
  const at = parts.clock.now()
  await parts.database.transaction(async (tx) => {
    const agreed = {
      agreed_at: at,
      notice_version: NO_NOTICE,
      agreement_version: reading.version,
      ...deviceOf(userAgent),
    }
    if (!(await updateTimes(tx, actor.sessionId, agreed))) throw new Refusal('SESSION_ENDED')
    await acceptOwnAgreement(tx, parts, actor, { ...reading, at })
  })
}

/** The member is locked as an operator. @throws Refusal SESSION_ENDED */
export async function openOperatorArea(
  tx: Tx,
  { activity, clock }: Pick<SessionParts, 'activity' | 'clock'>,
  actor: Actor,
  how: ActivityDetails<'session.raised'>,
): Promise<void> {
  if (!(await updateTimes(tx, actor.sessionId, { raised_at: clock.now() })))
    throw new Refusal('SESSION_ENDED')
  await activity.record(tx, actor, 'session.raised', how)
}

/** A malformed code counts as a failure. */
function matchedCode(
  { database, secrets, throttle, activity }: CodeParts,
  actor: Actor,
  text: string,
): Promise<string | undefined> {
  const code = parseOperatorCode(text) ?? ''
  return throttle.guess('code', String(actor.memberId), async () => {
    const hash = await codeHashOf(database.db, actor.memberId)
    if (await secrets.matches(hash, code)) return hash
    await database.transaction((tx) => activity.record(tx, actor, 'session.code-refused', {}))
    return undefined
  })
}

/** It must precede the transaction of an action that a session alone must not authorize. @throws Refusal CODE_DIFFERS, TOO_MANY */
export async function requireFreshCode(
  parts: CodeParts,
  actor: Actor,
  text: string,
): Promise<void> {
  if ((await matchedCode(parts, actor, text)) === undefined) throw new Refusal('CODE_DIFFERS')
}

/**
 * Locks the code during `work`.
 * @returns undefined if the code is wrong
 * @throws Refusal TOO_MANY
 */
export async function withFreshCode<T>(
  parts: CodeParts,
  actor: Actor,
  text: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T | undefined> {
  const matched = await matchedCode(parts, actor, text)
  if (matched === undefined) return undefined
  return parts.database.transaction(async (tx) => {
    // A repromoted operator has a new code.
    if (!(await holdCode(tx, actor.memberId, matched))) return undefined
    return work(tx)
  })
}

export async function elevate(
  parts: Pick<SessionParts, 'database' | 'secrets' | 'throttle' | 'activity' | 'clock'>,
  actor: Actor,
  text: string,
): Promise<boolean> {
  requireTransition(actor, 'raise')
  const opened = await withFreshCode(parts, actor, text, async (tx) => {
    await openOperatorArea(tx, parts, actor, { by: 'code' })
    return true
  })
  return opened === true
}

export async function stayAlive(
  parts: Pick<SessionParts, 'database' | 'clock'>,
  actor: Actor,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    if (!(await updateTimes(tx, actor.sessionId, { active_at: parts.clock.now() })))
      throw new Refusal('SESSION_ENDED')
  })
}

export async function logout(
  parts: Pick<SessionParts, 'database' | 'activity' | 'bus' | 'clock'>,
  actor: Actor,
): Promise<void> {
  requireTransition(actor, 'end')
  const { sessionId, viewAs } = actor
  await parts.database.transaction(async (tx) => {
    if (viewAs) await endViewsAsOf(tx, parts, { id: sessionId }, 'left')
    else await endSessionsOf(tx, parts, { sessionId }, 'logout')
  })
}
