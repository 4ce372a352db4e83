import { ShieldCheck } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { SettingsButton } from './settings-button.tsx'

const load = () => import('./entering-dialog.tsx')
const EnteringDialog = lazy(() => load().then((module) => ({ default: module.EnteringDialog })))

/** How people enter a room: a button, and what it opens. */
export function EnteringSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={ShieldCheck}
      label={t('room.entering')}
      load={load}
      dialog={(onClose) => <EnteringDialog roomId={roomId} onClose={onClose} />}
    />
  )
}
