import type { z } from 'zod'
import type { ErrorCode } from '../../../contract/core/errors.ts'
import { letsIn } from '../../../contract/core/permissions.ts'
import type { sessionPayload } from '../../../contract/features/session.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Entrant } from '../members/index.ts'
import { findRoom, type RoomRow } from '../rooms/index.ts'
import { completeEntry, isKnownDevice, present } from './complete-entry.ts'
import { endSessionsOf } from './end-sessions.ts'
import { issueStepCode } from './issue-step-code.ts'
import type { SessionParts } from './session.parts.ts'
import { endOf, shortEmail } from './session.rules.ts'
import { insertSession } from './session.store.ts'
import { doerOf, drawToken, type Visitor } from './visitor.ts'

/** A session that was opened, with the token by which the browser is known from now on, or with what it waits for. */
export interface Entered {
  readonly session: z.input<typeof sessionPayload>
  readonly device?: string
  /** A code was mailed to this address, which is shortened. */
  readonly step?: { readonly email: string }
}

/** Why a person may not enter, whatever they hold. */
export function closedTo(entrant: Entrant, room: RoomRow): 'blocked' | 'closed' | undefined {
  if (!letsIn(room.phase, entrant.role_id)) return 'closed'
  return entrant.can_access ? undefined : 'blocked'
}

interface Entry {
  readonly visitor: Visitor
  /** What is said to whoever may not enter. */
  readonly refusal: ErrorCode
  /** The lookup of the PIN; undefined where a mailed link is entered with, which has shown whose mailbox it is. */
  readonly pin: Buffer | undefined
  /** Gives the person, with the membership locked, and uses up what they enter with; undefined when it is worth nothing any more. */
  admit(tx: Tx, at: Date): Promise<Entrant | undefined>
}

/**
 * Opens a session. The person is looked at here, locked: a block that came while a PIN was evaluated counts. Where the room has the second
 * step and the browser is not known to be the person's, nobody has entered yet: the session waits for a mailed code.
 */
export async function openSession(parts: SessionParts, { visitor, refusal, pin, admit }: Entry): Promise<Entered> {
  const sessionId = drawToken()
  const at = parts.clock.now()
  const replaced = visitor.bearer && (await parts.tokens.read(visitor.bearer))
  const { entrant, room, device } = await parts.database.transaction(async (tx) => {
    const entrant = await admit(tx, at)
    const room = entrant && (await findRoom(tx, entrant.room_id))
    if (!entrant || !room || closedTo(entrant, room) !== undefined) throw new Refusal(refusal)
    if (replaced) await endSessionsOf(tx, parts, { sessionId: replaced }, 'replaced')
    const isUnproven = pin !== undefined && room.second_step && !(await isKnownDevice(tx, parts, entrant, visitor))
    await insertSession(tx, { id: sessionId, roomId: room.id, memberId: entrant.id, address: visitor.address, at, isUnproven })
    if (isUnproven) {
      await issueStepCode(tx, parts, { sessionId, pin, doer: doerOf(entrant, visitor.address), room, visitor, isAgain: false })
      return { entrant, room, device: undefined }
    }
    return { entrant, room, device: await completeEntry(tx, parts, { entrant, visitor, pin, entry: { by: pin ? 'pin' : 'link' } }) }
  })
  const session = await present(parts, { id: sessionId, endsAt: endOf(at) }, entrant, room)
  if (device !== undefined) return { session, device }
  const nobody = { name: '', email: '', print: false, download: false }
  return { session: { ...session, ...nobody }, step: { email: shortEmail(entrant.email) } }
}
