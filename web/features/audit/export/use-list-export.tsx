import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { exportAll, exportOwn } from '../../../../contract/features/history.ts'
import type { ExportFormat } from '../../../../contract/proof/history-export.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { formatSize } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useToast } from '../../../ui/state/toasts.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { type ActivityFilter, wireFilter } from '../list/activity-filter.ts'
import type { ActivityScope } from '../list/activity-query.ts'

const WaitingDialog = lazy(() =>
  import('../../../ui/dialog/waiting-dialog.tsx').then((module) => ({
    default: module.WaitingDialog,
  })),
)

interface RunningListExport {
  readonly title: string
  readonly received: number
}

export interface ListExport {
  /**
   * @returns undefined if canceled.
   * @throws ApiError
   */
  fetch(format: ExportFormat, title: string, purpose?: 'print'): Promise<File | undefined>
  save(format: ExportFormat): Promise<void>
  readonly isRunning: boolean
  readonly progress: ReactNode
}

export function useListExport(scope: ActivityScope, filter: ActivityFilter): ListExport {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const alertError = useErrorAlert()
  const stopping = useRef<AbortController>(undefined)
  const [running, setRunning] = useState<RunningListExport>()
  useEffect(() => () => stopping.current?.abort(), [])

  const ask = (
    format: ExportFormat,
    purpose: 'print' | undefined,
    options: { signal: AbortSignal; onReceived: (bytes: number) => void },
  ) => {
    const body = { format, ...wireFilter(filter) }
    if (scope === 'own') return api.bytes(exportOwn, { body }, options)
    const given = {
      params: { roomId: String(scope.roomId) },
      body: { ...body, roomUserId: filter.user ?? 0, ...(purpose && { print: true as const }) },
    }
    return api.bytes(exportAll, given, options)
  }
  const fetch: ListExport['fetch'] = async (format, title, purpose) => {
    const own = new AbortController()
    stopping.current = own
    setRunning({ title, received: 0 })
    try {
      const onReceived = (received: number) => setRunning({ title, received })
      return await ask(format, purpose, { signal: own.signal, onReceived })
    } catch (error) {
      if (own.signal.aborted) return undefined
      throw error
    } finally {
      stopping.current = undefined
      setRunning(undefined)
    }
  }
  return {
    fetch,
    async save(format) {
      if (stopping.current) return
      try {
        const file = await fetch(format, t('activity.exporting'))
        if (!file) return
        saveFile(file)
        toast(t('activity.exported', { name: file.name }))
      } catch (error) {
        await alertError(error)
      }
    },
    isRunning: running !== undefined,
    progress: running && (
      <Suspense>
        <WaitingDialog
          title={running.title}
          detail={t('activity.exportingDetail', { size: formatSize(running.received) })}
          onCancel={() => stopping.current?.abort()}
        />
      </Suspense>
    ),
  }
}
