import { Download } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { IconButton } from '../../ui/button.tsx'
import { type Downloadable, useDownload } from './use-download.ts'

/** Stands beside a document that may be downloaded. */
export function DownloadButton({ item }: { readonly item: Downloadable & { readonly name: string } }) {
  const { t } = useTranslation()
  const { download, isDownloading } = useDownload()
  return (
    <IconButton
      icon={Download}
      label={t('documents.downloadOf', { name: item.name })}
      tip={t('documents.download')}
      isBusy={isDownloading}
      onClick={() => download([item])}
    />
  )
}
