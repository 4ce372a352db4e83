import { randomBytes } from 'node:crypto'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { mailStepCode } from '../../members/index.ts'
import type { RoomRow } from '../../rooms/index.ts'
import { atClient } from '../second-step/counted-as.ts'
import { suspicionMail } from '../second-step/guesses.mails.ts'
import type { SessionParts } from '../session.parts.ts'
import { shortAddress } from '../session.rules.ts'
import type { EntryMethod } from '../session.tables.ts'
import { tooMany } from '../throttling/throttle.ts'
import { deviceOf } from './device.ts'
import { putStepCode } from './step-codes.store.ts'
import type { AuditActorOfRoom, Visitor } from './visitor.ts'

type IssueStepCodeParts = Pick<
  SessionParts,
  'secrets' | 'throttle' | 'outbox' | 'activity' | 'clock'
>

export const stepCodeHash = (
  { secrets }: Pick<IssueStepCodeParts, 'secrets'>,
  sessionId: string,
  code: string,
): Buffer => secrets.digestOf('step', `${sessionId} ${code}`)

interface WaitingStep {
  readonly sessionId: string
  /** This is the session's PIN lookup, null for a proof. */
  readonly pin: Buffer | null
  /** It is null for a session inside. */
  readonly way: EntryMethod | null
  readonly doer: AuditActorOfRoom
  readonly room: RoomRow
  readonly visitor: Visitor
  readonly isAgain: boolean
  readonly isInside?: true
}

async function warnOfMany(
  tx: Tx,
  { throttle, outbox, clock }: IssueStepCodeParts,
  { doer, room }: Pick<WaitingStep, 'doer' | 'room'>,
): Promise<void> {
  if (!(await throttle.countLast(tx, 'codes-asked', String(doer.memberId)))) return
  const mail = suspicionMail(room, doer, { what: 'codes-asked', at: clock.now() })
  await outbox.queue(tx, { roomId: room.id, memberId: doer.memberId, kind: 'passkey', mail })
}

/** @throws Refusal TOO_MANY within a minute */
export function againAfter(waiting: { readonly created_at: Date } | undefined, now: Date): void {
  const next = waiting && new Date(waiting.created_at.getTime() + LIMITS.stepAgainMs)
  if (next && next > now) throw tooMany(next, now)
}

/** Stores a random code that nobody knows, for an entry awaiting another proof. */
async function holdStep(
  tx: Tx,
  parts: IssueStepCodeParts,
  { sessionId, pin, way }: Pick<WaitingStep, 'sessionId' | 'pin' | 'way'>,
): Promise<void> {
  const codeHash = stepCodeHash(parts, sessionId, randomBytes(32).toString('base64url'))
  await putStepCode(tx, { sessionId, pin, way, codeHash, at: parts.clock.now() })
}

/**
 * Other ways allow entry despite the mail limit.
 * @throws Refusal TOO_MANY at the mail limit of the client or the member, if mail is the only way
 */
export async function beginStep(
  tx: Tx,
  parts: IssueStepCodeParts,
  waiting: Omit<WaitingStep, 'isAgain'>,
  ways: readonly string[],
): Promise<void> {
  if (!ways.includes('mail')) return holdStep(tx, parts, waiting)
  try {
    await issueStepCode(tx, parts, { ...waiting, isAgain: false })
  } catch (error) {
    if (ways.length === 1 || !(error instanceof Refusal) || error.code !== 'TOO_MANY') throw error
    await holdStep(tx, parts, waiting)
  }
}

/** @throws Refusal TOO_MANY at the mail limit of the client or the member */
export async function issueStepCode(
  tx: Tx,
  parts: IssueStepCodeParts,
  { sessionId, pin, way, doer: actor, room, visitor, isAgain, isInside }: WaitingStep,
): Promise<void> {
  const { throttle, secrets, activity, clock } = parts
  // One client cannot exhaust the member's limit.
  await throttle.countIn(tx, 'step-mail', atClient(visitor.address, actor.memberId))
  await throttle.countIn(tx, 'step-mail-all', String(actor.memberId))
  const code = secrets.drawStepCode()
  const at = clock.now()
  await putStepCode(tx, { sessionId, pin, way, codeHash: stepCodeHash(parts, sessionId, code), at })
  const { browser, system } = deviceOf(visitor.userAgent)
  const asked = {
    at,
    device: [browser, system].filter(Boolean).join(', '),
    address: shortAddress(visitor.address),
  }
  const member = { id: actor.memberId, name: actor.name, email: actor.email }
  await mailStepCode(
    tx,
    parts,
    { member, room, language: visitor.language },
    { code, ...asked, purpose: isInside ? 'security' : 'entry' },
  )
  // The warning says that somebody has the PIN, which only an entry by PIN shows.
  if (!isInside && (way ?? (pin && 'pin')) === 'pin')
    await warnOfMany(tx, parts, { doer: actor, room })
  await activity.record(tx, actor, 'session.step-asked', {
    again: isAgain,
    ...(isInside ? { inside: true as const } : {}),
  })
}
