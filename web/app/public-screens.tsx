import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AgreePage, LoginPage } from '../features/session/index.ts'
import { useTitle } from '../lib/use-title.ts'
import { Mark } from '../ui/mark.tsx'
import { useHouse, useSession } from './house-context.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { useRoomName } from './shell.tsx'

export function LoginScreen() {
  const { t } = useTranslation()
  const { sessions } = useHouse()
  const more = (
    <Link to="/about" className="more-link">
      {t('login.more')}
    </Link>
  )
  return <LoginPage sessions={sessions} more={more} languageSwitch={<LanguageSwitch />} />
}

export function AgreeScreen() {
  const session = useSession()
  return session ? <Agreement memberId={session.id} roomId={session.roomId} /> : null
}

function Agreement({ memberId, roomId }: { readonly memberId: number; readonly roomId: number }) {
  const { sessions, leave } = useHouse()
  return <AgreePage sessions={sessions} memberId={memberId} roomName={useRoomName(roomId)} onLeave={leave} />
}

export function AboutScreen() {
  const { t } = useTranslation()
  useTitle(t('about.title'), t('app.title'))
  const sections = ['cloud', 'operator', 'participant', 'security'] as const
  return (
    <main id="main" className="notice" tabIndex={-1}>
      <Mark />
      <h1>{t('about.title')}</h1>
      <p>{t('about.lead')}</p>
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(`about.${section}Title`)}</h2>
          <p>{t(`about.${section}`)}</p>
        </section>
      ))}
      <div className="notice-buttons">
        <LanguageSwitch />
        <Link to="/login" className="button primary">
          {t('about.toLogin')}
        </Link>
      </div>
    </main>
  )
}

export function NotFoundScreen() {
  const { t } = useTranslation()
  useTitle('404', t('app.title'))
  return (
    <main id="main" className="notice centred" tabIndex={-1}>
      <p className="lettering">404</p>
      <h1>{t('app.notFound')}</h1>
      <p>{t('app.notFoundHelp')}</p>
      <Link to="/" className="button primary">
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
    <main id="main" className="notice centred" tabIndex={-1}>
      <h1>{t('app.failed')}</h1>
      <button type="button" className="button primary" onClick={() => location.reload()}>
        {t('app.reload')}
      </button>
    </main>
  )
}
