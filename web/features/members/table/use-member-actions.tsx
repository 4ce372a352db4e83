import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ROLE } from '../../../../contract/core/limits.ts'
import type { OperatorScope } from '../../../../contract/core/permissions.ts'
import { setLead } from '../../../../contract/features/groups/proposals.ts'
import { endSessions, inviteAgain, remove, renewMail, setRight, setRole } from '../../../../contract/features/members.ts'
import { reset } from '../../../../contract/features/session/second-step.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { useUndoable } from '../groups/use-undoable.ts'
import { failedMailsKey } from '../mails/failed-mails-query.ts'
import { type Member, membersQuery } from '../members-query.ts'
import { isOperator } from './member-status.ts'

export const RIGHTS = ['print', 'download', 'access'] as const
export type Right = (typeof RIGHTS)[number] | 'text'

type RenewableMail = Pick<NonNullable<Member['mail']>, 'id' | 'kind'>

interface Act {
  readonly right?: Right
  readonly done: string
  /** @returns a replacement for `done`, or null. */
  readonly run: () => Promise<string | null>
  readonly undo?: () => Promise<unknown>
  readonly onDone?: () => void
}

interface Question {
  readonly text: string
  readonly detail?: string
  readonly confirmLabel?: string
  readonly isDangerous?: boolean
}

const SCOPE_QUESTIONS = { content: 'members.limitOperatorConfirm', full: 'members.makeFullOperatorConfirm' } as const
const ROLE_QUESTIONS = { content: 'members.makeContentOperatorConfirm', full: 'members.makeOperatorConfirm' } as const

export function useMemberActions(roomId: number, member: Member) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const say = useUndoable(roomId)
  const alertError = useErrorAlert()
  const block = useBusy()

  const acting = useMutation({
    mutationFn: ({ run }: Act) => block(run()),
    onSuccess: async (said, { done, undo, onDone }) => {
      if (undo) say(said ?? done, undo)
      else toast({ title: 'Succeed', text: said ?? done })
      void queries.invalidateQueries({ queryKey: failedMailsKey(roomId) })
      await queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey })
      onDone?.()
    },
    onError: alertError,
  })
  const ask = async ({ detail, ...question }: Question, act: Act) => {
    if (acting.isPending) return
    const consequence = detail && <p className="modal-text meta">{detail}</p>
    if (await dialogs.confirm({ ...question, tone: 'check', detail: consequence })) acting.mutate(act)
  }
  const { id, userName: name } = member

  return {
    busyRight: acting.isPending ? acting.variables.right : undefined,
    isBusy: acting.isPending,
    toggle: (right: Right) => {
      const value = !member[right]
      const change = `${right}${value ? 'On' : 'Off'}` as const
      return ask(
        { text: t(`members.${change}`, { name }), detail: t(effectOf(right, value)), confirmLabel: t(`members.${change}Do`) },
        {
          right,
          done: t(`members.${change}Done`, { name }),
          ...bothWays(value, (wanted) => api.call(setRight, { body: { roomManagerId: id, target: right, value: wanted } })),
        },
      )
    },
    inviteAgain: () =>
      ask(
        { text: t(member.lastSeenAt === null ? 'members.inviteAgainDead' : 'members.inviteAgainConfirm', { name }), detail: member.email },
        { done: t('members.pinSent', { name }), run: () => api.call(inviteAgain, { body: { id, roomId } }) },
      ),
    renewMail: (mail: RenewableMail) =>
      ask(
        { text: t(mail.kind === 'pin' ? 'mails.renewPin' : 'mails.renewCode', { name }), detail: member.email },
        {
          done: t(mail.kind === 'pin' ? 'members.pinSent' : 'members.codeSent', { name }),
          run: () => api.call(renewMail, { body: { id: mail.id } }),
        },
      ),
    signOut: () =>
      ask(
        { text: t('members.signOutConfirm', { name }), detail: t('members.signOutEffect'), confirmLabel: t('members.signOut') },
        {
          done: t('members.signedOutNone'),
          run: async () => {
            const { ended } = await api.call(endSessions, { body: { roomManagerId: id } })
            return ended === 0 ? null : t('members.signedOut', { count: ended })
          },
        },
      ),
    resetSecurity: () =>
      ask(
        {
          text: t('members.resetSecurityConfirm', { name }),
          detail: t('members.resetSecurityEffect'),
          confirmLabel: t('members.resetSecurity'),
        },
        { done: t('members.resetSecurityDone', { name }), run: () => api.call(reset, { body: { id, roomId } }) },
      ),
    makeOperator: (scope: OperatorScope) => {
      const isNow = isOperator(member)
      const label = t(scope === 'content' ? 'members.makeContentOperator' : isNow ? 'members.makeFullOperator' : 'members.makeOperator')
      return ask(
        {
          text: t((isNow ? SCOPE_QUESTIONS : ROLE_QUESTIONS)[scope], { name }),
          detail: t(scope === 'content' ? 'members.contentEffect' : 'members.fullEffect'),
          confirmLabel: label,
        },
        {
          done: t(isNow ? 'members.scopeChanged' : 'members.operatorMade', { name }),
          run: () => api.call(setRole, { body: { roomManagerId: id, roleId: ROLE.operator, scope } }),
        },
      )
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
          ...bothWays(isLead, (wanted) => api.call(setLead, { body: { roomId, roomManagerId: id, isLead: wanted } })),
        },
      )
    },
    endOperator: () =>
      ask(
        { text: t('members.unmakeOperatorConfirm', { name }), confirmLabel: t('members.unmakeOperator') },
        {
          done: t('members.operatorUnmade', { name }),
          run: () => api.call(setRole, { body: { roomManagerId: id, roleId: ROLE.participant } }),
        },
      ),
    /** @throws an error. */
    unmakeOperator: async (groupId: number) => {
      await block(api.call(setRole, { body: { roomManagerId: id, roleId: ROLE.participant, groupId } }))
      toast({ title: 'Succeed', text: t('members.operatorUnmade', { name }) })
      await queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey })
    },
    remove: (onDone: () => void) =>
      ask(
        {
          text: t('members.removeConfirm', { name }),
          detail: t('members.removeEffect'),
          confirmLabel: t('members.remove'),
          isDangerous: true,
        },
        { done: t('members.removed', { name }), run: () => api.call(remove, { params: { id: String(id) } }), onDone },
      ),
  }
}

const bothWays = <Done,>(value: boolean, set: (wanted: boolean) => Promise<Done>) => ({
  run: () => set(value).then(() => null),
  undo: () => set(!value),
})

function effectOf(right: Right, value: boolean) {
  if (value) return right === 'text' ? 'members.effectTextOn' : 'members.effectOn'
  return right === 'access' ? 'members.effectAccessOff' : 'members.effectOff'
}

export type MemberActions = ReturnType<typeof useMemberActions>
