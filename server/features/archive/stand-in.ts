import { letsIn } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import { findMember } from '../members/index.ts'
import { findRoom, viewingOf, watermarkStyleOf } from '../rooms/index.ts'
import type { ArchiveParts } from './archive.parts.ts'

/** No session has it. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/**
 * A member as an actor, with the rights of this moment, for what is prepared in the background. Nothing is handed out by it: whoever fetches
 * what was prepared comes with a session.
 * @returns undefined where the person may not enter any more.
 */
export async function standInFor(
  { database: { db } }: Pick<ArchiveParts, 'database'>,
  roomId: number,
  memberId: number,
): Promise<Actor | undefined> {
  const member = await findMember(db, roomId, memberId)
  const room = await findRoom(db, roomId)
  if (!member?.can_access || !room || !letsIn(room.phase, member.role_id)) return undefined
  return {
    sessionId: NO_SESSION,
    roomId,
    memberId,
    userId: member.user_id,
    roleId: member.role_id,
    state: 'agreed',
    name: member.name,
    email: member.email,
    position: member.position,
    address: '',
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
