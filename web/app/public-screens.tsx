import './public-screens.css'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { LearnMore } from '../features/about/index.ts'
import { LoginPage } from '../features/session/index.ts'
import { useTranslation } from '../lib/i18n.ts'
import { useTitle } from '../lib/use-title.ts'
import { LoadingOverlay } from '../ui/busy.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Mark } from '../ui/mark.tsx'
import { useHouse } from './house-context.ts'

/** The entrance. */
export function LoginScreen() {
  const { sessions } = useHouse()
  const [link, dropLink] = useEntryLink()
  return <LoginPage sessions={sessions} link={link} onLinkDropped={dropLink} more={<LearnMore />} languageSwitch={<LanguageSwitch />} />
}

/** The token of a mailed link, which stands behind the `#` of the address and leaves it at once, so that it stays in no history. */
function useEntryLink(): [link: string | undefined, drop: () => void] {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [link, setLink] = useState<string>()
  useEffect(() => {
    if (hash === '') return
    setLink(hash)
    void navigate({ to: '/login', replace: true })
  }, [hash, navigate])
  return [link, useCallback(() => setLink(undefined), [])]
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
