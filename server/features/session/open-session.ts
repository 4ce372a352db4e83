import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type { ErrorCode } from '../../../contract/core/errors.ts'
import type { sessionPayload } from '../../../contract/features/session.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Doer } from '../activity/index.ts'
import { type Entrant, noteEntry } from '../members/index.ts'
import { findRoom, type RoomRow } from '../rooms/index.ts'
import { rememberDevice } from './devices.store.ts'
import { endSessionsOf } from './end-sessions.ts'
import type { SessionParts } from './session.parts.ts'
import { insertSession } from './session.store.ts'

/** Where somebody stands who wants to enter. */
export interface Visitor {
  readonly address: string
  /** The token by which the browser may be known. */
  readonly device?: string | undefined
  /** The bearer token of a session that the browser holds; the new session takes its place. */
  readonly bearer?: string | undefined
}

/** A session that was opened, and the token by which the browser is known from now on. */
export interface Entered {
  readonly session: z.input<typeof sessionPayload>
  readonly device: string
}

/** 128 bits in base64url, 22 characters. */
export const drawToken = (): string => randomBytes(16).toString('base64url')

/** The person of a membership as the activity log has them. */
export function doerOf({ room_id, id, user_id, name, position, email }: Entrant, address: string): Doer {
  return { roomId: room_id, memberId: id, userId: user_id, name, position, email, address }
}

/** Why a person may not enter, whatever they hold. */
export function closedTo(entrant: Entrant, room: RoomRow): 'blocked' | 'closed' | undefined {
  if (room.closed_at) return 'closed'
  return entrant.can_access ? undefined : 'blocked'
}

interface Entry {
  readonly visitor: Visitor
  readonly by: 'pin' | 'link'
  /** What is said to whoever may not enter. */
  readonly refusal: ErrorCode
  /** Gives the person, with the membership locked, and uses up what they enter with; undefined when it is worth nothing any more. */
  admit(tx: Tx, at: Date): Promise<Entrant | undefined>
}

/** Opens a session. The person is looked at here, locked: a block that came while a PIN was evaluated counts. */
export async function openSession(parts: SessionParts, { visitor, by, refusal, admit }: Entry): Promise<Entered> {
  const sessionId = drawToken()
  const device = drawToken()
  const at = parts.clock.now()
  const replaced = visitor.bearer && (await parts.tokens.read(visitor.bearer))
  const hashOf = (token: string): Buffer => parts.secrets.digestOf('device', token)
  const { entrant, room } = await parts.database.transaction(async (tx) => {
    const entrant = await admit(tx, at)
    const room = entrant && (await findRoom(tx, entrant.room_id))
    if (!entrant || !room || closedTo(entrant, room) !== undefined) throw new Refusal(refusal)
    const { id: memberId, room_id: roomId } = entrant
    if (replaced) await endSessionsOf(tx, parts, { sessionId: replaced }, 'replaced')
    await insertSession(tx, { id: sessionId, roomId, memberId, address: visitor.address, at })
    await noteEntry(tx, memberId, at)
    const isKnown = await rememberDevice(tx, {
      roomId,
      memberId,
      tokenHash: hashOf(device),
      previousHash: visitor.device === undefined ? undefined : hashOf(visitor.device),
      at,
    })
    await parts.activity.record(tx, doerOf(entrant, visitor.address), 'session.joined', { by, device: isKnown ? 'known' : 'new' })
    return { entrant, room }
  })
  const session = {
    jwt: await parts.tokens.issue(sessionId),
    roomId: room.id,
    roomNo: room.room_no,
    roleId: entrant.role_id,
    userId: entrant.user_id,
    id: entrant.id,
    email: entrant.email,
    name: entrant.name,
    print: entrant.can_print,
    download: entrant.can_download,
  }
  return { session, device }
}
