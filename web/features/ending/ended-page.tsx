import './ended-page.css'
import { useTranslation } from '../../lib/i18n.ts'
import { useTitle } from '../../lib/use-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'

/** For whoever has confirmed a destruction: it goes on, and nobody is in any more. */
export function EndedPage() {
  const { t } = useTranslation()
  useTitle(t('ending.endTitle'), t('app.title'))
  return (
    <main id="main" className="notice" tabIndex={-1}>
      <Mark />
      <h1 className="title">{t('ending.endTitle')}</h1>
      <p className="notice-text">{t('ending.endText')}</p>
      <p className="notice-text">{t('ending.endMail')}</p>
      <div className="ended-ways">
        <a href="/verify" className={buttonClass()}>
          {t('ending.endVerify')}
        </a>
        <a href="/login" className={buttonClass({ variant: 'primary' })}>
          {t('ending.endHome')}
        </a>
      </div>
    </main>
  )
}
