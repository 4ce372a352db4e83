import './ended-page.css'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Mark } from '../../ui/page/mark.tsx'

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
