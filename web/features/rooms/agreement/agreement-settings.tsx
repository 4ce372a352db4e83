import { FileSignature } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { SettingsButton } from '../settings/room-settings.tsx'

const loadAgreement = () => import('./agreement-dialog.tsx')
const AgreementDialog = lazy(() =>
  loadAgreement().then((module) => ({ default: module.AgreementDialog })),
)

export function AgreementSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={FileSignature}
      label={t('agreement.title')}
      look={{ variant: 'quiet', size: 'small' }}
      load={loadAgreement}
      dialog={(onClose) => <AgreementDialog roomId={roomId} onClose={onClose} />}
    />
  )
}
