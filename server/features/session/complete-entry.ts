import type { z } from 'zod'
import type { ActivityDetails } from '../../../contract/features/activity.ts'
import type { sessionPayload } from '../../../contract/features/session.ts'
import type { Tx } from '../../platform/db/database.ts'
import { type Entrant, noteEntry, takeShownPin } from '../members/index.ts'
import type { RoomRow } from '../rooms/index.ts'
import { findDeviceMembers, rememberDevice } from './devices.store.ts'
import type { SessionParts } from './session.parts.ts'
import { secondsLeft } from './session.rules.ts'
import { doerOf, drawToken, type Visitor } from './visitor.ts'

const deviceHash = ({ secrets }: SessionParts, token: string): Buffer => secrets.digestOf('device', token)

/** Whether a person has entered with the visitor's browser before. */
export async function isKnownDevice(tx: Tx, parts: SessionParts, { id }: Entrant, { device }: Visitor): Promise<boolean> {
  return device !== undefined && (await findDeviceMembers(tx, deviceHash(parts, device), parts.clock.now())).includes(id)
}

interface Completed {
  readonly entrant: Entrant
  readonly visitor: Visitor
  /** The lookup of the PIN; undefined where a mailed link was entered with. */
  readonly pin: Buffer | undefined
  readonly entry: Omit<ActivityDetails<'session.joined'>, 'device' | 'shown'>
}

/** Somebody is in: the browser becomes a known device, and the entry is logged. @returns the token by which the browser is known. */
export async function completeEntry(tx: Tx, parts: SessionParts, { entrant, visitor, pin, entry }: Completed): Promise<string> {
  const device = drawToken()
  const at = parts.clock.now()
  const { id: memberId, room_id: roomId } = entrant
  await noteEntry(tx, memberId, at)
  const isKnown = await rememberDevice(tx, {
    roomId,
    memberId,
    tokenHash: deviceHash(parts, device),
    previousHash: visitor.device === undefined ? undefined : deviceHash(parts, visitor.device),
    at,
  })
  const isShown = pin !== undefined && (await takeShownPin(tx, pin))
  const details = { ...entry, device: isKnown ? ('known' as const) : ('new' as const), ...(isShown ? { shown: true as const } : {}) }
  await parts.activity.record(tx, doerOf(entrant, visitor.address), 'session.joined', details)
  return device
}

/** What a person is given who has entered. */
export async function present(
  { tokens, clock }: SessionParts,
  { id, endsAt }: { readonly id: string; readonly endsAt: Date },
  entrant: Entrant,
  room: RoomRow,
): Promise<z.input<typeof sessionPayload>> {
  return {
    jwt: await tokens.issue(id),
    roomId: room.id,
    roomNo: room.room_no,
    roleId: entrant.role_id,
    userId: entrant.user_id,
    id: entrant.id,
    email: entrant.email,
    name: entrant.name,
    print: entrant.can_print,
    download: entrant.can_download,
    secondsLeft: secondsLeft(endsAt, clock.now()),
  }
}
