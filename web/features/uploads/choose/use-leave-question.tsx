import { useTranslation } from '../../../lib/i18n.ts'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { RESUMABLE_BYTES } from '../queue/upload-job.ts'
import type { UploadQueue } from '../queue/upload-queue.ts'

export function useLeaveQuestion(queue: UploadQueue | undefined): () => Promise<boolean> {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  return async () => {
    if (!queue?.snapshot().isActive) return true
    const detail = (
      <p className="modal-text meta">
        {t('uploads.leaveHint', { megabytes: RESUMABLE_BYTES / 1_000_000 })}
      </p>
    )
    return dialogs.confirm({
      tone: 'check',
      text: t('uploads.leaveConfirm'),
      detail,
      confirmLabel: t('app.logout'),
    })
  }
}
