import { parsePin } from '../../../../contract/core/pin.ts'
import type { ActivityDetails } from '../../../../contract/features/activity.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import {
  type Entrant,
  enterByPin,
  holderOfPin,
  type PinHolder,
  warnOperators,
} from '../../members/index.ts'
import { type RoomRow, roomIfAny } from '../../rooms/index.ts'
import { closedTo, type Entered, openSession } from '../open-session.ts'
import type { SessionParts } from '../session.parts.ts'
import { isPinExpired } from '../session.rules.ts'
import { linkNeeded, throttleSubject } from '../throttling/throttle.ts'
import { findDeviceMembers } from './devices.store.ts'
import { otherNetwork } from './network.mails.ts'
import { auditActorOf, type Visitor } from './visitor.ts'

/**
 * Refused PINs get the same response after the same work.
 * @throws Refusal BAD_REQUEST if malformed (not counted), TOO_MANY, LINK_NEEDED, PIN_REFUSED.
 */
export async function joinRoom(
  parts: SessionParts,
  text: string,
  visitor: Visitor,
): Promise<Entered> {
  const pin = parsePin(text)
  if (pin === undefined) throw new Refusal('BAD_REQUEST')
  const lookup = parts.secrets.lookupOf(pin)
  const { throttle, clock } = parts
  const spentUntil = await throttle.budget.spentUntil()
  const isExempt = spentUntil !== undefined && (await isKnown(parts, visitor.device, lookup))
  if (spentUntil && !isExempt) throw linkNeeded(spentUntil, clock.now())
  const guess = () => evaluate(parts, { pin, lookup }, visitor.address)
  const matched = await throttle.guess('pin', throttleSubject(visitor.address), () =>
    isExempt ? guess() : throttle.budget.spend(guess),
  )
  if (!matched) throw new Refusal('PIN_REFUSED')
  return openSession(parts, {
    visitor,
    refusal: 'PIN_REFUSED',
    by: 'pin',
    pin: lookup,
    admit(tx, at) {
      return enterByPin(tx, lookup, at, (holder) => !isPinExpired(holder, at))
    },
  })
}

/** Without a PIN lookup, timing reveals nothing. */
async function isKnown(
  { database, secrets, clock }: Pick<SessionParts, 'database' | 'secrets' | 'clock'>,
  device: string | undefined,
  lookup: Buffer,
): Promise<boolean> {
  if (device === undefined) return false
  const members = await findDeviceMembers(
    database.db,
    secrets.digestOf('device', device),
    clock.now(),
  )
  if (members.length === 0) return false
  const holder = await holderOfPin(database.db, lookup)
  return holder !== undefined && members.includes(holder.id)
}

/** Always performs one hash evaluation. */
async function evaluate(
  parts: Omit<SessionParts, 'tokens' | 'bus'>,
  { pin, lookup }: { pin: string; lookup: Buffer },
  address: string,
): Promise<true | undefined> {
  const { database, secrets } = parts
  const holder = await holderOfPin(database.db, lookup)
  const room = holder && (await roomIfAny(database.db, holder.room_id))
  const matched = await secrets.matches(holder?.hash, pin)
  if (!matched || !holder || !room) return undefined
  const reason = refusalReason(holder, room, { at: parts.clock.now(), address })
  if (reason === undefined) return true
  afterAnswer(parts, (tx) => noteRefusal(tx, parts, { holder, room, address }, reason))
  return undefined
}

interface Elsewhere {
  readonly holder: Entrant
  readonly room: RoomRow
  readonly address: string
}

export async function noteRefusal(
  tx: Tx,
  parts: Pick<SessionParts, 'activity' | 'throttle' | 'outbox' | 'clock' | 'publicUrl'>,
  refused: Elsewhere,
  reason: ActivityDetails<'session.refused'>['reason'],
): Promise<void> {
  await parts.activity.record(
    tx,
    auditActorOf(refused.holder, refused.address),
    'session.refused',
    { reason },
  )
  if (reason === 'network') await warnOfNetwork(tx, parts, refused)
}

/** Warns the operators once a day per person. */
async function warnOfNetwork(
  tx: Tx,
  parts: Pick<SessionParts, 'throttle' | 'outbox' | 'clock' | 'publicUrl'>,
  { holder, room, address }: Elsewhere,
) {
  if (!(await parts.throttle.countFirst(tx, 'network-mail', String(holder.id)))) return
  const who = { memberId: holder.id, name: holder.name, email: holder.email }
  await warnOperators(
    tx,
    parts,
    { kind: 'network', room, who, at: parts.clock.now() },
    otherNetwork(address),
  )
}

/** The delay is longer than the rest of the response. */
const AFTER_ANSWER_MS = 250

/** Only known PINs cause a write, so it follows the response: timing reveals nothing. */
function afterAnswer(
  { database, log }: Pick<SessionParts, 'database' | 'log'>,
  work: (tx: Tx) => Promise<unknown>,
): void {
  setTimeout(() => {
    database
      .transaction(work)
      .catch((err: unknown) => log.error({ err }, 'a refusal at the entrance was not logged'))
  }, AFTER_ANSWER_MS)
}

type Visit = Parameters<typeof closedTo>[2]

function refusalReason(
  holder: PinHolder,
  room: RoomRow,
  visit: Visit,
): 'blocked' | 'closed' | 'network' | 'proof' | 'expired' | undefined {
  return closedTo(holder, room, visit) ?? (isPinExpired(holder, visit.at) ? 'expired' : undefined)
}
