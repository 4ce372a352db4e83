import { Palette } from 'lucide-react'
import { lazy } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import { SettingsButton } from '../settings/room-settings.tsx'

const loadBrand = () => import('./brand-dialog.tsx')
const BrandDialog = lazy(() => loadBrand().then((module) => ({ default: module.BrandDialog })))

export function BrandSettings({ roomId }: { readonly roomId: number }) {
  const { t } = useTranslation()
  return (
    <SettingsButton
      icon={Palette}
      label={t('brand.title')}
      look={{ variant: 'quiet', size: 'small' }}
      load={loadBrand}
      dialog={(onClose) => <BrandDialog roomId={roomId} onClose={onClose} />}
    />
  )
}
