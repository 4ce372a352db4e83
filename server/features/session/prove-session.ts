import { timingSafeEqual } from 'node:crypto'
import { parseStepCode } from '../../../contract/core/step-code.ts'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { type Entrant, entrantOf } from '../members/index.ts'
import { type RoomRow, roomIfAny } from '../rooms/index.ts'
import { completeEntry, present } from './entry/complete-entry.ts'
import { againAfter, issueStepCode, stepCodeHash } from './entry/issue-step-code.ts'
import { findStepCode, takeStepCode } from './entry/step-codes.store.ts'
import type { Visitor } from './entry/visitor.ts'
import type { SessionGuard } from './guard/session-guard.ts'
import type { Entered } from './open-session.ts'
import { type CountedEntry, guessCode, isInside } from './second-step/counted-as.ts'
import { requireMailEnough } from './second-step/step-rules.ts'
import type { SessionParts } from './session.parts.ts'
import { isStepCodeExpired, TRANSITIONS } from './session.rules.ts'
import { updateTimes } from './session.store.ts'
import type { EntryMethod } from './session.tables.ts'

type Confirming = Pick<SessionGuard, 'confirm'>

/**
 * @throws Refusal NOT_FOUND if no code is pending, SESSION_ENDED if the PIN is invalid, BAD_REQUEST if malformed (not counted),
 * STEP_REFUSED, STEP_EXPIRED, STEP_SPENT, STEP_STRONG, TOO_MANY.
 */
export async function proveSession(
  parts: Pick<
    SessionParts,
    'database' | 'secrets' | 'tokens' | 'throttle' | 'activity' | 'clock' | 'publicUrl'
  >,
  guard: Confirming,
  actor: Actor,
  { text, visitor }: { text: string; visitor: Visitor },
): Promise<Entered> {
  requireWaiting(actor)
  if (parseStepCode(text) === undefined) throw new Refusal('BAD_REQUEST')
  const waiting = await findStepCode(parts.database.db, actor.sessionId)
  if (!waiting) throw new Refusal('SESSION_ENDED')
  const take = await checkMailed(parts, actor, waiting, text)
  return completeStep(parts, guard, actor, {
    visitor,
    waiting,
    async use(tx, room) {
      // The rules may have changed since.
      await requireMailEnough(tx, parts, room, actor.memberId)
      await take(tx)
    },
  })
}

/**
 * @returns a function that uses the code up
 * @throws Refusal BAD_REQUEST if malformed (not counted), STEP_REFUSED, STEP_EXPIRED, STEP_SPENT, TOO_MANY
 */
export async function checkMailed(
  parts: Pick<SessionParts, 'database' | 'secrets' | 'throttle' | 'activity' | 'clock'>,
  actor: Actor,
  waiting: CountedEntry & { readonly code_hash: Buffer; readonly created_at: Date },
  text: string,
): Promise<(tx: Tx) => Promise<void>> {
  const code = parseStepCode(text)
  if (code === undefined) throw new Refusal('BAD_REQUEST')
  const { sessionId } = actor
  if (isStepCodeExpired(waiting.created_at, parts.clock.now())) throw new Refusal('STEP_EXPIRED')
  const codeHash = stepCodeHash(parts, sessionId, code)
  await guess(parts, actor, waiting, codeHash)
  return async (tx) => {
    // Another call may replace or use the code.
    if (!(await takeStepCode(tx, sessionId, codeHash))) throw new Refusal('STEP_EXPIRED')
  }
}

interface Proven {
  readonly visitor: Visitor
  readonly waiting: { readonly pin: Buffer | null; readonly way: EntryMethod | null }
  readonly stepBy?: 'app' | 'passkey'
  use(tx: Tx, room: RoomRow): Promise<void>
}

/** An earlier release stored no way. */
const methodOf = ({ pin, way }: Proven['waiting']): EntryMethod => way ?? (pin ? 'pin' : 'proof')

export async function completeStep(
  parts: Pick<SessionParts, 'database' | 'secrets' | 'tokens' | 'activity' | 'clock'>,
  guard: Confirming,
  actor: Actor,
  { visitor, waiting, stepBy, use }: Proven,
): Promise<Entered> {
  const { database, clock } = parts
  const { sessionId } = actor
  const { entrant, room, device } = await database.transaction(async (tx) => {
    const held = await holdWaiting(tx, guard, actor)
    await use(tx, held.room)
    await updateTimes(tx, sessionId, { unproven: false, active_at: clock.now() })
    const entered = {
      entrant: held.entrant,
      visitor,
      pin: waiting.pin ?? undefined,
      entry: { by: methodOf(waiting), step: true as const, ...(stepBy ? { stepBy } : {}) },
    }
    return { ...held, device: await completeEntry(tx, parts, entered) }
  })
  return {
    session: await present(parts, { id: sessionId, endsAt: actor.endsAt }, entrant, room),
    device,
  }
}

async function guess(
  { database, throttle, activity }: Pick<SessionParts, 'database' | 'throttle' | 'activity'>,
  actor: Actor,
  { code_hash: wanted, ...entry }: CountedEntry & { readonly code_hash: Buffer },
  given: Buffer,
): Promise<void> {
  const evaluate = async (): Promise<true | undefined> => {
    if (timingSafeEqual(wanted, given)) return true
    await database.transaction((tx) =>
      activity.record(tx, actor, 'session.step-refused', isInside(actor) ? { inside: true } : {}),
    )
    return undefined
  }
  const ofCode = () => throttle.guess('step', wanted.toString('base64url'), evaluate)
  if (!(await guessCode(throttle, actor, { by: 'mail', entry, evaluate: ofCode })))
    throw new Refusal('STEP_REFUSED')
}

/** Invalidates the previous code. @throws Refusal NOT_FOUND if none is pending, SESSION_ENDED if the PIN is invalid, STEP_STRONG, TOO_MANY. */
export async function renewStepCode(
  parts: Pick<
    SessionParts,
    'database' | 'secrets' | 'throttle' | 'activity' | 'clock' | 'outbox' | 'publicUrl'
  >,
  guard: Confirming,
  actor: Actor,
  visitor: Visitor,
): Promise<void> {
  requireWaiting(actor)
  const { sessionId } = actor
  await parts.database.transaction(async (tx) => {
    const { room } = await holdWaiting(tx, guard, actor)
    await requireMailEnough(tx, parts, room, actor.memberId)
    const waiting = await findStepCode(tx, sessionId)
    if (!waiting) throw new Refusal('SESSION_ENDED')
    againAfter(waiting, parts.clock.now())
    await issueStepCode(tx, parts, {
      sessionId,
      pin: waiting.pin,
      way: waiting.way,
      doer: actor,
      room,
      visitor,
      isAgain: true,
    })
  })
}

export function requireWaiting({ state }: Actor): void {
  if (TRANSITIONS[state].prove === undefined) throw new Refusal('NOT_FOUND')
}

/** The membership lock serializes concurrent calls. */
async function holdWaiting(
  tx: Tx,
  guard: Confirming,
  actor: Actor,
): Promise<{ entrant: Entrant; room: RoomRow }> {
  const entrant = await entrantOf(tx, actor.memberId)
  requireWaiting(await guard.confirm(tx, actor, 'session.prove'))
  const room = await roomIfAny(tx, actor.roomId)
  if (!entrant || !room) throw new Refusal('SESSION_ENDED')
  return { entrant, room }
}
