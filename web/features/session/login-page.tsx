import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { LoginFrame } from './login-frame.tsx'
import { PinForm } from './pin-form.tsx'
import type { SessionStore } from './store/session-store.ts'

const loadLostPin = () => import('./lost-pin-dialog.tsx')
const LostPinDialog = lazy(() =>
  loadLostPin().then((module) => ({ default: module.LostPinDialog })),
)

const LinkForm = lazy(() =>
  import('./link-form.tsx').then((module) => ({ default: module.LinkForm })),
)

interface LoginPageProps {
  readonly sessions: SessionStore
  readonly link: string | undefined
  readonly onLinkDropped: () => void
  readonly onPinAsked: () => void
  readonly more: ReactNode
  readonly notice: ReactNode
  readonly byMail: ReactNode
  readonly byAccount: ReactNode
  readonly languageSwitch: ReactNode
}

export function LoginPage({
  sessions,
  link,
  onLinkDropped,
  onPinAsked,
  more,
  notice,
  byMail,
  byAccount,
  languageSwitch,
}: LoginPageProps) {
  const { t } = useTranslation()
  const [isLost, setIsLost] = useState(false)
  useTitle(t('login.title'), t('app.title'))
  const preload = () => void loadLostPin().catch(() => undefined)

  return (
    <LoginFrame
      more={more}
      languageSwitch={languageSwitch}
      wayOut={
        <div>
          <Button
            variant="quiet"
            aria-haspopup="dialog"
            onPointerEnter={preload}
            onFocus={preload}
            onClick={() => setIsLost(true)}
          >
            {t('login.lost')}
          </Button>
          {byMail}
        </div>
      }
    >
      {notice}
      {link === undefined ? (
        <>
          <PinForm sessions={sessions} onLinkNeeded={() => setIsLost(true)} />
          {byAccount}
        </>
      ) : (
        <Suspense>
          <LinkForm sessions={sessions} link={link} onDropped={onLinkDropped} />
        </Suspense>
      )}
      {isLost && (
        <Suspense>
          <LostPinDialog onAsked={onPinAsked} onClose={() => setIsLost(false)} />
        </Suspense>
      )}
    </LoginFrame>
  )
}
