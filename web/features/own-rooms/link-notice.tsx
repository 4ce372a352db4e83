import './own-rooms.css'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'

/** The notice reveals nothing about the link's room. */
export function LinkNotice({ onBack }: { readonly onBack: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="link-notice" role="note">
      <p>{t('rooms.linkElsewhere')}</p>
      <Button size="small" onClick={onBack}>
        {t('rooms.linkBack')}
      </Button>
    </div>
  )
}
