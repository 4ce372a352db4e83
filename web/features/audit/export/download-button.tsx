import { Braces, Download, FileText, Sheet, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { EXPORT_FORMATS, type ExportFormat } from '../../../../contract/proof/history-export.ts'
import { saveFrom } from '../../../lib/browser/save-file.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { LazyMenu, preloadMenu } from '../../../ui/menu/lazy-menu.tsx'

const CHOICES = {
  html: { icon: FileText, label: 'activity.downloadHtml' },
  csv: { icon: Sheet, label: 'activity.downloadCsv' },
  json: { icon: Braces, label: 'activity.downloadJson' },
} as const

interface DownloadButtonProps {
  readonly isBusy: boolean
  readonly onSave: (format: ExportFormat) => void
}

export function DownloadButton({ isBusy, onSave }: DownloadButtonProps) {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<Element>()
  const formats = EXPORT_FORMATS.map((format) => {
    const { icon, label } = CHOICES[format]
    return { id: format, icon, label: t(label), onAction: () => onSave(format) }
  })
  const verify = {
    id: 'verify',
    icon: ShieldCheck,
    label: t('activity.downloadVerify'),
    onAction: () => saveFrom('/verify.html'),
  }
  return (
    <>
      <Button
        icon={Download}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        isBusy={isBusy}
        onPointerEnter={preloadMenu}
        onFocus={preloadMenu}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('activity.download')}
      </Button>
      {anchor && (
        <Suspense>
          <LazyMenu
            label={t('activity.download')}
            anchor={anchor}
            actions={[...formats, verify]}
            onClose={() => setAnchor(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
