import type { Tx } from '../../platform/db/database.ts'
import { mailStepCode } from '../members/index.ts'
import type { RoomRow } from '../rooms/index.ts'
import { deviceOf } from './device.ts'
import type { SessionParts } from './session.parts.ts'
import { shortAddress } from './session.rules.ts'
import { putStepCode } from './step-codes.store.ts'
import type { DoerOfRoom, Visitor } from './visitor.ts'

type Parts = Pick<SessionParts, 'secrets' | 'throttle' | 'outbox' | 'activity' | 'clock'>

/** What is stored of a code of the second step: it is worth something for one session alone. */
export const stepCodeHash = ({ secrets }: Pick<Parts, 'secrets'>, sessionId: string, code: string): Buffer =>
  secrets.digestOf('step', `${sessionId} ${code}`)

interface Waiting {
  readonly sessionId: string
  /** The lookup of the PIN with which the session was opened. */
  readonly pin: Buffer
  readonly doer: DoerOfRoom
  readonly room: RoomRow
  readonly visitor: Visitor
  /** In place of the one before. */
  readonly isAgain: boolean
}

/** Draws the code for which a session is to wait, and mails it. @throws Refusal TOO_MANY when the member was mailed enough of them. */
export async function issueStepCode(tx: Tx, parts: Parts, { sessionId, pin, doer, room, visitor, isAgain }: Waiting): Promise<void> {
  const { throttle, secrets, activity, clock } = parts
  await throttle.count('step-mail', String(doer.memberId), tx)
  const code = secrets.drawStepCode()
  const at = clock.now()
  await putStepCode(tx, { sessionId, pin, codeHash: stepCodeHash(parts, sessionId, code), at })
  const { browser, system } = deviceOf(visitor.userAgent)
  const asked = { at, device: [browser, system].filter(Boolean).join(', '), address: shortAddress(visitor.address) }
  const member = { id: doer.memberId, name: doer.name, email: doer.email }
  await mailStepCode(tx, parts, { member, room, language: visitor.language }, { code, ...asked })
  await activity.record(tx, doer, 'session.step-asked', { again: isAgain })
}
