import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../../lib/api/api-context.ts'
import { useDialogs } from '../../../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../../../ui/state/busy.tsx'
import { useToast } from '../../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../../ui/state/use-error-alert.ts'
import { useUndoable } from '../../groups/use-undoable.ts'
import { failedMailsKey } from '../../mails/failed-mails-query.ts'
import { membersQuery } from '../../members-query.ts'
import type { Right } from '../member-rights.ts'

interface MemberAct {
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

export type AskAndAct = (question: Question, act: MemberAct) => Promise<void>

/** Acts only after a confirmation, and one at a time. */
export function useAskedAct(roomId: number) {
  const api = useApi()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const toast = useToast()
  const say = useUndoable(roomId)
  const alertError = useErrorAlert()
  const block = useBusy()

  const acting = useMutation({
    mutationFn: ({ run }: MemberAct) => block(run()),
    onSuccess: async (said, { done, undo, onDone }) => {
      if (undo) say(said ?? done, undo)
      else toast({ title: 'Succeed', text: said ?? done })
      void queries.invalidateQueries({ queryKey: failedMailsKey(roomId) })
      await queries.invalidateQueries({ queryKey: membersQuery(api, roomId).queryKey })
      onDone?.()
    },
    onError: alertError,
  })
  const ask: AskAndAct = async ({ detail, ...question }, act) => {
    if (acting.isPending) return
    const consequence = detail && <p className="modal-text meta">{detail}</p>
    if (await dialogs.confirm({ ...question, tone: 'check', detail: consequence }))
      acting.mutate(act)
  }
  return {
    ask,
    isBusy: acting.isPending,
    busyRight: acting.isPending ? acting.variables.right : undefined,
  }
}

export const bothWays = <Done,>(value: boolean, set: (wanted: boolean) => Promise<Done>) => ({
  run: () => set(value).then(() => null),
  undo: () => set(!value),
})
