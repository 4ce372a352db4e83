import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { invite } from '../../../contract/features/members.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { cellsOfCsv } from '../../lib/read-csv.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useBusy } from '../../ui/busy.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { ReasonList } from '../../ui/reason-list.tsx'
import { importRows, type RefusedLine } from './import-rows.ts'
import {
  emptyRow,
  INVITEE_FIELDS,
  type InviteeRow,
  inviteesOf,
  isEmpty,
  isUnregistered,
  keptTextOf,
  type Place,
  type Problem,
  placesNamedIn,
  placesOf,
  problemOf,
  problemOfAdding,
  rowsOf,
  withRowAdded,
} from './invitee-rows.ts'
import { cellsOf, pasteCells } from './paste-rows.ts'

/** What is wrong, and at which fields. */
interface Wrong {
  readonly places: readonly Place[]
  readonly text: string
}

/** How many people came in one go. */
interface Brought {
  readonly by: 'paste' | 'file' | 'draft'
  readonly count: number
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
            reason: t(`invite.${problem}`),
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

/** Refusals whose text lists addresses. */
const NAMES_EMAILS = new Set(['EMAIL_DUPLICATE', 'EMAIL_FORMAT'])

/** The rows, which outlive the dialog until they are sent or thrown away. */
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

/** The rows of an invitation, how they change, and what becomes of them. What was typed is kept until it is sent, deleted or thrown away. */
export function useInvitation({ caller, rowsRef, onClose, onInvited }: InvitationOptions) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const { rows, setRows, brought, setBrought, forget } = useKeptRows()
  const [wrong, setWrong] = useState<Wrong>()

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
  /** Names the lines of a table that were not taken, and the people for whom there was no room. */
  const tellLeftOut = async (refused: readonly RefusedLine[], beyond: readonly string[]) => {
    if (refused.length === 0 && beyond.length === 0) return
    const text = t(refused.length > 0 ? 'invite.csvPartly' : 'invite.max')
    await dialogs.alert({ tone: 'check', text, detail: <LeftOut refused={refused} beyond={beyond} /> })
  }
  const inviting = useMutation({
    mutationFn: () => block(api.call(invite, { body: { id: caller.id, roomId: caller.roomId, inviteUserList: inviteesOf(rows) } })),
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
    /** What the last paste or file brought; undefined once something was changed. */
    brought,
    change: ({ key, field }: Place, value: string) => {
      setWrong(undefined)
      setBrought(undefined)
      setRows((current) => current.map((row) => (row.key === key ? { ...row, [field]: value } : row)))
    },
    add,
    /** Goes on with further people once there is more than the row that stands there from the start. */
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
    /** @returns whether the text was a block of cells, and has been taken. */
    paste: (fieldName: string, text: string): boolean => {
      const at = placeOf(fieldName)
      const cells = cellsOf(text)
      if (!at || !cells) return false
      const { rows: filled, taken, beyond } = pasteCells(rows, at, cells)
      setWrong(undefined)
      setRows(filled)
      setBrought({ by: 'paste', count: taken })
      void tellLeftOut([], beyond)
      return true
    },
    importFile: async (file: File) => {
      const cells = cellsOfCsv(new Uint8Array(await file.arrayBuffer()))
      if (!cells) return dialogs.alert({ tone: 'check', text: t('invite.csvUnreadable') })
      const { rows: filled, taken, refused, beyond } = importRows(rows, cells)
      if (taken === 0 && refused.length === 0 && beyond.length === 0) return dialogs.alert({ tone: 'check', text: t('invite.csvEmpty') })
      setWrong(undefined)
      setRows(filled)
      setBrought({ by: 'file', count: taken })
      return tellLeftOut(refused, beyond)
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
      if (inviting.isPending) return
      const detail = <Detail text={t('invite.completeDetail', { count: rows.length })} />
      if (await dialogs.confirm({ tone: 'check', text: t('invite.completeConfirm'), detail })) inviting.mutate()
    },
  }
}

export type Invitation = ReturnType<typeof useInvitation>
