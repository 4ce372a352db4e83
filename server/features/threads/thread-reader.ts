import { ROLE } from '../../../contract/core/limits.ts'
import type { ThreadRole } from '../../../contract/features/threads/thread-roles.ts'
import type { Actor } from '../../access/actor.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { findSettings, type SettingsRow } from './settings/settings.read.ts'
import { fullNumber, ownNumber } from './thread-number.ts'
import { findGroupOfReader } from './thread-people.read.ts'

interface GroupOfReader {
  readonly id: number
  readonly ordinal: number
  readonly kind: 'participants' | 'experts'
  readonly shared: boolean
}

export interface ThreadReader {
  readonly roomId: number
  /** In a view of a group, it is nobody's id. */
  readonly memberId: number
  readonly side: 'coordinator' | 'expert' | 'group'
  readonly group: GroupOfReader | undefined
  readonly role: ThreadRole
  readonly isView: boolean
  readonly settings: SettingsRow
}

/** @throws Refusal NOT_RAISED for operators outside their area */
export async function readerOf(db: Queryable, actor: Actor): Promise<ThreadReader> {
  const { roomId, viewAs } = actor
  const memberId = viewAs ? ('memberId' in viewAs ? viewAs.memberId : 0) : actor.memberId
  const settings = await findSettings(db, roomId)
  const common = { roomId, memberId, settings, isView: viewAs !== undefined }
  if (actor.roleId === ROLE.operator) {
    if (actor.scope !== 'full') throw new Refusal('RIGHTS_DENIED')
    if (actor.state !== 'raised') throw new Refusal('NOT_RAISED')
    return { ...common, side: 'coordinator', group: undefined, role: 'submitter' }
  }
  const found = await findGroupOfReader(db, roomId, {
    memberId,
    groupId: actor.group?.groupId ?? 0,
  })
  if (!found) return { ...common, side: 'group', group: undefined, role: 'none' }
  const { role, ...group } = found
  return {
    ...common,
    side: group.kind === 'experts' ? 'expert' : 'group',
    group,
    role: role ?? 'submitter',
  }
}

/** The caller checks that the person is still an operator. */
export async function orderingReader(
  db: Queryable,
  roomId: number,
  memberId: number,
): Promise<ThreadReader> {
  const settings = await findSettings(db, roomId)
  return {
    roomId,
    memberId,
    settings,
    isView: false,
    side: 'coordinator',
    group: undefined,
    role: 'submitter',
  }
}

/** Archives contain no drafts. A group without a member gets its people's questions. Without both, the reader sees the room. */
export async function absentReader(
  db: Queryable,
  roomId: number,
  {
    memberId = 0,
    groupId,
  }: { readonly memberId?: number | undefined; readonly groupId?: number | undefined },
): Promise<ThreadReader> {
  const common = { roomId, memberId, isView: true, settings: await findSettings(db, roomId) }
  if (memberId === 0 && groupId === undefined)
    return { ...common, side: 'coordinator', group: undefined, role: 'submitter' }
  if (groupId === undefined) return { ...common, side: 'expert', group: undefined, role: 'none' }
  const found = await findGroupOfReader(db, roomId, { memberId, groupId })
  if (!found) return { ...common, side: 'group', group: undefined, role: 'none' }
  const { role, shared, ...rest } = found
  const group = { ...rest, shared: shared || memberId === 0 }
  return {
    ...common,
    side: group.kind === 'experts' ? 'expert' : 'group',
    group,
    role: role ?? 'submitter',
  }
}

/** The group sees nothing between submission and answer. */
export const isOuter = ({ side }: ThreadReader): boolean => side === 'group'

interface Numbered {
  readonly type: 'QUESTION' | 'REQUEST'
  readonly code: string
  readonly number: number
}

export const seesGroups = ({ side, settings }: ThreadReader): boolean =>
  side === 'coordinator' || (side === 'expert' && !settings.hides_groups)

export const numberFor = (reader: ThreadReader, thread: Numbered): string =>
  seesGroups(reader) ? fullNumber(thread) : ownNumber(thread)
