import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { invite } from '../../../contract/features/members.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useBusy } from '../../ui/busy.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import {
  emptyRow,
  INVITEE_FIELDS,
  type InviteeRow,
  inviteesOf,
  isEmpty,
  type Place,
  type Problem,
  placesNamedIn,
  placesOf,
  problemOf,
  problemOfAdding,
  withRowAdded,
} from './invitee-rows.ts'
import { cellsOf, pasteCells } from './paste-rows.ts'

/** What is wrong, and at which fields. */
interface Wrong {
  readonly places: readonly Place[]
  readonly text: string
}

interface InvitationOptions {
  readonly caller: { readonly id: number; readonly roomId: number }
  /** Holds the fields, which are named by `nameOfField`. */
  readonly rowsRef: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly onInvited: (ids: readonly number[]) => void
}

/** The name of the input at a place. */
export const nameOfField = ({ key, field }: Place): string => `${field}-${key}`

/** The place of an input, read from its name. */
function placeOf(name: string): Place | undefined {
  const [field, key] = name.split('-')
  const known = INVITEE_FIELDS.find((candidate) => candidate === field)
  return known && { key: Number(key), field: known }
}

function Detail({ text }: { readonly text: string }) {
  return <p className="modal-text meta">{text}</p>
}

/** Refusals whose text lists addresses. */
const NAMES_EMAILS = new Set(['EMAIL_DUPLICATE', 'EMAIL_FORMAT'])

/** The rows of an invitation, how they change, and what becomes of them. What was typed goes only with the dialog. */
export function useInvitation({ caller, rowsRef, onClose, onInvited }: InvitationOptions) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const [rows, setRows] = useState<readonly InviteeRow[]>([emptyRow(0)])
  const [wrong, setWrong] = useState<Wrong>()
  const [pasted, setPasted] = useState(0)

  const focus = (place: Place | undefined) => {
    if (place) rowsRef.current?.querySelector<HTMLInputElement>(`[name="${nameOfField(place)}"]`)?.focus()
  }
  /** Says what is wrong in a dialog that names the field, marks the fields, and leads to the first. */
  const refuse = async (text: string, places: readonly Place[], title?: string) => {
    setWrong({ text, places })
    const [first] = places
    const number = rows.findIndex(({ key }) => key === first?.key) + 1
    const detail = first && <Detail text={t('invite.place', { number, field: t(`invite.${first.field}`) })} />
    await dialogs.alert({ tone: 'check', text, detail, ...(title === undefined ? {} : { title }) })
    focus(first)
  }
  const refuseProblem = (problem: Problem) => {
    const text = problem.kind === 'row' ? t(`invite.${problem.problem}`) : t('invite.duplicate', { list: problem.list.join(', ') })
    return refuse(text, placesOf(problem, rows))
  }
  const inviting = useMutation({
    mutationFn: () => block(api.call(invite, { body: { id: caller.id, roomId: caller.roomId, inviteUserList: inviteesOf(rows) } })),
    onSuccess: (people) => onInvited(people.map(({ id }) => id)),
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : undefined
      const places = code !== undefined && NAMES_EMAILS.has(code) ? placesNamedIn(errorText(error), rows) : []
      void refuse(errorText(error), places, code === 'EMAIL_DUPLICATE' ? t('invite.duplicateTitle') : undefined)
    },
  })

  return {
    rows,
    wrong,
    /** How many people the last paste brought; 0 once something was changed. */
    pasted,
    change: ({ key, field }: Place, value: string) => {
      setWrong(undefined)
      setPasted(0)
      setRows((current) => current.map((row) => (row.key === key ? { ...row, [field]: value } : row)))
    },
    add: () => {
      const problem = problemOfAdding(rows)
      if (problem === 'max') return void dialogs.alert({ tone: 'check', text: t('invite.max') })
      if (problem) return void refuseProblem(problem)
      const next = withRowAdded(rows)
      flushSync(() => setRows(next))
      const key = next.at(-1)?.key
      if (key !== undefined) focus({ key, field: 'name' })
    },
    remove: async (row: InviteeRow) => {
      if (row.email.trim() !== '' && !(await dialogs.confirm({ tone: 'check', text: t('invite.rowRemove') }))) return
      const left = rows.filter(({ key }) => key !== row.key)
      flushSync(() => {
        setWrong(undefined)
        setRows(left)
      })
      const key = (left[rows.indexOf(row)] ?? left.at(-1))?.key
      if (key !== undefined) focus({ key, field: 'name' })
    },
    /** @returns whether the text was a block of cells, and has been taken. */
    paste: (fieldName: string, text: string): boolean => {
      const at = placeOf(fieldName)
      const cells = cellsOf(text)
      if (!at || !cells) return false
      const { rows: filled, taken, beyond } = pasteCells(rows, at, cells)
      setWrong(undefined)
      setRows(filled)
      setPasted(taken)
      if (beyond.length > 0) {
        const detail = <Detail text={t('invite.beyond', { count: beyond.length, list: beyond.join(', ') })} />
        void dialogs.alert({ tone: 'check', text: t('invite.max'), detail })
      }
      return true
    },
    cancel: async () => {
      if (rows.every(isEmpty) || (await dialogs.confirm({ tone: 'check', text: t('invite.cancelConfirm') }))) onClose()
    },
    complete: async () => {
      const problem = problemOf(rows)
      if (problem) return refuseProblem(problem)
      if (inviting.isPending) return
      const detail = <Detail text={t('invite.completeDetail', { count: rows.length })} />
      if (await dialogs.confirm({ tone: 'check', text: t('invite.completeConfirm'), detail })) inviting.mutate()
    },
  }
}

export type Invitation = ReturnType<typeof useInvitation>
