import './public-screens.css'
import { Link } from '@tanstack/react-router'
import { useTitle } from '../../../lib/browser/use-title.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/page/mark.tsx'
import { LoadingOverlay } from '../../../ui/state/busy.tsx'

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

export function WaitingScreen() {
  const { t } = useTranslation()
  return <LoadingOverlay label={t('common.loading')} />
}
