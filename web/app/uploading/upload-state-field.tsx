import { useFolderStages } from '../../features/documents/index.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { SelectField } from '../../ui/field/select-field.tsx'

export type UploadState = 'folder' | 'published' | 'staged'

interface UploadStateFieldProps {
  readonly roomId: number
  readonly folder: number
  readonly chosen: UploadState
  readonly onChoose: (state: UploadState) => void
}

export function UploadStateField({ roomId, folder, chosen, onChoose }: UploadStateFieldProps) {
  const { t } = useTranslation()
  const stages = useFolderStages(roomId, folder)
  return (
    <div className="upload-state">
      <SelectField
        label={t('uploads.publishing')}
        options={[
          {
            id: 'folder',
            label: t(stages ? 'uploads.publishingFolderOn' : 'uploads.publishingFolderOff'),
          },
          { id: 'published', label: t('uploads.publishingOff') },
          { id: 'staged', label: t('uploads.publishingOn') },
        ]}
        chosen={chosen}
        onChoose={onChoose}
      />
    </div>
  )
}
