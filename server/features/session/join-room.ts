import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { parsePin } from '../../../contract/core/pin.ts'
import type { sessionPayload } from '../../../contract/features/session.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { Doer } from '../activity/index.ts'
import { findByPin, holdByPin, settlePin } from '../members/index.ts'
import { findRoom, type RoomRow } from '../rooms/index.ts'
import type { SessionParts } from './session.parts.ts'
import { isPinExpired } from './session.rules.ts'
import { insertSession } from './session.store.ts'
import { throttleSubject } from './throttle.ts'

type Holder = NonNullable<Awaited<ReturnType<typeof findByPin>>>

/**
 * Enters a room with a PIN. A wrong PIN and one of a blocked person, a closed room or past its time are answered alike, after the same work.
 * @throws Refusal BAD_REQUEST for what is no PIN (not counted as a guess), TOO_MANY, PIN_REFUSED.
 */
export async function joinRoom(parts: SessionParts, text: string, address: string): Promise<z.input<typeof sessionPayload>> {
  const pin = parsePin(text)
  if (pin === undefined) throw new Refusal('BAD_REQUEST')
  const { database, secrets, throttle } = parts
  const lookup = secrets.lookupOf(pin)
  const entered = await throttle.guess('pin', throttleSubject(address), async () => {
    const holder = await findByPin(database.db, lookup)
    const room = holder && (await findRoom(database.db, holder.room_id))
    const matched = await secrets.matches(holder?.hash, pin)
    if (!matched || !holder || !room) return undefined
    const reason = refusalReason(holder, room, parts.clock.now())
    if (reason === undefined) return true
    await database.transaction((tx) => parts.activity.record(tx, doerOf(holder, address), 'session.refused', { reason }))
    return undefined
  })
  if (!entered) throw new Refusal('PIN_REFUSED')
  return openSession(parts, lookup, address)
}

function refusalReason(holder: Holder, room: RoomRow, now: Date): 'blocked' | 'closed' | 'expired' | undefined {
  if (room.closed_at) return 'closed'
  if (!holder.can_access) return 'blocked'
  if (isPinExpired(holder, now)) return 'expired'
  return undefined
}

function doerOf(holder: Holder, address: string): Doer {
  const { room_id, id, user_id, name, position, email } = holder
  return { roomId: room_id, memberId: id, userId: user_id, name, position, email, address }
}

/** The holder is looked at once more, locked: a block or a new PIN that came while the old one was evaluated counts. */
async function openSession(parts: SessionParts, lookup: Buffer, address: string): Promise<z.input<typeof sessionPayload>> {
  const sessionId = randomBytes(16).toString('base64url')
  const at = parts.clock.now()
  const { holder, room } = await parts.database.transaction(async (tx) => {
    const holder = await holdByPin(tx, lookup)
    const room = holder && (await findRoom(tx, holder.room_id))
    if (!holder || !room || refusalReason(holder, room, at) !== undefined) throw new Refusal('PIN_REFUSED')
    await insertSession(tx, { id: sessionId, roomId: room.id, memberId: holder.id, address, at })
    await settlePin(tx, { memberId: holder.id, lookup, replacement: holder.replacement }, at)
    await parts.activity.record(tx, doerOf(holder, address), 'session.joined', {})
    return { holder, room }
  })
  return {
    jwt: await parts.tokens.issue(sessionId),
    roomId: room.id,
    roomNo: room.room_no,
    roleId: holder.role_id,
    userId: holder.user_id,
    id: holder.id,
    email: holder.email,
    name: holder.name,
    print: holder.can_print,
    download: holder.can_download,
  }
}
