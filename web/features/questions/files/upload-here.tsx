import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { ITEM_TYPE } from '../../../../contract/core/limits.ts'
import { upload } from '../../../../contract/features/documents/upload.ts'
import { ACCEPTED_FILES } from '../../../lib/accepted-files.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { FileButton } from '../../../ui/field/file-button.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'

export interface Caller {
  readonly id: number
  readonly roomId: number
}

interface UploadHereProps {
  readonly caller: Caller
  readonly parent: number
  readonly onUploaded: (items: readonly { readonly id: number; readonly name: string }[]) => void
}

export function UploadHere({ caller, parent, onUploaded }: UploadHereProps) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const uploading = useMutation({
    scope: { id: 'upload-here' },
    async mutationFn(file: File) {
      const form = new FormData()
      const fields = { id: caller.id, parent, roomId: caller.roomId, typeId: ITEM_TYPE.file }
      for (const [key, value] of Object.entries(fields)) form.append(key, String(value))
      form.append('file', file)
      const { payload, beside } = await api.send(upload, form)
      if (Array.isArray(payload)) onUploaded(payload)
      const [rejected] = beside.rejected ?? []
      if (rejected)
        await dialogs.alert({ tone: 'check', text: `${rejected.name}: ${rejected.reason}` })
    },
    onError: alertError,
  })
  return (
    <FileButton
      icon={Upload}
      label={t(uploading.isPending ? 'questions.linkUploading' : 'questions.linkUpload')}
      accept={ACCEPTED_FILES}
      isMultiple
      onFile={uploading.mutate}
    />
  )
}
