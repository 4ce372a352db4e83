import { useTranslation } from '../../lib/i18n.ts'
import { ReasonList } from '../../ui/reason-list.tsx'
import type { RefusedFile } from './upload-queue.ts'

/** Files that are not sent, in the order in which they were chosen. */
export function RefusedList({ files }: { readonly files: readonly RefusedFile[] }) {
  const { t } = useTranslation()
  return (
    <ReasonList
      label={t('uploads.refused')}
      rows={files}
      describe={({ path, reason }) => ({ key: path, name: path, reason })}
      others={(count) => t('uploads.others', { count })}
    />
  )
}
