import { ROLE } from '../../../contract/core/limits.ts'
import type { Permission } from '../../../contract/core/permissions.ts'
import { refusalOf } from '../../../contract/core/permissions.ts'
import type { Actor } from '../../access/actor.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import type { ArchiveRow } from './archive.read.ts'

export const permissionOf = ({ scope }: Pick<ArchiveRow, 'scope'>): Permission =>
  scope === 'room' ? 'room.end' : 'archive.own'

export const coverOf = ({
  scope,
  group_name: group,
}: Pick<ArchiveRow, 'scope' | 'group_name'>) => ({
  scope,
  ...(group === null ? {} : { group }),
})

/** @throws Refusal NOT_FOUND, NOT_RAISED without an elevated session */
export function requireOwn(archive: ArchiveRow | undefined, actor: Actor, now: Date): ArchiveRow {
  const isThere =
    archive?.room_id === actor.roomId && archive.expires_at > now && archive.member_id !== null
  const isTheirs =
    archive?.scope === 'own' ? archive.member_id === actor.memberId : actor.roleId === ROLE.operator
  if (!archive || !isThere || !isTheirs || actor.viewAs) throw new Refusal('NOT_FOUND')
  const refused = refusalOf(permissionOf(archive), actor)
  if (refused) throw new Refusal(refused)
  return archive
}
