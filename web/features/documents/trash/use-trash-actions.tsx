import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  destroy,
  restore,
  type TrashedItem,
} from '../../../../contract/features/documents/trash.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { inFolder } from '../../../room/folder-search.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { itemsKey } from '../list/items-query.ts'
import { useFailureToast } from '../progress/failure-list.tsx'
import { useRunEach } from '../progress/use-run-each.tsx'
import { pathTo } from '../tree/path-to.ts'
import { trashKey } from './trash-key.ts'

export interface TrashCaller {
  readonly id: number
  readonly roomId: number
}

interface Restored {
  readonly item: TrashedItem
  readonly result: { readonly parent: number }
}

export function useTrashActions(caller: TrashCaller) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const toast = useToast()
  const showFailures = useFailureToast()
  const showRestored = useRestoredToast()
  const refresh = useRefresh(caller.roomId)
  const { run, isRunning, progress } = useRunEach()
  const bodyFor = ({ id: fileId }: TrashedItem) => ({
    body: { fileId, id: caller.id, roomId: caller.roomId },
  })

  const restoreAll = async (items: readonly TrashedItem[]) => {
    if (isRunning || items.length === 0) return
    const act = (item: TrashedItem) => api.call(restore, bodyFor(item))
    const { done, failed } = await run({ items, title: t('trash.restoring'), act })
    showRestored(done)
    void refresh()
    await showFailures(t('trash.restoreFailed', { count: failed.length }), failed)
  }

  const destroyAll = async (items: readonly TrashedItem[], question: string) => {
    if (isRunning || items.length === 0) return
    const effect = <p className="modal-text meta">{t('trash.destroyEffect')}</p>
    const confirmLabel = t('trash.destroy')
    if (
      !(await dialogs.confirm({
        tone: 'check',
        text: question,
        detail: effect,
        confirmLabel,
        isDangerous: true,
      }))
    )
      return
    const { done, failed } = await run({
      items,
      title: t('trash.destroying'),
      act: (item) => api.call(destroy, bodyFor(item)),
    })
    if (done.length > 0) toast(t('trash.destroyed', { count: done.length }))
    void refresh()
    await showFailures(t('trash.destroyFailed', { count: failed.length }), failed)
  }

  return {
    isRunning,
    progress,
    restore: restoreAll,
    destroy(items: readonly TrashedItem[]) {
      const [first] = items
      const isOne = items.length === 1 && first
      return destroyAll(
        items,
        isOne
          ? t('trash.destroyOne', { name: first.name })
          : t('trash.destroyMany', { count: items.length }),
      )
    },
    empty: (items: readonly TrashedItem[]) =>
      destroyAll(items, t('trash.emptyConfirm', { count: items.length })),
  }
}

export type TrashActions = ReturnType<typeof useTrashActions>

function useRefresh(roomId: number) {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [itemsKey(roomId), trashKey(roomId)].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
}

function useRestoredToast(): (restored: readonly Restored[]) => void {
  const { t } = useTranslation()
  const toast = useToast()
  const navigate = useNavigate()
  const root = t('documents.root')

  const open = (folder: number) => ({
    label: t('trash.openFolder'),
    onPress: () => void navigate({ to: '/admin/upload', search: inFolder(folder) }),
  })
  const reportOne = ({ item, result: { parent } }: Restored) => {
    const isMoved = parent !== item.parent
    const folder = isMoved ? root : (pathTo(item).at(-1) ?? root)
    toast({
      text: t(isMoved ? 'trash.restoredToRoot' : 'trash.restored', { name: item.name, folder }),
      action: open(parent),
    })
  }
  return (restored) => {
    const [first, ...others] = restored
    if (!first) return
    if (others.length === 0) return reportOne(first)
    const count = restored.length
    const moved = restored.filter(({ item, result }) => result.parent !== item.parent).length
    if (moved === 0) toast(t('trash.restoredMany', { count }))
    else
      toast({
        text: t('trash.restoredManyToRoot', { count, moved, folder: root }),
        action: open(0),
      })
  }
}
