import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { invite } from '../../../contract/features/members.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Modal } from '../../ui/modal.tsx'
import { InviteRow } from './invite-row.tsx'
import { emptyRow, inviteesOf, isEmpty, type Problem, problemOf, problemOfAdding } from './invitee-rows.ts'
import { membersQuery } from './members-query.ts'

interface InviteDialogProps {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly onClose: () => void
}

/** The rows of an invitation, and how they change. */
function useRows() {
  const [rows, setRows] = useState([emptyRow(0)])
  const nextKey = useRef(1)
  return {
    rows,
    change: (key: number, field: string, value: string) =>
      setRows((current) => current.map((row) => (row.key === key ? { ...row, [field]: value } : row))),
    add: () => {
      // The next person mostly comes from the same house.
      const division = rows.at(-1)?.division ?? ''
      setRows([...rows, { ...emptyRow(nextKey.current++), division }])
    },
    remove: (key: number) => setRows(rows.filter((row) => row.key !== key)),
  }
}

function useInvite({ caller, onClose }: InviteDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: (inviteUserList: ReturnType<typeof inviteesOf>) =>
      api.call(invite, { body: { id: caller.id, roomId: caller.roomId, inviteUserList } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: membersQuery(api, caller.roomId).queryKey })
      await dialogs.alert({ tone: 'succeed', text: t('common.done') })
    },
    onError: (error) => {
      const isDuplicate = error instanceof ApiError && error.code === 'EMAIL_DUPLICATE'
      void dialogs.alert({ tone: 'check', text: errorText(error), ...(isDuplicate ? { title: t('invite.duplicateTitle') } : {}) })
    },
  })
}

export function InviteDialog(props: InviteDialogProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { rows, change, add, remove } = useRows()
  const [problem, setProblem] = useState<Problem>()
  const inviting = useInvite(props)

  const textOf = (found: Problem) =>
    found.kind === 'duplicate' ? t('invite.duplicate', { list: found.list.join(', ') }) : t(`invite.${found.problem}`)
  const refuse = async (found: Problem) => {
    setProblem(found)
    await dialogs.alert({ tone: 'check', text: textOf(found) })
    if (found.kind === 'row') form.current?.querySelector<HTMLInputElement>(`[name="${found.field}-${found.key}"]`)?.focus()
  }
  const addRow = () => {
    const found = problemOfAdding(rows)
    if (found === 'max') void dialogs.alert({ tone: 'check', text: t('invite.max') })
    else if (found) void refuse(found)
    else add()
  }
  const removeRow = async (key: number) => {
    const row = rows.find((candidate) => candidate.key === key)
    if (row?.email.trim() === '' || (await dialogs.confirm({ tone: 'check', text: t('invite.rowRemove') }))) remove(key)
  }
  const cancel = async () => {
    if (rows.every(isEmpty) || (await dialogs.confirm({ tone: 'check', text: t('invite.cancelConfirm') }))) props.onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(rows)
    if (found) return refuse(found)
    if (await dialogs.confirm({ tone: 'check', text: t('invite.completeConfirm') })) inviting.mutate(inviteesOf(rows))
  }

  return (
    <Modal labelledBy={id} className="invite" onDismiss={() => void cancel()}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <h2 id={id}>{t('invite.title')}</h2>
        <p className="meta">{t('invite.help')}</p>
        <ol className="invite-rows">
          {rows.map((row, index) => (
            <InviteRow
              key={row.key}
              row={row}
              number={index + 1}
              problem={problem?.kind === 'row' && problem.key === row.key ? { field: problem.field, text: textOf(problem) } : undefined}
              onChange={(field, value) => {
                setProblem(undefined)
                change(row.key, field, value)
              }}
              onRemove={rows.length > 1 ? () => void removeRow(row.key) : undefined}
            />
          ))}
        </ol>
        <button type="button" className="button small" onClick={addRow}>
          <Icon name="plus" />
          {t('invite.add')}
        </button>
        <div className="modal-buttons">
          <button type="button" className="button" onClick={() => void cancel()}>
            {t('invite.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={inviting.isPending}>
            {t('invite.complete')}
          </button>
        </div>
      </form>
    </Modal>
  )
}
