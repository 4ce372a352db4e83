import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { invite } from '../../../../contract/features/members.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { cellsOfCsv } from '../../../lib/read-csv.ts'
import { useDraft } from '../../../room/use-draft.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { ReasonList } from '../../../ui/dialog/reason-list.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { importRows, type RefusedLine } from './import-rows.ts'
import {
  emptyRow,
  INVITEE_FIELDS,
  type InviteeFieldPosition,
  type InviteeRow,
  inviteeOf,
  isEmpty,
  isUnregistered,
  keptTextOf,
  type Problem,
  placesNamedIn,
  placesOf,
  problemOf,
  problemOfAdding,
  rowsOf,
  withoutOwn,
  withRowAdded,
} from './invitee-rows.ts'
import { isOwnProblem } from './own-access.ts'
import { cellsOf, pasteCells } from './paste-rows.ts'
import type { InvitationAccess } from './use-invitation-access.ts'

interface Wrong {
  readonly places: readonly InviteeFieldPosition[]
  readonly text: string
}

interface Brought {
  readonly by: 'paste' | 'file' | 'draft'
  readonly count: number
}

interface InvitationOptions {
  readonly caller: { readonly id: number; readonly roomId: number }
  readonly rowsRef: RefObject<HTMLElement | null>
  readonly access: Pick<InvitationAccess, 'accessOf' | 'problemOf'>
  readonly onClose: () => void
  readonly onInvited: (ids: readonly number[]) => void
}

export const nameOfField = ({ key, field }: InviteeFieldPosition): string => `${field}-${key}`

function placeOf(name: string): InviteeFieldPosition | undefined {
  const [field, key] = name.split('-')
  const known = INVITEE_FIELDS.find((candidate) => candidate === field)
  return known && { key: Number(key), field: known }
}

interface LeftOutProps {
  readonly refused: readonly RefusedLine[]
  readonly beyond: readonly string[]
}

function LeftOut({ refused, beyond }: LeftOutProps) {
  const { t } = useTranslation()
  return (
    <>
      {refused.length > 0 && (
        <ReasonList
          label={t('invite.csvRefused')}
          rows={refused}
          describe={({ line, name, problem }) => ({
            key: line,
            name: t('invite.csvLine', { line, name }),
            reason: t(isOwnProblem(problem) ? `groups.${problem}` : `invite.${problem}`),
          })}
          others={(count) => t('invite.csvOthers', { count })}
        />
      )}
      {beyond.length > 0 && <Detail text={t('invite.beyond', { count: beyond.length, list: beyond.join(', ') })} />}
    </>
  )
}

function Detail({ text }: { readonly text: string }) {
  return <p className="modal-text meta">{text}</p>
}

const NAMES_EMAILS = new Set(['EMAIL_DUPLICATE', 'EMAIL_FORMAT'])

function useKeptRows() {
  const [rows, setRows] = useState<readonly InviteeRow[]>([emptyRow(0)])
  const [brought, setBrought] = useState<Brought>()
  const forget = useDraft({
    kind: 'invitation',
    text: keptTextOf(rows),
    onKept(text) {
      const kept = rowsOf(text)
      if (!kept) return
      setRows(kept)
      setBrought({ by: 'draft', count: kept.length })
    },
  })
  return { rows, setRows, brought, setBrought, forget }
}

function useRefusals(
  rows: readonly InviteeRow[],
  access: InvitationOptions['access'],
  focus: (place: InviteeFieldPosition | undefined) => void,
) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const [wrong, setWrong] = useState<Wrong>()

  const refuse = async (text: string, places: readonly InviteeFieldPosition[], title?: string) => {
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
  const refuseOwn = async (row: InviteeRow) => {
    const problem = access.problemOf(row)
    if (!problem) return
    const detail = <Detail text={t('invite.row', { number: rows.indexOf(row) + 1 })} />
    await dialogs.alert({ tone: 'check', text: t(`groups.${problem}`), detail })
    focus({ key: row.key, field: 'name' })
  }
  const listLeftOut = async (refused: readonly RefusedLine[], beyond: readonly string[]) => {
    if (refused.length === 0 && beyond.length === 0) return
    const text = t(refused.length > 0 ? 'invite.csvPartly' : 'invite.max')
    await dialogs.alert({ tone: 'check', text, detail: <LeftOut refused={refused} beyond={beyond} /> })
  }
  return { wrong, setWrong, refuse, refuseProblem, refuseOwn, listLeftOut }
}

export function useInvitation({ caller, rowsRef, access, onClose, onInvited }: InvitationOptions) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const { rows, setRows, brought, setBrought, forget } = useKeptRows()

  const focus = (place: InviteeFieldPosition | undefined) => {
    if (place) rowsRef.current?.querySelector<HTMLInputElement>(`[name="${nameOfField(place)}"]`)?.focus()
  }
  const { wrong, setWrong, refuse, refuseProblem, refuseOwn, listLeftOut } = useRefusals(rows, access, focus)
  const inviting = useMutation({
    mutationFn: () => {
      const inviteUserList = rows.map((row, index) => ({ ...inviteeOf(row, index), ...access.accessOf(row) }))
      return block(api.call(invite, { body: { id: caller.id, roomId: caller.roomId, inviteUserList } }))
    },
    onSuccess: (people) => {
      forget()
      onInvited(people.map(({ id }) => id))
    },
    onError: (error) => {
      const code = error instanceof ApiError ? error.code : undefined
      const places = code !== undefined && NAMES_EMAILS.has(code) ? placesNamedIn(errorText(error), rows) : []
      void refuse(errorText(error), places, code === 'EMAIL_DUPLICATE' ? t('invite.duplicateTitle') : undefined)
    },
  })

  const add = () => {
    const problem = problemOfAdding(rows)
    if (problem === 'max') return void dialogs.alert({ tone: 'check', text: t('invite.max') })
    if (problem) return void refuseProblem(problem)
    const next = withRowAdded(rows)
    flushSync(() => setRows(next))
    const key = next.at(-1)?.key
    if (key !== undefined) focus({ key, field: 'name' })
  }

  return {
    rows,
    wrong,
    brought,
    change: ({ key, field }: InviteeFieldPosition, value: string) => {
      setWrong(undefined)
      setBrought(undefined)
      setRows((current) => current.map((row) => (row.key === key ? { ...row, [field]: value } : row)))
    },
    clearOwn: (row: InviteeRow) => {
      setRows((current) => current.map((each) => (each.key === row.key ? withoutOwn(each) : each)))
      focus({ key: row.key, field: 'name' })
    },
    add,
    modify: () => (isUnregistered(rows) ? void dialogs.alert({ tone: 'check', text: t('invite.unfinished') }) : add()),
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
    paste: (fieldName: string, text: string): boolean => {
      const at = placeOf(fieldName)
      const cells = cellsOf(text)
      if (!at || !cells) return false
      const { rows: filled, taken, beyond } = pasteCells(rows, at, cells)
      setWrong(undefined)
      setRows(filled)
      setBrought({ by: 'paste', count: taken })
      void listLeftOut([], beyond)
      return true
    },
    importFile: async (file: File) => {
      const cells = cellsOfCsv(new Uint8Array(await file.arrayBuffer()))
      if (!cells) return dialogs.alert({ tone: 'check', text: t('invite.csvUnreadable') })
      const { rows: filled, taken, refused, beyond } = importRows(rows, cells, access.problemOf)
      if (taken === 0 && refused.length === 0 && beyond.length === 0) return dialogs.alert({ tone: 'check', text: t('invite.csvEmpty') })
      setWrong(undefined)
      setRows(filled)
      setBrought({ by: 'file', count: taken })
      return listLeftOut(refused, beyond)
    },
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
      if (await dialogs.confirm({ tone: 'check', text: t('invite.completeConfirm'), detail })) inviting.mutate()
    },
  }
}

export type Invitation = ReturnType<typeof useInvitation>
