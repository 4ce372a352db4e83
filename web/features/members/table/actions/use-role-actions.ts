import { useQueryClient } from '@tanstack/react-query'
import { ROLE } from '../../../../../contract/core/limits.ts'
import type { OperatorScope } from '../../../../../contract/core/permissions.ts'
import { setLead } from '../../../../../contract/features/groups/proposals.ts'
import { setRole } from '../../../../../contract/features/members.ts'
import { useApi } from '../../../../lib/api/api-context.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useBusy } from '../../../../ui/state/busy.tsx'
import { useToast } from '../../../../ui/state/toasts.tsx'
import { type Member, membersQuery } from '../../members-query.ts'
import { isOperator } from '../member-status.ts'
import { type AskAndAct, bothWays } from './use-asked-act.tsx'

const SCOPE_QUESTIONS = {
  content: 'members.limitOperatorConfirm',
  full: 'members.makeFullOperatorConfirm',
} as const
const ROLE_QUESTIONS = {
  content: 'members.makeContentOperatorConfirm',
  full: 'members.makeOperatorConfirm',
} as const

export function useRoleActions(roomId: number, member: Member, ask: AskAndAct) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const block = useBusy()
  const { id, userName: name } = member

  return {
    makeOperator: (scope: OperatorScope) => {
      const isNow = isOperator(member)
      const label = t(
        scope === 'content'
          ? 'members.makeContentOperator'
          : isNow
            ? 'members.makeFullOperator'
            : 'members.makeOperator',
      )
      return ask(
        {
          text: t((isNow ? SCOPE_QUESTIONS : ROLE_QUESTIONS)[scope], { name }),
          detail: t(scope === 'content' ? 'members.contentEffect' : 'members.fullEffect'),
          confirmLabel: label,
        },
        {
          done: t(isNow ? 'members.scopeChanged' : 'members.operatorMade', { name }),
          run: () =>
            api.call(setRole, { body: { roomManagerId: id, roleId: ROLE.operator, scope } }),
        },
      )
    },
    endOperator: () =>
      ask(
        {
          text: t('members.unmakeOperatorConfirm', { name }),
          confirmLabel: t('members.unmakeOperator'),
        },
        {
          done: t('members.operatorUnmade', { name }),
          run: () => api.call(setRole, { body: { roomManagerId: id, roleId: ROLE.participant } }),
        },
      ),
    /** @throws an error. */
    unmakeOperator: async (groupId: number) => {
      await block(
        api.call(setRole, { body: { roomManagerId: id, roleId: ROLE.participant, groupId } }),
      )
      toast({ title: 'Succeed', text: t('members.operatorUnmade', { name }) })
      await queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey })
    },
    toggleLead: () => {
      const isLead = member.isLead !== true
      return ask(
        {
          text: t(isLead ? 'proposals.makeLeadConfirm' : 'proposals.endLeadConfirm', { name }),
          confirmLabel: t(isLead ? 'proposals.makeLead' : 'proposals.endLead'),
          ...(isLead ? { detail: t('proposals.makeLeadEffect') } : {}),
        },
        {
          done: t(isLead ? 'proposals.leadMade' : 'proposals.leadEnded', { name }),
          ...bothWays(isLead, (wanted) =>
            api.call(setLead, { body: { roomId, roomManagerId: id, isLead: wanted } }),
          ),
        },
      )
    },
  }
}
