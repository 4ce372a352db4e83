import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { RESUMABLE_BYTES } from './upload-job.ts'
import type { UploadQueue } from './upload-queue.ts'

/** Whether the session may end here: while files are on their way the person is asked. */
export function useLeaveQuestion(queue: UploadQueue | undefined): () => Promise<boolean> {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  return async () => {
    if (!queue?.snapshot().isActive) return true
    const detail = <p className="modal-text meta">{t('uploads.leaveHint', { megabytes: RESUMABLE_BYTES / 1_000_000 })}</p>
    return dialogs.confirm({ tone: 'check', text: t('uploads.leaveConfirm'), detail, confirmLabel: t('app.logout') })
  }
}
