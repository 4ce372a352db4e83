import {
  endSessions,
  inviteAgain,
  remove,
  renewMail,
} from '../../../../../contract/features/members.ts'
import { reset } from '../../../../../contract/features/session/second-step.ts'
import { useApi } from '../../../../lib/api/api-context.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import type { Member } from '../../members-query.ts'
import type { AskAndAct } from './use-asked-act.tsx'

type RenewableMail = Pick<NonNullable<Member['mail']>, 'id' | 'kind'>

/** How a person comes into the room, and out of it. */
export function useEntryActions(roomId: number, member: Member, ask: AskAndAct) {
  const { t } = useTranslation()
  const api = useApi()
  const { id, userName: name } = member

  return {
    inviteAgain: () =>
      ask(
        {
          text: t(
            member.lastSeenAt === null ? 'members.inviteAgainDead' : 'members.inviteAgainConfirm',
            { name },
          ),
          detail: member.email,
        },
        {
          done: t('members.pinSent', { name }),
          run: () => api.call(inviteAgain, { body: { id, roomId } }),
        },
      ),
    renewMail: (mail: RenewableMail) =>
      ask(
        {
          text: t(mail.kind === 'pin' ? 'mails.renewPin' : 'mails.renewCode', { name }),
          detail: member.email,
        },
        {
          done: t(mail.kind === 'pin' ? 'members.pinSent' : 'members.codeSent', { name }),
          run: () => api.call(renewMail, { body: { id: mail.id } }),
        },
      ),
    signOut: () =>
      ask(
        {
          text: t('members.signOutConfirm', { name }),
          detail: t('members.signOutEffect'),
          confirmLabel: t('members.signOut'),
        },
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
        {
          done: t('members.resetSecurityDone', { name }),
          run: () => api.call(reset, { body: { id, roomId } }),
        },
      ),
    remove: (onDone: () => void) =>
      ask(
        {
          text: t('members.removeConfirm', { name }),
          detail: t('members.removeEffect'),
          confirmLabel: t('members.remove'),
          isDangerous: true,
        },
        {
          done: t('members.removed', { name }),
          run: () => api.call(remove, { params: { id: String(id) } }),
          onDone,
        },
      ),
  }
}
