import { useMutation } from '@tanstack/react-query'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { ticket } from '../../../contract/features/renditions.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { fetchNatively } from '../../lib/fetch-natively.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { isFolder } from './file-kind.ts'

export interface Downloadable extends Pick<Item, 'id' | 'type'> {
  /** Of a file that is downloaded alone; without it the newest. */
  readonly version?: number
}

/** Downloads a file as it is, several or a folder as one zip. The server decides when it is asked, and its refusal is told. */
export function useDownload() {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const toast = useToast()
  const failureText = useErrorText()
  const { mutate, isPending } = useMutation({
    mutationFn: (items: readonly Downloadable[]) => {
      const version = items[0]?.version
      const body = { fileIds: items.map(({ id }) => id), ...(version === undefined ? {} : { version }) }
      return api.call(ticket, { body: { ...body, kind: items.length > 1 || items.some(isFolder) ? 'zip' : 'download' } })
    },
    onSuccess({ url }) {
      toast(t('actions.downloadStarted'))
      fetchNatively(`${BASE_PATH}${url}`)
    },
    onError: (error) => void dialogs.alert({ tone: 'check', text: failureText(error) }),
  })
  const download = (items: readonly Downloadable[]) => {
    // A second press, of a double click, would fetch it twice.
    if (!isPending) mutate(items)
  }
  return { download, isDownloading: isPending }
}
