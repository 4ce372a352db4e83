import { useState } from 'react'
import { markRead, moveThread } from '../../../../contract/features/threads/threads.ts'
import type { GivenRequest } from '../../../lib/api/api.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { type Thread, useRefresh } from '../threads-query.ts'
import { useThreadTexts } from '../use-thread-texts.ts'
import type { Action } from './thread-moves.ts'

export type Move = Omit<GivenRequest<typeof moveThread>['body'], 'rev'>

export function useThreadMoves(roomId: number, thread: Thread, onGone: (() => void) | undefined) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const texts = useThreadTexts()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const [dialog, setDialog] = useState<Action['dialog']>()
  const [isBusy, setBusy] = useState(false)
  const close = () => setDialog(undefined)
  const move = async (given: Move) => {
    const params = { id: thread.id }
    const { state } = await api
      .call(moveThread, { params, body: { ...given, rev: thread.rev } })
      .finally(refresh)
    toast(
      t('questions.moved', {
        number: thread.number,
        state: texts.state({ type: thread.type, state }),
      }),
    )
    close()
  }
  const run = async ({ dialog: opened, to, asks }: Action) => {
    if (opened) return setDialog(opened)
    if (to === undefined || isBusy) return
    const question = asks && {
      tone: 'check' as const,
      text: t(asks, { number: thread.number }),
      isDangerous: true,
    }
    if (question && !(await dialogs.confirm(question))) return
    setBusy(true)
    await move({ to }).then(
      () => (asks === 'questions.discardText' ? onGone?.() : undefined),
      alertError,
    )
    setBusy(false)
  }
  const markUnread = () =>
    void api
      .call(markRead, { body: { roomId, ids: [thread.id], unread: true } })
      .then(refresh, alertError)
  return { dialog, isBusy, close, move, run, markUnread }
}
