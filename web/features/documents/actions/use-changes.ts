import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { itemsKey } from '../list/items-query.ts'
import { type FailedItem, useFailureToast } from '../progress/failure-list.tsx'
import type { EachOutcome } from '../progress/run-each.ts'
import { useRunEach } from '../progress/use-run-each.tsx'
import { trashKey } from '../trash/trash-key.ts'

interface ItemsChange<T, R> {
  readonly items: readonly T[]
  readonly title: string
  readonly act: (item: T) => Promise<R>
  readonly failedText: (count: number) => string
}

export interface ItemChanges {
  readonly run: <T extends FailedItem, R>(
    change: ItemsChange<T, R>,
  ) => Promise<EachOutcome<T, R>['done']>
  readonly offerUndo: <T extends FailedItem, R>(
    text: string,
    items: readonly T[],
    undo: (item: T) => Promise<R>,
    saying?: (answers: readonly R[]) => string | undefined,
  ) => void
  readonly progress: ReactNode
}

export function useChanges(roomId: number): ItemChanges {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const toast = useToast()
  const showFailures = useFailureToast()
  const { run: runEach, isRunning, progress } = useRunEach()

  const run: ItemChanges['run'] = async ({ items, title, act, failedText }) => {
    if (isRunning || items.length === 0) return []
    const { done, failed } = await runEach({ items, title, act })
    for (const queryKey of [itemsKey(roomId), trashKey(roomId)])
      void queries.invalidateQueries({ queryKey })
    void showFailures(failedText(failed.length), failed)
    return done
  }

  const offerUndo: ItemChanges['offerUndo'] = (text, items, undo, saying) => {
    const onPress = async () => {
      const failedText = (count: number) => t('actions.undoFailed', { count })
      const done = await run({ items, title: t('actions.undoing'), act: undo, failedText })
      if (done.length > 0) toast(saying?.(done.map(({ result }) => result)) ?? t('actions.undone'))
    }
    toast({ text, action: { label: t('actions.undo'), onPress: () => void onPress() } })
  }
  return { run, offerUndo, progress }
}
