import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { update } from '../../../contract/features/members.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { useToast } from '../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { InviteFrame, InviteList } from './invite/invite-frame.tsx'
import { InviteRow } from './invite/invite-row.tsx'
import {
  clean,
  type InviteeField,
  type InviteeRow,
  inviteeOf,
  problemOfAffiliation,
} from './invite/invitee-rows.ts'
import { type Member, membersQuery } from './members-query.ts'

/** The PIN and the mails have used these fields. */
const LOCKED: ReadonlySet<InviteeField> = new Set(['name', 'email', 'phone'])

const rowOf = ({ userName: name, division, position, email, phone }: Member): InviteeRow => ({
  key: 0,
  name,
  division,
  position,
  email,
  phone,
})

interface EditDialogProps {
  readonly roomId: number
  readonly member: Member
  readonly onClose: () => void
}

export function EditDialog({ roomId, member, onClose }: EditDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const [first] = useState(() => rowOf(member))
  const [row, setRow] = useState(first)
  const [wrong, setWrong] = useState<InviteeField>()
  const dialogs = useDialogs()
  const updating = useUpdate(roomId, member.id, onClose)
  useEffect(() => list.current?.querySelector<HTMLInputElement>('input:enabled')?.focus(), [])

  const isSame =
    clean(row.division) === clean(first.division) && clean(row.position) === clean(first.position)
  const cancel = async () => {
    if (updating.isPending) return
    if (isSame || (await dialogs.confirm({ tone: 'check', text: t('invite.cancelConfirm') })))
      onClose()
  }
  const complete = async () => {
    if (updating.isPending) return
    if (isSame) return onClose()
    const field = problemOfAffiliation(row)
    if (field) {
      setWrong(field)
      await dialogs.alert({ tone: 'check', text: t('invite.tooLong') })
      return list.current?.querySelector<HTMLInputElement>(`[name^="${field}-"]`)?.focus()
    }
    if (
      await dialogs.confirm({
        tone: 'check',
        text: t('invite.editConfirm', { name: member.userName }),
      })
    )
      updating.mutate(row)
  }

  return (
    <InviteFrame
      help={<p>{t('invite.editHelp', { name: member.userName })}</p>}
      hasRowButtons={false}
      isBusy={updating.isPending}
      onCancel={() => void cancel()}
      onComplete={() => void complete()}
    >
      <InviteList listRef={list}>
        <InviteRow
          row={row}
          number={1}
          locked={LOCKED}
          problem={wrong && { field: wrong, text: t('invite.tooLong'), id: `${id}-problem` }}
          onChange={(field, value) => {
            setWrong(undefined)
            setRow((current) => ({ ...current, [field]: value }))
          }}
        />
      </InviteList>
    </InviteFrame>
  )
}

function useUpdate(roomId: number, memberId: number, onDone: () => void) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const queries = useQueryClient()
  const toast = useToast()
  const alertError = useErrorAlert()
  return useMutation({
    mutationFn: (row: InviteeRow) =>
      block(api.call(update, { body: { id: memberId, invitedUser: inviteeOf(row, row.key) } })),
    onSuccess: async (_, row) => {
      await queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey })
      toast({ title: 'Succeed', text: t('members.edited', { name: inviteeOf(row, row.key).name }) })
      onDone()
    },
    onError: alertError,
  })
}
