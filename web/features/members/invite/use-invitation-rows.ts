import { type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from '../../../lib/i18n.ts'
import { cellsOfCsv } from '../../../lib/read-csv.ts'
import { useDraft } from '../../../room/use-draft.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { importRows } from './import-rows.ts'
import {
  emptyRow,
  INVITEE_FIELDS,
  type InviteeFieldPosition,
  type InviteeRow,
  isUnregistered,
  keptTextOf,
  problemOfAdding,
  rowsOf,
  withoutOwn,
  withRowAdded,
} from './invitee-rows.ts'
import { cellsOf, pasteCells } from './paste-rows.ts'
import type { InvitationAccess } from './use-invitation-access.ts'
import { useRefusals } from './use-refusals.tsx'

interface Brought {
  readonly by: 'paste' | 'file' | 'draft'
  readonly count: number
}

export const nameOfField = ({ key, field }: InviteeFieldPosition): string => `${field}-${key}`

function placeOf(name: string): InviteeFieldPosition | undefined {
  const [field, key] = name.split('-')
  const known = INVITEE_FIELDS.find((candidate) => candidate === field)
  return known && { key: Number(key), field: known }
}

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

export function useInvitationRows(
  rowsRef: RefObject<HTMLElement | null>,
  access: Pick<InvitationAccess, 'problemOf'>,
) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const { rows, setRows, brought, setBrought, forget } = useKeptRows()
  const focus = (place: InviteeFieldPosition | undefined) => {
    if (place)
      rowsRef.current?.querySelector<HTMLInputElement>(`[name="${nameOfField(place)}"]`)?.focus()
  }
  const refusals = useRefusals(rows, access, focus)
  const { setWrong, refuseProblem, listLeftOut } = refusals

  const add = () => {
    const problem = problemOfAdding(rows)
    if (problem === 'max') return void dialogs.alert({ tone: 'check', text: t('invite.max') })
    if (problem) return void refuseProblem(problem)
    const next = withRowAdded(rows)
    flushSync(() => setRows(next))
    const key = next.at(-1)?.key
    if (key !== undefined) focus({ key, field: 'name' })
  }

  const bring = (filled: readonly InviteeRow[], by: Brought['by'], count: number) => {
    setWrong(undefined)
    setRows(filled)
    setBrought({ by, count })
  }
  return {
    rows,
    brought,
    forget,
    refusals,
    change: ({ key, field }: InviteeFieldPosition, value: string) => {
      setWrong(undefined)
      setBrought(undefined)
      setRows((current) =>
        current.map((row) => (row.key === key ? { ...row, [field]: value } : row)),
      )
    },
    clearOwn: (row: InviteeRow) => {
      setRows((current) => current.map((each) => (each.key === row.key ? withoutOwn(each) : each)))
      focus({ key: row.key, field: 'name' })
    },
    add,
    modify: () =>
      isUnregistered(rows)
        ? void dialogs.alert({ tone: 'check', text: t('invite.unfinished') })
        : add(),
    remove: async (row: InviteeRow) => {
      if (
        row.email.trim() !== '' &&
        !(await dialogs.confirm({ tone: 'check', text: t('invite.rowRemove') }))
      )
        return
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
      bring(filled, 'paste', taken)
      void listLeftOut([], beyond)
      return true
    },
    importFile: async (file: File) => {
      const cells = cellsOfCsv(new Uint8Array(await file.arrayBuffer()))
      if (!cells) return dialogs.alert({ tone: 'check', text: t('invite.csvUnreadable') })
      const { rows: filled, taken, refused, beyond } = importRows(rows, cells, access.problemOf)
      if (taken === 0 && refused.length === 0 && beyond.length === 0)
        return dialogs.alert({ tone: 'check', text: t('invite.csvEmpty') })
      bring(filled, 'file', taken)
      return listLeftOut(refused, beyond)
    },
  }
}
