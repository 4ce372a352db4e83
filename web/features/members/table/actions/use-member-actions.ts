import type { Member } from '../../members-query.ts'
import { useAskedAct } from './use-asked-act.tsx'
import { useEntryActions } from './use-entry-actions.ts'
import { useRightSwitch } from './use-right-switch.ts'
import { useRoleActions } from './use-role-actions.ts'

export function useMemberActions(roomId: number, member: Member) {
  const { ask, isBusy, busyRight } = useAskedAct(roomId)
  const toggle = useRightSwitch(member, ask)
  const ofRole = useRoleActions(roomId, member, ask)
  const ofEntry = useEntryActions(roomId, member, ask)
  return { isBusy, busyRight, toggle, ...ofRole, ...ofEntry }
}

export type MemberActions = ReturnType<typeof useMemberActions>
