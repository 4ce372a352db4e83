import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Item } from '../../../contract/features/documents.ts'
import { original } from '../../../contract/features/renditions.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useToast } from '../../ui/toaster.tsx'

/** Shown where the item grants the right; the server decides at the click, and its refusal is told. */
export function DownloadButton({ item }: { readonly item: Pick<Item, 'name' | 'filename'> }) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const toast = useToast()
  const errorText = useErrorText()
  const downloading = useMutation({
    mutationFn: () => api.bytes(original, { params: { filename: item.filename } }),
    onMutate: () => toast(t('documents.downloading')),
    onSuccess: (blob) => {
      saveBlob(blob, item.name)
      toast(t('documents.downloaded', { name: item.name }))
    },
    onError: (error) => void dialogs.alert({ tone: 'check', text: errorText(error) }),
  })
  const label = t('documents.downloadOf', { name: item.name })
  return (
    <button
      type="button"
      className="button quiet square"
      aria-label={label}
      title={t('documents.download')}
      disabled={downloading.isPending}
      onClick={() => downloading.mutate()}
    >
      <Icon name="download" />
    </button>
  )
}
