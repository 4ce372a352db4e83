import './public-screens.css'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { LearnMore } from '../../../features/about/index.ts'
import { LoginPage } from '../../../features/session/index.ts'
import { useTitle } from '../../../lib/browser/use-title.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { LanguageSwitch } from '../../../ui/field/language-switch.tsx'
import { Mark } from '../../../ui/page/mark.tsx'
import { LoadingOverlay } from '../../../ui/state/busy.tsx'
import { useApp } from '../../use-app.ts'
import { loadSignOnButtons } from '../late-screens.ts'

export function LoginScreen() {
  const { sessions, i18n } = useApp()
  const { t } = useTranslation()
  const [SignOnButtons] = useState(() => lazy(() => loadSignOnButtons(i18n)))
  const [link, dropLink] = useMailedToken('/login')
  const byMail = (
    <Link to="/rooms" className={buttonClass({ variant: 'quiet' })}>
      {t('login.byMail')}
    </Link>
  )
  return (
    <LoginPage
      sessions={sessions}
      link={link}
      onLinkDropped={dropLink}
      more={<LearnMore />}
      byMail={byMail}
      byAccount={
        <Suspense>
          <SignOnButtons />
        </Suspense>
      }
      languageSwitch={<LanguageSwitch />}
    />
  )
}

/** Removes the token of a mailed link from the address at once, so no history keeps it. */
export function useMailedToken(to: '/login' | '/rooms'): [link: string | undefined, drop: () => void] {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [link, setLink] = useState<string>()
  useEffect(() => {
    if (hash === '') return
    setLink(hash)
    void navigate({ to, replace: true })
  }, [hash, navigate, to])
  return [link, useCallback(() => setLink(undefined), [])]
}

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

/** After a crash, a reload usually helps more than details. */
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
