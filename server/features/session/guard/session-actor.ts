import { ROLE } from '../../../../contract/core/limits.ts'
import { isRoomAccessible } from '../../../../contract/core/permissions.ts'
import type { Actor } from '../../../access/actor.ts'
import { changesAfter, groupOf, isMemberAt, isOfNetworks } from '../../../access/membership.ts'
import { Refusal } from '../../../platform/http/refusal.ts'
import { viewingOf, watermarkStyleOf } from '../../rooms/index.ts'
import { networksFor } from '../second-step/step-rules.ts'
import type { SessionRow } from '../session.read.ts'
import { END_CODES, type EndReason, endOf, type StoredSession, stateAt } from '../session.rules.ts'

export interface Flow {
  readonly outlastsIdle?: boolean
}

/** @throws Refusal if the session gives no access any more */
export function toActor(
  row: SessionRow | undefined,
  address: string,
  now: Date,
  { outlastsIdle = false }: Flow,
): Actor {
  if (!row) throw new Refusal('NO_SESSION')
  const own = {
    sessionId: row.id,
    roomId: row.room_id,
    memberId: row.member_id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    position: row.position,
    address,
    watermark: row.watermark,
    watermarkStyle: watermarkStyleOf(row),
    viewing: viewingOf(row),
    zone: row.zone,
    phase: row.phase,
    ownAgreement: row.room_agreement_version ?? undefined,
    lastVisitAt: row.last_visit_at ?? undefined,
    endsAt: endOf(row.parent_created_at ?? row.created_at),
  }
  if (row.parent_id !== null) return { ...own, ...viewOfSubject(row, row.parent_id, now) }
  const isOnlyIdle = outlastsIdle && row.end_reason === 'idle'
  if (row.end_reason && !isOnlyIdle) throw new Refusal(END_CODES[row.end_reason as EndReason])
  if (!isRoomAccessible(row.phase, row.role_id)) throw new Refusal('ROOM_CLOSED')
  if (row.member_ended_at) throw new Refusal('SESSION_ENDED')
  if (!row.can_access) throw new Refusal('ACCESS_BLOCKED')
  const isOperator = row.role_id === ROLE.operator
  if (!isOperator && !isMemberAt(row, now)) throw new Refusal('ACCESS_BLOCKED')
  if (!isOperator && !isOfNetworks(address, row.networks ?? [])) throw new Refusal('NETWORK')
  if (!isOperator && !isOfNetworks(address, networksFor(row, row.by_sign_on)))
    throw new Refusal('NETWORK')
  const state = stateAt(
    {
      ...storedOf(row),
      ...(outlastsIdle && { activeAt: now }),
      ...(isOnlyIdle && { endedAt: null }),
    },
    now,
  )
  if (state === 'ended') throw new Refusal('SESSION_ENDED')
  if (state === 'idle') throw new Refusal('SESSION_IDLE')
  if (state === 'expired') throw new Refusal('SESSION_EXPIRED')
  const rights = { print: row.can_print, download: row.can_download, text: row.can_have_text }
  const role = {
    roleId: row.role_id,
    scope: row.operator_scope,
    submits: !isOperator && row.submits,
    leads: !isOperator && row.group_lead,
  }
  return { ...own, ...scopeOf(row, row.role_id, now), ...role, state, ...rights }
}

const storedOf = (row: SessionRow): StoredSession => ({
  isUnproven: row.unproven,
  createdAt: row.created_at,
  activeAt: row.active_at,
  elevatedAt: row.raised_at,
  endedAt: row.ended_at,
  noticeVersion: row.notice_version,
  agreementVersion: row.agreement_version,
  roomAgreement: row.room_agreement_version,
})

export const isLive = (row: SessionRow, now: Date): boolean => {
  const state = stateAt(storedOf(row), now)
  return state !== 'ended' && state !== 'idle' && state !== 'expired'
}

/** Operators see everything. */
const scopeOf = (row: SessionRow, roleId: number, now: Date): Pick<Actor, 'group' | 'changesAt'> =>
  roleId === ROLE.operator
    ? { group: undefined, changesAt: undefined }
    : { group: groupOf(row, now), changesAt: changesAfter(now, row) }

/** The view ends with the operator's session, area, role or access. @throws Refusal VIEW_AS_ENDED */
function viewOfSubject(row: SessionRow, parentId: string, now: Date) {
  const isOperator =
    row.role_id === ROLE.operator &&
    row.operator_scope === 'full' &&
    row.can_access &&
    !row.member_ended_at
  const isOver =
    row.ended_at !== null ||
    !isRoomAccessible(row.phase, ROLE.participant) ||
    !isOperator ||
    !isParentElevated(row, now)
  if (isOver) throw new Refusal('VIEW_AS_ENDED')
  return {
    state: 'agreed' as const,
    scope: 'full' as const,
    submits: false,
    leads: false,
    ...(row.subject_group_id === null
      ? viewOfPerson(row, parentId, now)
      : viewOfGroup(row, parentId, now)),
  }
}

function viewOfPerson(row: SessionRow, parentId: string, now: Date) {
  const { subject_id: memberId, subject_name: name, subject_role_id: roleId } = row
  const isPerson = row.subject_can_access === true && !row.subject_ended_at
  if (!isPerson || memberId === null || name === null || roleId === null)
    throw new Refusal('VIEW_AS_ENDED')
  return {
    ...scopeOf(row, roleId, now),
    roleId,
    print: row.subject_can_print === true,
    download: row.subject_can_download === true,
    text: row.subject_can_have_text === true,
    viewAs: { memberId, name, parentId },
  }
}

/** Operators check rooms before opening, so times and networks are ignored. */
function viewOfGroup(row: SessionRow, parentId: string, now: Date) {
  const { group_id: groupId, group_name: name } = row
  if (groupId === null || name === null) throw new Refusal('VIEW_AS_ENDED')
  const roleId = ROLE.participant
  return {
    ...scopeOf(row, roleId, now),
    roleId,
    print: true,
    download: true,
    text: false,
    viewAs: { groupId, name, parentId },
  }
}

function isParentElevated(row: SessionRow, now: Date): boolean {
  const {
    parent_unproven: isUnproven,
    parent_created_at: createdAt,
    parent_active_at: activeAt,
    parent_notice_version: noticeVersion,
    parent_agreement_version: agreementVersion,
    room_agreement_version: roomAgreement,
  } = row
  const { parent_raised_at: elevatedAt, parent_ended_at: endedAt } = row
  if (isUnproven === null || createdAt === null || activeAt === null) return false
  const agreements = { noticeVersion, agreementVersion, roomAgreement }
  return (
    stateAt({ isUnproven, createdAt, activeAt, ...agreements, elevatedAt, endedAt }, now) ===
    'raised'
  )
}
