import { isRoomAccessible } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import { accessOfMember } from '../../access/group-access.ts'
import { findGroupAccess } from '../../access/levels.read.ts'
import { isMemberReachable, memberOf } from '../members/index.ts'
import { roomIfAny, viewingOf, watermarkStyleOf } from '../rooms/index.ts'
import type { ArchiveParts } from './archive.parts.ts'

const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** The actor receives no content. @returns undefined if the member may no longer log in */
export async function standInFor(
  { database: { db }, clock }: Pick<ArchiveParts, 'database' | 'clock'>,
  roomId: number,
  memberId: number,
): Promise<Actor | undefined> {
  const member = await memberOf(db, roomId, memberId)
  const room = await roomIfAny(db, roomId)
  if (!member?.can_access || !room || !isRoomAccessible(room.phase, member.role_id))
    return undefined
  const at = clock.now()
  if (!(await isMemberReachable(db, roomId, memberId, at))) return undefined
  const group = accessOfMember(await findGroupAccess(db, roomId, at), member, at)
  return {
    sessionId: NO_SESSION,
    roomId,
    memberId,
    userId: member.user_id,
    scope: member.operator_scope,
    submits: false,
    leads: false,
    roleId: member.role_id,
    state: 'agreed',
    name: member.name,
    email: member.email,
    position: member.position,
    address: '',
    group,
    changesAt: undefined,
    print: member.can_print,
    download: member.can_download,
    text: member.can_have_text,
    watermark: room.watermark,
    watermarkStyle: watermarkStyleOf(room),
    viewing: viewingOf(room),
    zone: room.zone,
    phase: room.phase,
    endsAt: new Date(0),
  }
}
