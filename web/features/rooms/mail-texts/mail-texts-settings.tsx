import { MailPlus } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { SettingsButton } from '../settings/room-settings.tsx'

const loadMailTexts = () => import('./mail-texts-dialog.tsx')
const MailTextsDialog = lazy(() =>
  loadMailTexts().then((module) => ({ default: module.MailTextsDialog })),
)

export function MailTextsSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={MailPlus}
      label={t('mailTexts.title')}
      look={{ variant: 'quiet', size: 'small' }}
      load={loadMailTexts}
      dialog={(onClose) => <MailTextsDialog roomId={roomId} onClose={onClose} />}
    />
  )
}
