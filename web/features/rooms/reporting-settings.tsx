import { Mail } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { SettingsButton } from './settings-button.tsx'

const load = () => import('./reporting-dialog.tsx')
const ReportingDialog = lazy(() => load().then((module) => ({ default: module.ReportingDialog })))

/** What a room tells its operators by mail: a button, and what it opens. */
export function ReportingSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={Mail}
      label={t('room.reporting')}
      load={load}
      dialog={(onClose) => <ReportingDialog roomId={roomId} onClose={onClose} />}
    />
  )
}
