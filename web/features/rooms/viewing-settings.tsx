import { BookOpen } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { SettingsButton } from './settings-button.tsx'

const load = () => import('./viewing-dialog.tsx')
const ViewingDialog = lazy(() => load().then((module) => ({ default: module.ViewingDialog })))

const LOOK = { variant: 'quiet', size: 'small' } as const

/** How documents are read in a room: a button, and what it opens. */
export function ViewingSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={BookOpen}
      label={t('room.viewing')}
      look={LOOK}
      load={load}
      dialog={(onClose) => <ViewingDialog roomId={roomId} onClose={onClose} />}
    />
  )
}
