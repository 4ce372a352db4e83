import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { saveTemplate } from '../../../../contract/features/documents/structures.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { templatesKey } from './use-structure.ts'

interface SaveTemplateDialogProps {
  readonly roomId: number
  readonly parent: number
  readonly folderName: string
  readonly onClose: () => void
}

export function SaveTemplateDialog({
  roomId,
  parent,
  folderName,
  onClose,
}: SaveTemplateDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const [name, setName] = useState('')
  const submit = async () => {
    if (name.trim() === '') return t('structure.nameMissing')
    const { folders } = await api.call(saveTemplate, { body: { roomId, parent, name } })
    toast(t('structure.savedToast', { name: name.trim(), count: folders }))
    void queries.invalidateQueries({ queryKey: templatesKey(roomId) })
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('structure.saveTitle')}
      help={{ text: t('structure.saveHelp', { folder: folderName }), className: 'modal-text meta' }}
      className="structure-save"
      submit={t('structure.saveSubmit')}
      initialFocus={field}
      onSubmit={submit}
      onClose={onClose}
    >
      {(described) => (
        <>
          <label htmlFor={id}>{t('structure.templateName')}</label>
          <input
            {...described}
            ref={field}
            id={id}
            className="field"
            maxLength={LIMITS.templateName}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </>
      )}
    </FormDialog>
  )
}
