import { lazy, Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLeaveWarning } from '../../../lib/browser/use-leave-warning.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import type { UploadQueue, UploadSnapshot } from '../queue/upload-queue.ts'
import { useUploadWords } from './use-upload-words.ts'

const loadPanel = () => import('./upload-panel.tsx')
const loadDialog = () => import('../choose/conflict-dialog.tsx')
const UploadPanel = lazy(() => loadPanel().then((module) => ({ default: module.UploadPanel })))
const ConflictDialog = lazy(() =>
  loadDialog().then((module) => ({ default: module.ConflictDialog })),
)

export const preloadUploads = (): void =>
  void Promise.all([loadPanel(), loadDialog()]).catch(() => undefined)

export function UploadCard({ queue }: { readonly queue: UploadQueue }) {
  const snapshot = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const { tally, isActive, unfinished, question } = snapshot
  const hasFiles = tally.total + tally.canceled + tally.skipped > 0
  useLeaveWarning(isActive)
  useHaltMessage(snapshot.halt)
  return (
    <>
      <p className="hidden" role="status">
        {hasFiles && <Status snapshot={snapshot} />}
      </p>
      <Suspense>
        {(hasFiles || unfinished.length > 0) && <UploadPanel queue={queue} snapshot={snapshot} />}
      </Suspense>
      <Suspense>{question && <ConflictDialog queue={queue} question={question} />}</Suspense>
    </>
  )
}

function Status({ snapshot }: { readonly snapshot: UploadSnapshot }) {
  const { t } = useTranslation()
  const words = useUploadWords()
  const { tally, isActive, isPaused, isOffline, isBarred } = snapshot
  if (!isActive) return words.summary(tally)
  if (isPaused) return t('uploads.pausedAll')
  if (isBarred) return t('uploads.barredHint')
  return isOffline ? t('uploads.offline') : words.start(tally)
}

function useHaltMessage(halt: UploadSnapshot['halt']): void {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const report = useEffectEvent((detail: string) =>
    dialogs.alert({ tone: 'error', text: t('uploads.failed', { detail }) }),
  )
  useEffect(() => {
    if (halt) void report(halt.reason)
  }, [halt])
}
