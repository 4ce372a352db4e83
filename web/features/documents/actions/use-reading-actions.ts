import { useMutation } from '@tanstack/react-query'
import { Download, FolderOpen, ListTree, Printer, Star, StarOff, Type } from 'lucide-react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Item } from '../../../../contract/features/documents.ts'
import { load } from '../../../../contract/features/renditions.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { printNatively } from '../../../lib/browser/print-natively.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useFavourite } from '../../../room/use-favourite.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import type { MenuAction } from '../../../ui/menu/action-menu.tsx'
import { useBusy } from '../../../ui/state/busy.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { isFolder } from '../file-kind.ts'
import { useDownload } from '../progress/use-download.ts'
import type { ActionCaller } from './item-actions.ts'
import { downloadObstacle, printObstacle } from './item-rules.ts'
import { useObstacleText } from './use-obstacle-text.ts'

function useCopyName(): (name: string) => Promise<void> {
  const { t } = useTranslation()
  const toast = useToast()
  const dialogs = useDialogs()
  return async (name) => {
    try {
      await navigator.clipboard.writeText(name)
      toast(t('documents.nameCopied'))
    } catch {
      // Without TLS there is no clipboard, so the dialog shows the name.
      await dialogs.alert({ tone: 'check', text: t('documents.copyFailed'), detail: name })
    }
  }
}

/** This `type` asks for a load for printing. */
const PRINT_RENDITION = 2

function usePrint({ id, roomId }: ActionCaller): (item: Item) => void {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const { mutate } = useMutation({
    mutationFn: async ({ id: fileId }: Item) => {
      const pages = await block(
        api.bytes(load, { body: { fileId, id, roomId, type: PRINT_RENDITION } }),
      )
      await printNatively(pages)
    },
    onError: (error) =>
      void dialogs.alert({
        tone: 'check',
        text: error instanceof ApiError ? errorText(error) : t('actions.printFailed'),
      }),
  })
  return mutate
}

function useDownloadOfAllowed(): (items: readonly Item[]) => Promise<void> {
  const { t } = useTranslation()
  const { download } = useDownload()
  const dialogs = useDialogs()
  return async (items) => {
    const left = items.filter(({ permission }) => !permission.download)
    const rest = items.filter(({ permission }) => permission.download)
    if (left.length > 0) {
      const late = await import('../progress/left-out.tsx').catch(() => undefined)
      if (!late) return dialogs.alert({ tone: 'check', text: t('actions.prepareFailed') })
      const text = t('selection.leftOut', {
        count: left.length,
        rest: t('selection.inside', { count: rest.length }),
      })
      if (
        !(await dialogs.confirm({
          tone: 'check',
          text,
          detail: late.leftOut(left),
          confirmLabel: t('selection.downloadRest'),
        }))
      )
        return
    }
    download(rest)
  }
}

function useIndex({ roomId }: ActionCaller): (items: readonly Item[]) => void {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const toast = useToast()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const { mutate } = useMutation({
    async mutationFn(items: readonly Item[]) {
      const { saveIndex } = await import('../progress/save-index.ts')
      const [only] = items.length === 1 ? items : []
      const title = only ? `${t('actions.indexName')} ${only.name}` : t('actions.indexName')
      toast(t('actions.indexSaved', { name: await block(saveIndex(api, roomId, items, title)) }))
    },
    onError: (error) =>
      void dialogs.alert({
        tone: 'check',
        text: error instanceof ApiError ? errorText(error) : t('actions.indexFailed'),
      }),
  })
  return mutate
}

export function useReadingActions(caller: ActionCaller) {
  const { t } = useTranslation()
  const download = useDownloadOfAllowed()
  const print = usePrint(caller)
  const copyName = useCopyName()
  const saveIndexOf = useIndex(caller)
  const textOf = useObstacleText()
  const toggleFavourite = useFavourite(caller.roomId)
  return {
    favourite: (item: Item): MenuAction[] =>
      caller.viewAs === undefined
        ? [
            {
              id: 'favourite',
              label: t(item.favourite ? 'documents.favouriteRemove' : 'documents.favouriteAdd'),
              icon: item.favourite ? StarOff : Star,
              onAction: () => void toggleFavourite(item),
            },
          ]
        : [],
    open: (onAction: () => void): MenuAction => ({
      id: 'open',
      label: t('documents.open'),
      icon: FolderOpen,
      onAction,
    }),
    print: (items: readonly Item[]): MenuAction => ({
      id: 'print',
      label: t('actions.print'),
      icon: Printer,
      blockedBecause: textOf(printObstacle(items)),
      onAction: () => items.slice(0, 1).forEach(print),
    }),
    download: (items: readonly Item[]): MenuAction => ({
      id: 'download',
      label: t('documents.download'),
      icon: Download,
      blockedBecause: textOf(downloadObstacle(items)),
      onAction: () => void download(items),
    }),
    index: (items: readonly Item[]): MenuAction[] =>
      items.length > 1 || items.some(isFolder)
        ? [
            {
              id: 'index',
              label: t('actions.downloadIndex'),
              icon: ListTree,
              blockedBecause:
                items.length > LIMITS.itemsPerMeasure
                  ? t('actions.indexMost', { most: LIMITS.itemsPerMeasure })
                  : undefined,
              onAction: () => saveIndexOf(items),
            },
          ]
        : [],
    copyName: (item: Item): MenuAction => ({
      id: 'copy-name',
      label: t(isFolder(item) ? 'documents.copyFolderName' : 'documents.copyName'),
      icon: Type,
      onAction: () => void copyName(item.name),
    }),
  }
}
