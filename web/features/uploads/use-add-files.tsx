import { useTranslation } from '../../lib/i18n.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { isSystemFile, type PickedFile } from './check-file.ts'
import { RefusedList } from './refused-list.tsx'
import type { UploadQueue } from './upload-queue.ts'

/** Hands files to the queue and lists those that are not sent, each with its reason. */
export function useAddFiles(queue: UploadQueue): (files: readonly PickedFile[], parent: number) => void {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  return (files, parent) => {
    const meant = files.filter((file) => !isSystemFile(file))
    if (meant.length === 0) return void dialogs.alert({ tone: 'check', text: t('uploads.nothing') })
    const refused = queue.add(meant, parent)
    if (refused.length > 0) void dialogs.alert({ tone: 'check', text: t('uploads.invalid'), detail: <RefusedList files={refused} /> })
  }
}
