import { CloudUpload } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import type { PickedFile } from './check-file.ts'
import { readDrop } from './read-drop.ts'

interface DropAreaProps {
  readonly folderName: string
  readonly onFiles: (files: readonly PickedFile[]) => void
}

/** Takes files and folders dropped anywhere on the page, and says where they will go while they hover. */
export function DropArea({ folderName, onFiles }: DropAreaProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const isOver = useDrops(async (transfer) => {
    try {
      onFiles(await readDrop(transfer))
    } catch {
      await dialogs.alert({ tone: 'error', text: t('uploads.unreadable') })
    }
  })
  if (!isOver) return null
  return (
    <div className="drop-area">
      <div className="drop-area-card">
        <CloudUpload />
        <p className="drop-area-title">{t('uploads.drop', { folder: folderName })}</p>
        <p className="meta">{t('uploads.hint', { extensions: EXTENSIONS.join(', ') })}</p>
      </div>
    </div>
  )
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

/** Under a dialog the page is inert: the dialog asks something first. */
const isCovered = (): boolean => document.querySelector('main')?.closest('[inert], [aria-hidden="true"]') != null

/** Whether files are dragged over the window. */
function useDrops(onDrop: (transfer: DataTransfer) => Promise<void>): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onDrop)

  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer || !carriesFiles(event)) return
      // Without this the browser would leave the page and open the file.
      event.preventDefault()
      const isOpen = !isCovered()
      event.dataTransfer.dropEffect = isOpen ? 'copy' : 'none'
      setIsOver(isOpen)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer || !carriesFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      if (!isCovered()) void take(event.dataTransfer)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}
