import './about-screen.css'
import { Link } from '@tanstack/react-router'
import { AboutParts } from '../../features/about/index.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LanguageSwitch } from '../../ui/field/language-switch.tsx'
import { Mark } from '../../ui/page/mark.tsx'

export function AboutScreen() {
  const { t } = useTranslation()
  useTitle(t('about.title'), t('app.title'))
  return (
    <main id="main" className="about" tabIndex={-1}>
      <header className="about-head">
        <Mark />
        <div>
          <h1 className="headline">{t('about.title')}</h1>
          <p>{t('about.lead')}</p>
        </div>
      </header>
      <AboutParts />
      <footer className="about-foot">
        <LanguageSwitch />
        <Link to="/login" className={buttonClass({ variant: 'primary' })}>
          {t('about.toLogin')}
        </Link>
      </footer>
    </main>
  )
}
