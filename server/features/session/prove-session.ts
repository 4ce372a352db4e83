import { timingSafeEqual } from 'node:crypto'
import { LIMITS } from '../../../contract/core/limits.ts'
import { parseStepCode } from '../../../contract/core/step-code.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Entrant, holdEntrant } from '../members/index.ts'
import { findRoom, type RoomRow } from '../rooms/index.ts'
import { completeEntry, present } from './complete-entry.ts'
import { issueStepCode, stepCodeHash } from './issue-step-code.ts'
import type { Entered } from './open-session.ts'
import type { SessionParts } from './session.parts.ts'
import { isStepCodeExpired, TRANSITIONS } from './session.rules.ts'
import { updateTimes } from './session.store.ts'
import type { SessionGuard } from './session-guard.ts'
import { findStepCode, takeStepCode } from './step-codes.store.ts'
import { tooMany } from './throttle.ts'
import type { Visitor } from './visitor.ts'

type Confirming = Pick<SessionGuard, 'confirm'>

/**
 * Completes an entry with the mailed code of the second step.
 * @throws Refusal NOT_FOUND where nothing is waited for, SESSION_ENDED where the PIN behind it is dead, BAD_REQUEST for what is no code (not
 * counted as a guess), STEP_REFUSED, STEP_EXPIRED, STEP_SPENT, TOO_MANY.
 */
export async function proveSession(
  parts: SessionParts,
  guard: Confirming,
  actor: Actor,
  { text, visitor }: { text: string; visitor: Visitor },
): Promise<Entered> {
  const { database, clock } = parts
  requireWaiting(actor)
  const code = parseStepCode(text)
  if (code === undefined) throw new Refusal('BAD_REQUEST')
  const { sessionId } = actor
  const waiting = await findStepCode(database.db, sessionId)
  if (!waiting) throw new Refusal('SESSION_ENDED')
  if (isStepCodeExpired(waiting.created_at, clock.now())) throw new Refusal('STEP_EXPIRED')
  const codeHash = stepCodeHash(parts, sessionId, code)
  await guess(parts, actor, waiting.code_hash, codeHash)
  const { entrant, room, device } = await database.transaction(async (tx) => {
    const held = await holdWaiting(tx, guard, actor)
    // Another one was asked for meanwhile, or this one was used at the same time.
    if (!(await takeStepCode(tx, sessionId, codeHash))) throw new Refusal('STEP_EXPIRED')
    await updateTimes(tx, sessionId, { unproven: false, active_at: clock.now() })
    const entered = { entrant: held.entrant, visitor, pin: waiting.pin, entry: { by: 'pin', step: true } } as const
    return { ...held, device: await completeEntry(tx, parts, entered) }
  })
  return { session: await present(parts, { id: sessionId, endsAt: actor.endsAt }, entrant, room), device }
}

/** @throws Refusal STEP_REFUSED, STEP_SPENT, TOO_MANY */
async function guess({ database, throttle, activity }: SessionParts, actor: Actor, wanted: Buffer, given: Buffer): Promise<void> {
  const evaluate = async (): Promise<true | undefined> => {
    if (timingSafeEqual(wanted, given)) return true
    await database.transaction((tx) => activity.record(tx, actor, 'session.step-refused', {}))
    return undefined
  }
  const ofCode = () => throttle.guess('step', wanted.toString('base64url'), evaluate)
  if (!(await throttle.guess('step-member', String(actor.memberId), ofCode))) throw new Refusal('STEP_REFUSED')
}

/**
 * Mails another code; the one before is dead.
 * @throws Refusal NOT_FOUND where nothing is waited for, SESSION_ENDED where the PIN behind it is dead, TOO_MANY.
 */
export async function renewStepCode(parts: SessionParts, guard: Confirming, actor: Actor, visitor: Visitor): Promise<void> {
  requireWaiting(actor)
  const { sessionId } = actor
  await parts.database.transaction(async (tx) => {
    const { room } = await holdWaiting(tx, guard, actor)
    const waiting = await findStepCode(tx, sessionId)
    if (!waiting) throw new Refusal('SESSION_ENDED')
    const now = parts.clock.now()
    const next = new Date(waiting.created_at.getTime() + LIMITS.stepAgainMs)
    if (next > now) throw tooMany(next, now)
    await issueStepCode(tx, parts, { sessionId, pin: waiting.pin, doer: actor, room, visitor, isAgain: true })
  })
}

function requireWaiting({ state }: Actor): void {
  if (TRANSITIONS[state].prove === undefined) throw new Refusal('NOT_FOUND')
}

/** The person and the room of a session that still waits, with the membership locked: of several calls at once, one comes first. */
async function holdWaiting(tx: Tx, guard: Confirming, actor: Actor): Promise<{ entrant: Entrant; room: RoomRow }> {
  const entrant = await holdEntrant(tx, actor.memberId)
  requireWaiting(await guard.confirm(tx, actor, 'session.prove'))
  const room = await findRoom(tx, actor.roomId)
  if (!entrant || !room) throw new Refusal('SESSION_ENDED')
  return { entrant, room }
}
