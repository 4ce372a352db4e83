import './refused-list.css'
import { useTranslation } from '../../lib/i18n.ts'
import { FileName } from '../../ui/file-name.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import type { RefusedFile } from './upload-queue.ts'

const LISTED = 20

/** Files that are not sent, in the order in which they were chosen. */
export function RefusedList({ files }: { readonly files: readonly RefusedFile[] }) {
  const { t } = useTranslation()
  return (
    <ScrollArea className="refused-list" label={t('uploads.refused')}>
      <ul>
        {files.slice(0, LISTED).map(({ path, reason }) => (
          <li key={path}>
            <span className="file-name" data-tip={path}>
              <FileName name={path} />
            </span>
            <span className="meta">{reason}</span>
          </li>
        ))}
        {files.length > LISTED && <li className="meta">{t('uploads.others', { count: files.length - LISTED })}</li>}
      </ul>
    </ScrollArea>
  )
}
