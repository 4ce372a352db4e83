import { CircleHelp, ShieldAlert } from 'lucide-react'
import { useTranslation } from '../../../lib/i18n.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'

export function StrictNote() {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const explain = () =>
    void dialogs.alert({
      tone: 'check',
      title: t('viewer.strict'),
      text: t('viewer.strictExplained'),
    })
  return (
    <footer className="viewer-strict">
      <ShieldAlert />
      {t('viewer.strictNote')}
      <IconButton
        size="small"
        icon={CircleHelp}
        label={t('viewer.strictAbout')}
        onClick={explain}
      />
    </footer>
  )
}
