import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/toasts.tsx'
import { type Named, useTellFailed } from '../failure-list.tsx'
import { itemsKey } from '../items-query.ts'
import type { Outcome } from '../run-each.ts'
import { trashKey } from '../trash/trash-key.ts'
import { useRunEach } from '../use-run-each.tsx'

interface Change<T, R> {
  readonly items: readonly T[]
  readonly title: string
  readonly act: (item: T) => Promise<R>
  /** What to say of those that it failed with. */
  readonly failedText: (count: number) => string
}

export interface Changes {
  /** Nothing happens while another change is under way. */
  readonly run: <T extends Named, R>(change: Change<T, R>) => Promise<Outcome<T, R>['done']>
  /** Says what was done, with a way back. */
  readonly tellUndoable: <T extends Named>(text: string, items: readonly T[], undo: (item: T) => Promise<unknown>) => void
  readonly progress: ReactNode
}

/** Changes items one after the other: shows how far it is, brings the lists up to date, tells what failed and why. */
export function useChanges(roomId: number): Changes {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const toast = useToast()
  const tellFailed = useTellFailed()
  const { run: runEach, isRunning, progress } = useRunEach()

  const run: Changes['run'] = async ({ items, title, act, failedText }) => {
    if (isRunning || items.length === 0) return []
    const { done, failed } = await runEach({ items, title, act })
    for (const queryKey of [itemsKey(roomId), trashKey(roomId)]) void queries.invalidateQueries({ queryKey })
    void tellFailed(failedText(failed.length), failed)
    return done
  }

  const tellUndoable: Changes['tellUndoable'] = (text, items, undo) => {
    const onPress = async () => {
      const failedText = (count: number) => t('actions.undoFailed', { count })
      const done = await run({ items, title: t('actions.undoing'), act: undo, failedText })
      if (done.length > 0) toast(t('actions.undone'))
    }
    toast({ text, action: { label: t('actions.undo'), onPress: () => void onPress() } })
  }
  return { run, tellUndoable, progress }
}
