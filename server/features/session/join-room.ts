import { parsePin } from '../../../contract/core/pin.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findByPin, holdByPin, settlePin } from '../members/index.ts'
import { findRoom, type RoomRow } from '../rooms/index.ts'
import { findDeviceMembers } from './devices.store.ts'
import { closedTo, type Entered, openSession } from './open-session.ts'
import type { SessionParts } from './session.parts.ts'
import { isPinExpired } from './session.rules.ts'
import { linkNeeded, throttleSubject } from './throttle.ts'
import { doerOf, type Visitor } from './visitor.ts'

type Holder = NonNullable<Awaited<ReturnType<typeof findByPin>>>

/**
 * Enters a room with a PIN. A wrong PIN and one of a blocked person, a closed room or past its time are answered alike, after the same work.
 * @throws Refusal BAD_REQUEST for what is no PIN (not counted as a guess), TOO_MANY, LINK_NEEDED, PIN_REFUSED.
 */
export async function joinRoom(parts: SessionParts, text: string, visitor: Visitor): Promise<Entered> {
  const pin = parsePin(text)
  if (pin === undefined) throw new Refusal('BAD_REQUEST')
  const lookup = parts.secrets.lookupOf(pin)
  const { throttle, clock } = parts
  const spentUntil = await throttle.budget.spentUntil()
  const isExempt = spentUntil !== undefined && (await isKnown(parts, visitor.device, lookup))
  if (spentUntil && !isExempt) throw linkNeeded(spentUntil, clock.now())
  const guess = () => evaluate(parts, { pin, lookup }, visitor.address)
  const matched = await throttle.guess('pin', throttleSubject(visitor.address), () => (isExempt ? guess() : throttle.budget.spend(guess)))
  if (!matched) throw new Refusal('PIN_REFUSED')
  return openSession(parts, {
    visitor,
    refusal: 'PIN_REFUSED',
    pin: lookup,
    async admit(tx, at) {
      const holder = await holdByPin(tx, lookup)
      if (!holder || isPinExpired(holder, at)) return undefined
      await settlePin(tx, { memberId: holder.id, lookup, replacement: holder.replacement }, at)
      return holder
    },
  })
}

/**
 * Whether the PIN is that of a member who has entered with this browser before. A browser that nobody has entered with is not told apart by
 * how long that takes: its PIN is not looked up.
 */
async function isKnown({ database, secrets, clock }: SessionParts, device: string | undefined, lookup: Buffer): Promise<boolean> {
  if (device === undefined) return false
  const members = await findDeviceMembers(database.db, secrets.digestOf('device', device), clock.now())
  if (members.length === 0) return false
  const holder = await findByPin(database.db, lookup)
  return holder !== undefined && members.includes(holder.id)
}

/** @returns true for the PIN of somebody who may enter, else undefined, always after one evaluation. */
async function evaluate(parts: SessionParts, { pin, lookup }: { pin: string; lookup: Buffer }, address: string): Promise<true | undefined> {
  const { database, secrets } = parts
  const holder = await findByPin(database.db, lookup)
  const room = holder && (await findRoom(database.db, holder.room_id))
  const matched = await secrets.matches(holder?.hash, pin)
  if (!matched || !holder || !room) return undefined
  const reason = refusalReason(holder, room, parts.clock.now())
  if (reason === undefined) return true
  afterAnswer(parts, (tx) => parts.activity.record(tx, doerOf(holder, address), 'session.refused', { reason }))
  return undefined
}

/** Longer than the rest of the answer takes. */
const AFTER_ANSWER_MS = 250

/** What is written down only of somebody who is known must not show in the time of the answer; so it waits until that is out. */
function afterAnswer({ database, log }: SessionParts, work: (tx: Tx) => Promise<unknown>): void {
  setTimeout(() => {
    database.transaction(work).catch((err: unknown) => log.error({ err }, 'a refusal at the entrance was not logged'))
  }, AFTER_ANSWER_MS)
}

function refusalReason(holder: Holder, room: RoomRow, now: Date): 'blocked' | 'closed' | 'expired' | undefined {
  return closedTo(holder, room) ?? (isPinExpired(holder, now) ? 'expired' : undefined)
}
