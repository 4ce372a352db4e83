import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { exportAll, exportOwn } from '../../../contract/features/history.ts'
import type { ExportFormat } from '../../../contract/proof/history-export.ts'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { saveFile } from '../../lib/save-file.ts'
import { useToast } from '../../ui/toasts.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { type ActivityFilter, wireFilter } from './activity-filter.ts'
import type { ActivityScope } from './activity-query.ts'

const ExportDialog = lazy(() => import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })))

interface Running {
  readonly title: string
  readonly received: number
}

export interface ListExport {
  /** @param purpose what it is for, where it is not kept @returns the file; undefined where it was cancelled. @throws ApiError */
  fetch(format: ExportFormat, title: string, purpose?: 'print'): Promise<File | undefined>
  /** Has the browser keep the list as a file; tells what keeps it from that. */
  save(format: ExportFormat): Promise<void>
  readonly isRunning: boolean
  /** Says that a list is on its way, and lets it be cancelled. */
  readonly progress: ReactNode
}

/** Has the server write a list as a file: one at a time, cancelled when the screen goes. */
export function useListExport(scope: ActivityScope, filter: ActivityFilter): ListExport {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const tellError = useTellError()
  const stopping = useRef<AbortController>(undefined)
  const [running, setRunning] = useState<Running>()
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
        await tellError(error)
      }
    },
    isRunning: running !== undefined,
    progress: running && (
      <Suspense>
        <ExportDialog title={running.title} received={running.received} onCancel={() => stopping.current?.abort()} />
      </Suspense>
    ),
  }
}
