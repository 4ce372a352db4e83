import { ROLE } from '../../../contract/core/limits.ts'
import type { Permission } from '../../../contract/core/permissions.ts'
import { refusalOf } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ArchiveRow } from './archive.read.ts'

/** What somebody has to be allowed to have an archive of this scope prepared, fetch or remove it. */
export const permissionOf = ({ scope }: Pick<ArchiveRow, 'scope'>): Permission => (scope === 'room' ? 'room.end' : 'archive.own')

/** @throws Refusal NOT_FOUND where the archive is not there for this person, NOT_RAISED where it is once the operator area is open. */
export function requireOwn(archive: ArchiveRow | undefined, actor: Actor, now: Date): ArchiveRow {
  const isThere = archive?.room_id === actor.roomId && archive.expires_at > now && archive.member_id !== null
  const isTheirs = archive?.scope === 'own' ? archive.member_id === actor.memberId : actor.roleId === ROLE.operator
  if (!archive || !isThere || !isTheirs || actor.viewAs) throw new Refusal('NOT_FOUND')
  const refused = refusalOf(permissionOf(archive), actor)
  if (refused) throw new Refusal(refused)
  return archive
}
