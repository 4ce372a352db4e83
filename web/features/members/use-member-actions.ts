import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ROLE } from '../../../contract/core/limits.ts'
import { inviteAgain, remove, setRight, setRole } from '../../../contract/features/members.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { type Member, membersQuery } from './members-query.ts'

export type Right = 'print' | 'download' | 'access'

/** What an operator can do with one person. Each asks first; the list shows the new state when the server has answered. */
export function useMemberActions(roomId: number, member: Member) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const errorText = useErrorText()

  const acting = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey })
      await dialogs.alert({ tone: 'succeed', text: t('common.done') })
    },
    onError: (error) => void dialogs.alert({ tone: 'check', text: errorText(error) }),
  })
  const { id, userName: name } = member
  const act = async (text: string, run: () => Promise<unknown>) => {
    if (!acting.isPending && (await dialogs.confirm({ tone: 'check', text }))) acting.mutate(run)
  }
  const isOperator = member.roleId === ROLE.operator

  return {
    isBusy: acting.isPending,
    isOperator,
    toggle: (right: Right) => {
      const value = !member[right]
      const body = { roomManagerId: id, target: right, value }
      return act(t(`members.${right}${value ? 'On' : 'Off'}`, { name }), () => api.call(setRight, { body }))
    },
    inviteAgain: () => act(t('members.inviteAgainConfirm', { name }), () => api.call(inviteAgain, { body: { id, roomId } })),
    toggleRole: () => {
      const body = { roomManagerId: id, roleId: isOperator ? ROLE.participant : ROLE.operator }
      return act(t(isOperator ? 'members.unmakeOperatorConfirm' : 'members.makeOperatorConfirm', { name }), () =>
        api.call(setRole, { body }),
      )
    },
    remove: () => act(t('members.removeConfirm', { name }), () => api.call(remove, { params: { id: String(id) } })),
  }
}
