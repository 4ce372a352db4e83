import { useMutation } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { invite } from '../../../../contract/features/members.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { inviteeOf, isEmpty, placesNamedIn, problemOf } from './invitee-rows.ts'
import type { InvitationAccess } from './use-invitation-access.ts'
import { useInvitationRows } from './use-invitation-rows.ts'
import { Detail } from './use-refusals.tsx'

interface InvitationOptions {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly rowsRef: RefObject<HTMLElement | null>
  readonly access: Pick<InvitationAccess, 'accessOf' | 'problemOf'>
  readonly onClose: () => void
  readonly onInvited: (ids: readonly number[]) => void
}

const NAMES_EMAILS = new Set(['EMAIL_DUPLICATE', 'EMAIL_FORMAT'])

export function useInvitation({ caller, rowsRef, access, onClose, onInvited }: InvitationOptions) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const { forget, refusals, ...list } = useInvitationRows(rowsRef, access)
  const { rows } = list
  const { wrong, refuse, refuseProblem, refuseOwn } = refusals

  const inviting = useMutation({
    mutationFn: () => {
      const inviteUserList = rows.map((row, index) => ({
        ...inviteeOf(row, index),
        ...access.accessOf(row),
      }))
      return block(
        api.call(invite, { body: { id: caller.id, roomId: caller.roomId, inviteUserList } }),
      )
    },
    onSuccess: (people) => {
      forget()
      onInvited(people.map(({ id }) => id))
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : undefined
      const places =
        code !== undefined && NAMES_EMAILS.has(code) ? placesNamedIn(errorText(error), rows) : []
      void refuse(
        errorText(error),
        places,
        code === 'EMAIL_DUPLICATE' ? t('invite.duplicateTitle') : undefined,
      )
    },
  })

  return {
    ...list,
    wrong,
    cancel: async () => {
      if (rows.every(isEmpty)) return onClose()
      if (!(await dialogs.confirm({ tone: 'check', text: t('invite.cancelConfirm') }))) return
      forget()
      onClose()
    },
    complete: async () => {
      const problem = problemOf(rows)
      if (problem) return refuseProblem(problem)
      const odd = rows.find((row) => access.problemOf(row) !== undefined)
      if (odd) return refuseOwn(odd)
      if (inviting.isPending) return
      const detail = <Detail text={t('invite.completeDetail', { count: rows.length })} />
      if (await dialogs.confirm({ tone: 'check', text: t('invite.completeConfirm'), detail }))
        inviting.mutate()
    },
  }
}

export type Invitation = ReturnType<typeof useInvitation>
