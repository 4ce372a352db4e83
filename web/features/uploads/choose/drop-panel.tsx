import '../panel/upload-tools.css'
import { CloudUpload } from 'lucide-react'
import { useId } from 'react'
import { EXTENSIONS } from '../../../../contract/core/limits.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { UploadTarget } from '../panel/upload-tools.tsx'
import { FileInput } from './file-input.tsx'
import { useAddFiles } from './use-add-files.tsx'

interface DropPanelProps extends UploadTarget {
  readonly isSlim: boolean
}

export function DropPanel({ queue, folder, staged, isSlim }: DropPanelProps) {
  const { t } = useTranslation()
  const inputId = useId()
  const add = useAddFiles(queue, staged)
  const hint = t('uploads.hint', { extensions: EXTENSIONS.join(', ') })
  return (
    <label
      className={isSlim ? 'drop-panel drop-panel-slim' : 'drop-panel'}
      htmlFor={inputId}
      data-tip={isSlim ? hint : undefined}
    >
      <CloudUpload />
      <span className="drop-panel-text">
        <span className="drop-panel-title">{t('uploads.drop', { folder: folder.name })}</span>
        {!isSlim && <span className="meta">{hint}</span>}
      </span>
      <FileInput
        id={inputId}
        label={t('uploads.title')}
        onFiles={(chosen) => add(chosen, folder.id)}
      />
    </label>
  )
}
