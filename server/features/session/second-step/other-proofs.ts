import type { z } from 'zod'
import type { otherProof } from '../../../../contract/features/session/second-step.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { CHALLENGE_MS } from '../../../platform/webauthn/passkey-options.ts'
import { roomOf } from '../../rooms/index.ts'
import { verifyOwnPasskey } from '../passkeys/elevate-by-passkey.ts'
import { noteUse } from '../passkeys/passkeys.store.ts'
import type { SessionParts } from '../session.parts.ts'
import { appPurpose } from './app-columns.ts'
import { type AppRow, findApp, noteStep } from './apps.store.ts'
import { type CountedEntry, guessCode, isInside } from './counted-as.ts'
import { suspicionMail } from './guesses.mails.ts'
import { hasStepChallenge } from './step-challenge.read.ts'
import { matchingStep, parseAppCode } from './totp.ts'

export type ProofParts = Pick<
  SessionParts,
  'database' | 'throttle' | 'activity' | 'clock' | 'encryptor' | 'publicUrl' | 'outbox'
>

/** @throws Refusal if another call used the proof */
export type Use = (tx: Tx) => Promise<void>

/** @throws Refusal BAD_REQUEST if malformed (not counted), APP_CODE_REFUSED, PASSKEY_REFUSED, PASSKEYS_UNAVAILABLE, TOO_MANY */
export const checkOther = (
  parts: ProofParts,
  actor: Actor,
  proof: z.output<typeof otherProof>,
  entry?: CountedEntry,
): Promise<Use> =>
  proof.by === 'app'
    ? checkApp(parts, actor, { text: proof.code, entry })
    : checkPasskey(parts, actor, proof.answer)

const noteRefused = (tx: Tx, { activity }: ProofParts, actor: Actor, by: 'app' | 'passkey') =>
  activity.record(tx, actor, 'session.step-refused', {
    by,
    ...(isInside(actor) ? { inside: true as const } : {}),
  })

/** Somebody may be guessing without the app. */
async function noteGuess(tx: Tx, parts: ProofParts, actor: Actor): Promise<void> {
  const { roomId, memberId } = actor
  if (!(await parts.throttle.countLast(tx, 'app-guesses', String(memberId)))) return
  const mail = suspicionMail(await roomOf(tx, roomId), actor, {
    what: 'app-guesses',
    at: parts.clock.now(),
  })
  await parts.outbox.queue(tx, { roomId, memberId, kind: 'passkey', mail })
}

interface TypedAppCode {
  readonly text: string
  /** True to confirm a new app. */
  readonly isFirst?: boolean
  readonly entry?: CountedEntry | undefined
}

/** Counts with mailed codes, so trying both gains nothing. */
export async function checkApp(
  parts: ProofParts,
  actor: Actor,
  { text, isFirst = false, entry }: TypedAppCode,
): Promise<Use> {
  const { database, throttle, clock } = parts
  const { memberId } = actor
  const code = parseAppCode(text)
  if (code === undefined) throw new Refusal('BAD_REQUEST')
  const evaluate = async () => {
    const app = await findApp(database.db, memberId)
    const isMeant = app && (app.confirmed_at === null) === isFirst
    const step = isMeant ? await stepOf(database.db, parts, app, code) : undefined
    if (app && step !== undefined) return { memberId, created_at: app.created_at, step }
    await database.transaction(async (tx) => {
      await noteRefused(tx, parts, actor, 'app')
      if (isMeant && !isFirst) await noteGuess(tx, parts, actor)
    })
    return undefined
  }
  const used = await guessCode(throttle, actor, { by: 'app', entry, evaluate })
  if (!used) throw new Refusal('APP_CODE_REFUSED')
  return async (tx) => {
    if (!(await noteStep(tx, used, clock.now(), isFirst))) throw new Refusal('APP_CODE_REFUSED')
  }
}

async function stepOf(
  db: Queryable,
  { encryptor, clock }: ProofParts,
  app: AppRow,
  code: string,
): Promise<number | undefined> {
  const secret = await encryptor.open(db, app.room_id, appPurpose(app.member_id), app.sealed)
  return matchingStep(secret, code, { at: clock.now(), last: app.last_step })
}

/** Failures count per session, so somebody with only the PIN locks out no passkeys. */
async function checkPasskey(
  parts: ProofParts,
  actor: Actor,
  answer: Parameters<typeof verifyOwnPasskey>[2],
): Promise<Use> {
  const { database, clock } = parts
  const issuedAfter = new Date(clock.now().getTime() - CHALLENGE_MS)
  // Without a challenge there was no guess.
  if (!(await hasStepChallenge(database.db, actor.sessionId, issuedAfter)))
    throw new Refusal('PASSKEY_REFUSED')
  const used = await parts.throttle.guess('step-passkey', actor.sessionId, async () => {
    const verified = await verifyOwnPasskey(parts, actor, answer, 'step')
    if (!verified) await database.transaction((tx) => noteRefused(tx, parts, actor, 'passkey'))
    return verified
  })
  if (!used) throw new Refusal('PASSKEY_REFUSED')
  return async (tx) => {
    if (!(await noteUse(tx, used, clock.now()))) throw new Refusal('PASSKEY_REFUSED')
  }
}
