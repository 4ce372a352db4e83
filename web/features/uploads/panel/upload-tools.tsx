import './upload-tools.css'
import { FolderUp, Upload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { ToolButton } from '../../../ui/tool-button.tsx'
import type { PickedFile } from '../choose/check-file.ts'
import { DropArea } from '../choose/drop-area.tsx'
import type { DropTarget } from '../choose/drop-target.ts'
import { FileInput } from '../choose/file-input.tsx'
import { useAddFiles } from '../choose/use-add-files.tsx'
import type { UploadQueue } from '../queue/upload-queue.ts'
import { preloadUploads } from './upload-card.tsx'

export interface UploadTarget {
  readonly queue: UploadQueue
  readonly folder: DropTarget
  /** Undefined lets the folder decide. */
  readonly staged: boolean | undefined
}

export function UploadTools({ queue, folder, staged }: UploadTarget) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const tree = useRef<HTMLInputElement>(null)
  const add = useAddFiles(queue, staged)
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
      <ToolButton
        icon={FolderUp}
        label={t('uploads.folder')}
        blockedBecause={blockedBecause}
        onClick={() => tree.current?.click()}
      />
      <Button
        variant="primary"
        icon={Upload}
        blockedBecause={blockedBecause}
        onClick={() => files.current?.click()}
      >
        {t('uploads.files')}
      </Button>
      <DropArea folder={folder} blockedBecause={blockedBecause} onFiles={add} />
    </div>
  )
}
