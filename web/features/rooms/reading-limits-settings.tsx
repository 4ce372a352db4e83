import { Gauge } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { SettingsButton } from './settings-button.tsx'

const load = () => import('./reading-limits-dialog.tsx')
const ReadingLimitsDialog = lazy(() => load().then((module) => ({ default: module.ReadingLimitsDialog })))

/** How fast members of a room may read: a button, and what it opens. */
export function ReadingLimitsSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={Gauge}
      label={t('room.readingLimits')}
      load={load}
      dialog={(onClose) => <ReadingLimitsDialog roomId={roomId} onClose={onClose} />}
    />
  )
}
