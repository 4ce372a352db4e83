import type { z } from 'zod'
import type { ActivityDetails } from '../../../../contract/features/activity.ts'
import type { sessionPayload } from '../../../../contract/features/session.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { type Entrant, recordEntry } from '../../members/index.ts'
import type { RoomRow } from '../../rooms/index.ts'
import type { SessionParts } from '../session.parts.ts'
import { secondsLeft } from '../session.rules.ts'
import { findDeviceMembers, rememberDevice } from './devices.store.ts'
import { auditActorOf, drawToken, type Visitor } from './visitor.ts'

const deviceHash = ({ secrets }: Pick<SessionParts, 'secrets'>, token: string): Buffer =>
  secrets.digestOf('device', token)

export async function isKnownDevice(
  db: Queryable,
  parts: Pick<SessionParts, 'secrets' | 'clock'>,
  { id }: Entrant,
  { device }: Visitor,
): Promise<boolean> {
  return (
    device !== undefined &&
    (await findDeviceMembers(db, deviceHash(parts, device), parts.clock.now())).includes(id)
  )
}

interface Completed {
  readonly entrant: Entrant
  readonly visitor: Visitor
  readonly pin: Buffer | undefined
  readonly entry: Omit<ActivityDetails<'session.joined'>, 'device' | 'shown'>
}

export async function completeEntry(
  tx: Tx,
  parts: Pick<SessionParts, 'secrets' | 'activity' | 'clock'>,
  { entrant, visitor, pin, entry }: Completed,
): Promise<string> {
  const device = drawToken()
  const at = parts.clock.now()
  const { id: memberId, room_id: roomId } = entrant
  const { isShown } = await recordEntry(tx, memberId, pin, at)
  const isKnown = await rememberDevice(tx, {
    roomId,
    memberId,
    tokenHash: deviceHash(parts, device),
    previousHash: visitor.device === undefined ? undefined : deviceHash(parts, visitor.device),
    at,
  })
  const details = {
    ...entry,
    device: isKnown ? ('known' as const) : ('new' as const),
    ...(isShown ? { shown: true as const } : {}),
  }
  await parts.activity.record(tx, auditActorOf(entrant, visitor.address), 'session.joined', details)
  return device
}

export async function present(
  { tokens, clock }: Pick<SessionParts, 'tokens' | 'clock'>,
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
