import './publish-dialog.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { updateFolder } from '../../../contract/features/publishing.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { PublishingSubject } from '../../room/publishing-subject.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Choice } from '../../ui/field/choice.tsx'
import { useToast } from '../../ui/state/toasts.tsx'

interface FolderDialogProps {
  readonly roomId: number
  readonly folder: PublishingSubject
  readonly onClose: () => void
}

const CHOICES = [
  [null, 'publishing.stagingInherit'],
  [false, 'publishing.stagingOff'],
  [true, 'publishing.stagingOn'],
] as const

export function FolderDialog({ roomId, folder, onClose }: FolderDialogProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const [staging, setStaging] = useState(folder.staging ?? null)
  const submit = async () => {
    await api.call(updateFolder, { body: { roomId, fileId: folder.id, staging } })
    toast(t('publishing.stagingSaved'))
    void queries.invalidateQueries({ queryKey: ['items', roomId] })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('publishing.stagingTitle', { name: folder.name })}
      help={{ text: t('publishing.stagingHelp'), className: 'meta' }}
      className="publish-form"
      submit={t('publishing.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="choices" role="radiogroup" aria-label={t('publishing.menuStaging')}>
        {CHOICES.map(([value, text]) => (
          <Choice
            key={text}
            type="radio"
            isChosen={staging === value}
            onChange={() => setStaging(value)}
          >
            {t(text)}
          </Choice>
        ))}
      </div>
    </FormDialog>
  )
}
