import './public-screens.css'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { LoginPage } from '../features/session/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useTitle } from '../lib/use-title.ts'
import { LoadingOverlay } from '../ui/busy.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Mark } from '../ui/mark.tsx'
import { useHouse } from './house-context.ts'
import { LanguageSwitch } from './language-switch.tsx'

/** The entrance. */
export function LoginScreen() {
  const { t } = useTranslation()
  const { sessions } = useHouse()
  const more = (
    <Link to="/about" className="more-link">
      {t('login.more')}
      <ArrowRight />
    </Link>
  )
  return <LoginPage sessions={sessions} more={more} languageSwitch={<LanguageSwitch />} />
}

/** An address that leads nowhere. */
export function NotFoundScreen() {
  const { t } = useTranslation()
  useTitle('404', t('app.title'))
  return (
    <main id="main" className="notice" tabIndex={-1}>
      <Mark />
      <p className="notice-number">404</p>
      <h1 className="title">{t('app.notFound')}</h1>
      <p className="notice-text">{t('app.notFoundHelp')}</p>
      <Link to="/" className={buttonClass({ variant: 'primary' })}>
        {t('app.home')}
      </Link>
    </main>
  )
}

/** A screen that broke. What broke is no help to the person; a fresh start mostly is. */
export function BrokenScreen() {
  const { t } = useTranslation()
  useTitle(t('app.failed'), t('app.title'))
  return (
    <main id="main" className="notice" tabIndex={-1}>
      <Mark />
      <h1 className="title">{t('app.failed')}</h1>
      <p className="notice-text">{t('app.failedHelp')}</p>
      <Button variant="primary" onClick={() => location.reload()}>
        {t('app.reload')}
      </Button>
    </main>
  )
}

/** While a part of the client is on its way. */
export function WaitingScreen() {
  const { t } = useTranslation()
  return <LoadingOverlay label={t('common.loading')} />
}
