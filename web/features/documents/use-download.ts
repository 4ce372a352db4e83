import { useMutation } from '@tanstack/react-query'
import { errorText } from '../../../contract/core/errors.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { original } from '../../../contract/features/renditions.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { useToast } from '../../ui/toasts.tsx'

export type Downloadable = Pick<Item, 'name' | 'filename'>

/** Downloads a file. The server decides when it is asked, and its refusal is told. */
export function useDownload() {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const toast = useToast()
  const failureText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ filename }: Downloadable) => api.bytes(original, { params: { filename } }),
    onMutate: () => toast(t('documents.downloading')),
    onSuccess: (blob, { name }) => {
      saveBlob(blob, name)
      toast(t('documents.downloaded', { name }))
    },
    onError: (error) => void dialogs.alert({ tone: 'check', text: failureText(error) }),
  })
  return { download: mutate, isDownloading: isPending }
}

/** Why a file cannot be downloaded now, in the server's words; undefined when it can. Who holds the right is stopped by the watermark alone. */
export function useDownloadBlock(holdsRight: boolean): (item: Pick<Item, 'permission'>) => string | undefined {
  const [language] = useLanguage()
  return ({ permission }) => (permission.download ? undefined : errorText(holdsRight ? 'WATERMARK' : 'DOWNLOAD_DENIED', language))
}
