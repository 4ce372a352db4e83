import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import { prepareTicket, ticket } from '../../../../contract/features/renditions.ts'
import type { Api } from '../../../lib/api/api.ts'
import { useApi, useErrorText } from '../../../lib/api/api-context.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { fetchNatively } from '../../../lib/api/fetch-natively.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { isFolder } from '../file-kind.ts'
import { type Downloadable, DownloadContext } from './use-download.ts'

/** The server applies the watermark first, so the person waits. */
const WaitingDialog = lazy(() =>
  import('../../../ui/dialog/waiting-dialog.tsx').then((module) => ({
    default: module.WaitingDialog,
  })),
)

const SHOWN_AFTER_MS = 400

const STARTED = {
  none: 'actions.downloadStarted',
  some: 'actions.somePictures',
  all: 'actions.allPictures',
} as const

/** @throws ApiError with the server's message or `failure` */
async function prepared(
  api: Api,
  word: string,
  signal: AbortSignal,
  failure: string,
): Promise<'some' | 'all' | undefined> {
  for await (const line of api.lines(prepareTicket, { body: { ticket: word } }, { signal })) {
    if (line.state === 'ready') return line.pictures
    if (line.state === 'failed') throw new ApiError('BUSY', 0, line.message)
  }
  throw new ApiError('OFFLINE', 0, failure)
}

export function DownloadProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const toast = useToast()
  const failureText = useErrorText()
  const [preparing, setPreparing] = useState<AbortController>()

  const { mutate, isPending } = useMutation({
    async mutationFn(items: readonly Downloadable[]) {
      const version = items[0]?.version
      const body = {
        fileIds: items.map(({ id }) => id),
        ...(version === undefined ? {} : { version }),
      }
      const kind = items.length > 1 || items.some(isFolder) ? 'zip' : 'download'
      const { url, prepare } = await api.call(ticket, { body: { ...body, kind } })
      if (prepare === undefined) return { url }
      const stopping = new AbortController()
      const cancelShowing = systemClock.after(SHOWN_AFTER_MS, () => setPreparing(stopping))
      try {
        return {
          url,
          pictures: await prepared(api, prepare, stopping.signal, t('actions.prepareFailed')),
        }
      } catch (error) {
        if (stopping.signal.aborted) return undefined
        throw error
      } finally {
        cancelShowing()
        setPreparing(undefined)
      }
    },
    onSuccess(ready) {
      if (!ready) return
      toast(t(STARTED[ready.pictures ?? 'none']))
      fetchNatively(`${BASE_PATH}${ready.url}`)
    },
    onError: (error) => void dialogs.alert({ tone: 'check', text: failureText(error) }),
  })
  const downloads = useMemo(
    () => ({
      download: (items: readonly Downloadable[]) => {
        if (!isPending) mutate(items)
      },
      isDownloading: isPending,
    }),
    [isPending, mutate],
  )

  return (
    <DownloadContext value={downloads}>
      {children}
      {preparing && (
        <Suspense>
          <WaitingDialog
            title={t('actions.preparing')}
            detail={t('actions.preparingDetail')}
            onCancel={() => preparing.abort()}
          />
        </Suspense>
      )}
    </DownloadContext>
  )
}
