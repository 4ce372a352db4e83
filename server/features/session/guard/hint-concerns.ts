import { ROLE } from '../../../../contract/core/limits.ts'
import { type Actor, isFullOperator } from '../../../access/actor.ts'
import type { Hint } from '../../../access/hint.ts'

/** The hint ends no session, although earlier releases recheck. */
export const isOfAct = ({ progress, stop }: Pick<Hint, 'progress' | 'stop'>): boolean =>
  progress !== undefined || stop !== undefined

/** Signing links have no session. */
export function concerns(
  hint: Partial<Pick<Hint, 'kind' | 'member' | 'session' | 'group' | 'people' | 'isForAll'>>,
  { memberId, sessionId, roleId, scope, viewAs, group }: Actor,
): boolean {
  if (hint.kind === 'signing') return false
  const viewed = viewAs && 'memberId' in viewAs ? viewAs.memberId : undefined
  if (hint.kind === 'threads') {
    if (roleId === ROLE.operator && scope === 'content') return false
    const isNamed = hint.isForAll === true || hint.people?.includes(viewed ?? memberId) === true
    return (
      roleId === ROLE.operator ||
      isNamed ||
      (hint.group !== undefined && hint.group === group?.groupId)
    )
  }
  const isFull = isFullOperator({ roleId, scope }) && !viewAs
  const isOfGroup = hint.group === undefined || hint.group === group?.groupId || isFull
  if (hint.people !== undefined) {
    const isViewedGroup = viewAs && 'groupId' in viewAs && viewAs.groupId === hint.group
    return isFull || isViewedGroup === true || hint.people.includes(viewed ?? memberId)
  }
  const isMember = hint.member === undefined || hint.member === memberId || hint.member === viewed
  const isSession =
    hint.session === undefined || hint.session === sessionId || hint.session === viewAs?.parentId
  return isMember && isSession && isOfGroup
}
