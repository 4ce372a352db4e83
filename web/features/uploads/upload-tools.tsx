import './upload-tools.css'
import { FolderUp, Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ToolButton } from '../../ui/tool-button.tsx'
import { DropArea } from './drop-area.tsx'
import { FileInput } from './file-input.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { useAddFiles } from './use-add-files.tsx'

/** Where files go. */
export interface UploadTarget {
  readonly queue: UploadQueue
  readonly folder: { readonly id: number; readonly name: string }
}

/** Everything by which files come in: two buttons, and the whole page as a place to drop them. */
export function UploadTools({ queue, folder }: UploadTarget) {
  const { t } = useTranslation()
  const files = useRef<HTMLInputElement>(null)
  const tree = useRef<HTMLInputElement>(null)
  const add = useAddFiles(queue, folder.id)
  return (
    <div className="upload-tools">
      <FileInput ref={tree} label={t('uploads.folder')} takesFolder onFiles={add} />
      <FileInput ref={files} label={t('uploads.files')} onFiles={add} />
      <ToolButton icon={FolderUp} label={t('uploads.folder')} onClick={() => tree.current?.click()} />
      <Button variant="primary" icon={Upload} onClick={() => files.current?.click()}>
        {t('uploads.files')}
      </Button>
      <DropArea folderName={folder.name} onFiles={add} />
    </div>
  )
}
