import './upload-tools.css'
import { FolderUp, Upload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { usePhaseBlock } from '../../lib/room-phase.ts'
import { Button } from '../../ui/button.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import type { PickedFile } from './check-file.ts'
import { DropArea } from './drop-area.tsx'
import type { DropTarget } from './drop-target.ts'
import { FileInput } from './file-input.tsx'
import { preloadUploads } from './upload-card.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { useAddFiles } from './use-add-files.tsx'

/** Where files go. */
export interface UploadTarget {
  readonly queue: UploadQueue
  readonly folder: DropTarget
}

/** Everything by which files come in: two buttons, and the whole page as a place to drop them. */
export function UploadTools({ queue, folder }: UploadTarget) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const tree = useRef<HTMLInputElement>(null)
  const add = useAddFiles(queue)
  const blockedBecause = usePhaseBlock('documents.write')
  const addHere = (chosen: readonly PickedFile[]) => add(chosen, folder.id)
  useEffect(() => {
    preloadUploads()
    void queue.lookForUnfinished()
  }, [queue])
  return (
    <div className="upload-tools">
      {blockedBecause === undefined && (
        <>
          <FileInput ref={tree} label={t('uploads.folder')} takesFolder onFiles={addHere} />
          <FileInput ref={files} label={t('uploads.files')} onFiles={addHere} />
        </>
      )}
      <ToolButton icon={FolderUp} label={t('uploads.folder')} blockedBecause={blockedBecause} onClick={() => tree.current?.click()} />
      <Button variant="primary" icon={Upload} blockedBecause={blockedBecause} onClick={() => files.current?.click()}>
        {t('uploads.files')}
      </Button>
      <DropArea folder={folder} blockedBecause={blockedBecause} onFiles={add} />
    </div>
  )
}
