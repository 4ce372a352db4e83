import { Copy, Download, FolderOpen } from 'lucide-react'
import { Suspense } from 'react'
import type { Item } from '../../../contract/features/documents.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { MenuAction } from '../../ui/action-menu.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { LazyMenu } from '../../ui/lazy-menu.tsx'
import type { MenuAnchor } from '../../ui/menu-place.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { isFolder } from './file-kind.ts'
import { useDownload, useDownloadBlock } from './use-download.ts'

interface RowMenuProps {
  readonly item: Item
  readonly anchor: MenuAnchor
  /** Whether the caller may download at all. */
  readonly holdsDownload: boolean
  /** Opens the item; left out where it does not open. */
  readonly onOpen: (() => void) | undefined
  readonly onClose: () => void
}

/** What can be done with one item. */
export function RowMenu({ item, anchor, holdsDownload, onOpen, onClose }: RowMenuProps) {
  const { t } = useTranslation()
  const { download } = useDownload()
  const blockOf = useDownloadBlock(holdsDownload)
  const copyName = useCopyName()

  const open: MenuAction[] = onOpen ? [{ id: 'open', label: t('documents.open'), icon: FolderOpen, onAction: onOpen }] : []
  const downloadFile: MenuAction = {
    id: 'download',
    label: t('documents.download'),
    icon: Download,
    blockedBecause: blockOf(item),
    onAction: () => download(item),
  }
  const copy: MenuAction = {
    id: 'copy-name',
    label: t(isFolder(item) ? 'documents.copyFolderName' : 'documents.copyName'),
    icon: Copy,
    onAction: () => void copyName(item.name),
  }
  const actions = [...open, ...(isFolder(item) ? [] : [downloadFile]), copy]
  return (
    <Suspense>
      <LazyMenu label={t('documents.moreOf', { name: item.name })} anchor={anchor} actions={actions} onClose={onClose} />
    </Suspense>
  )
}

function useCopyName(): (name: string) => Promise<void> {
  const { t } = useTranslation()
  const toast = useToast()
  const dialogs = useDialogs()
  return async (name) => {
    try {
      await navigator.clipboard.writeText(name)
      toast(t('documents.nameCopied'))
    } catch {
      // Browsers give no clipboard to a page without TLS: the name is shown, to be copied by hand.
      await dialogs.alert({ tone: 'check', text: t('documents.copyFailed'), detail: name })
    }
  }
}
