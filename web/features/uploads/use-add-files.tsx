import { useTranslation } from 'react-i18next'
import { useDialogs } from '../../ui/dialogs.tsx'
import type { PickedFile } from './check-file.ts'
import type { UploadEntry, UploadQueue } from './upload-queue.ts'

const LISTED = 8

/** Hands files to the queue and lists those that are not sent, each with its reason. */
export function useAddFiles(queue: UploadQueue, parent: number): (files: readonly PickedFile[]) => void {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  return (files) => {
    const refused = queue.add(files, parent)
    if (refused.length > 0) void dialogs.alert({ tone: 'check', text: t('uploads.invalid'), detail: <RefusedList refused={refused} /> })
  }
}

function RefusedList({ refused }: { readonly refused: readonly UploadEntry[] }) {
  const { t } = useTranslation()
  return (
    <ul className="refused">
      {refused.slice(0, LISTED).map(({ id, path, reason }) => (
        <li key={id}>
          <span>{path}</span> <span className="meta">{reason}</span>
        </li>
      ))}
      {refused.length > LISTED && <li className="meta">{t('uploads.moreRefused', { count: refused.length - LISTED })}</li>}
    </ul>
  )
}
