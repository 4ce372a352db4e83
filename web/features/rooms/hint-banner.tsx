import './hint-banner.css'
import { Info } from 'lucide-react'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'

interface HintBannerProps {
  /** What it says; none, and there is no banner. */
  readonly text: string | undefined
  /** It stays: what it leads to is open. */
  readonly isHeld: boolean
  readonly onMore: () => void
  /** Its time is over. */
  readonly onOver: () => void
}

/** A hint that goes by itself after three seconds, though not while it is pointed at or holds the focus. Another one has three of its own. */
export function HintBanner({ text, isHeld, onMore, onOver }: HintBannerProps) {
  const { t } = useTranslation()
  return (
    <div role="status">
      {text !== undefined && (
        <div key={text} className="hint-banner" data-held={isHeld || undefined}>
          <Info />
          <span className="hint-banner-text">{text}</span>
          <Button variant="quiet" size="small" onClick={onMore}>
            {t('common.more')}
          </Button>
          <span className="hint-banner-wait" onAnimationEnd={onOver} />
        </div>
      )}
    </div>
  )
}
