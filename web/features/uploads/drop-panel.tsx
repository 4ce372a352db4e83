import './upload-tools.css'
import { CloudUpload } from 'lucide-react'
import { useId } from 'react'
import { EXTENSIONS } from '../../../contract/core/limits.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FileInput } from './file-input.tsx'
import type { UploadTarget } from './upload-tools.tsx'
import { useAddFiles } from './use-add-files.tsx'

/** Says that files can be dropped, and what they may be. A click picks files, as the upload button does for the keyboard. */
export function DropPanel({ queue, folder }: UploadTarget) {
  const { t } = useTranslation()
  const inputId = useId()
  const add = useAddFiles(queue)
  return (
    <label className="drop-panel" htmlFor={inputId}>
      <CloudUpload />
      <span>
        <span className="drop-panel-title">{t('uploads.drop', { folder: folder.name })}</span>
        <span className="meta">{t('uploads.hint', { extensions: EXTENSIONS.join(', ') })}</span>
      </span>
      <FileInput id={inputId} label={t('uploads.title')} onFiles={(chosen) => add(chosen, folder.id)} />
    </label>
  )
}
