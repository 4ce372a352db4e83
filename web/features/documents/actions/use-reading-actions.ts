import { Download, FolderOpen, Printer, Type } from 'lucide-react'
import type { Item } from '../../../../contract/features/documents.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { MenuAction } from '../../../ui/action-menu.tsx'
import { isFolder } from '../file-kind.ts'
import { useDownload } from '../use-download.ts'
import type { ActionCaller } from './item-actions.ts'
import { downloadObstacle, printObstacle } from './item-rules.ts'
import { useCopyName } from './use-copy-name.ts'
import { useObstacleText } from './use-obstacle-text.ts'
import { usePrint } from './use-print.ts'

/** What changes nothing, and is therefore offered to readers, too. */
export function useReadingActions(caller: ActionCaller) {
  const { t } = useTranslation()
  const { download } = useDownload()
  const print = usePrint(caller)
  const copyName = useCopyName()
  const textOf = useObstacleText()
  return {
    open: (onAction: () => void): MenuAction => ({ id: 'open', label: t('documents.open'), icon: FolderOpen, onAction }),
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
      onAction: () => download(items),
    }),
    copyName: (item: Item): MenuAction => ({
      id: 'copy-name',
      label: t(isFolder(item) ? 'documents.copyFolderName' : 'documents.copyName'),
      icon: Type,
      onAction: () => void copyName(item.name),
    }),
  }
}
