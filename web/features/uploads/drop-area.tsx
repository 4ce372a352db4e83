import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PickedFile } from './check-file.ts'
import { readDrop } from './read-drop.ts'

interface DropAreaProps {
  readonly folderName: string
  readonly onFiles: (files: readonly PickedFile[]) => void
}

/** Takes files and folders dropped anywhere on the page, and says where they will go while they hover. */
export function DropArea({ folderName, onFiles }: DropAreaProps) {
  const { t } = useTranslation()
  const isOver = useDroppedFiles(onFiles)
  if (!isOver) return null
  return (
    <div className="drop">
      <div className="drop-card">
        <Icon name="upload" />
        <p>{t('uploads.drop', { folder: folderName })}</p>
        <p className="meta">{t('uploads.hint', { extensions: EXTENSIONS.join(', ') })}</p>
      </div>
    </div>
  )
}

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false

function useDroppedFiles(onFiles: (files: readonly PickedFile[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const take = useEffectEvent(onFiles)

  useEffect(() => {
    const over = (event: DragEvent) => {
      // A dialog asks something first.
      if (!carriesFiles(event)) return
      event.preventDefault()
      if (document.querySelector('dialog[open]') === null) setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      setIsOver(false)
      if (event.dataTransfer && document.querySelector('dialog[open]') === null)
        void readDrop(event.dataTransfer).then((files) => take(files))
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
