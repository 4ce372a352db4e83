import './own-rooms.css'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'

/** At the entrance that a link led to, while another room is open. It says nothing of the room of the link. */
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
