import './public-screens.css'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { loadJoin } from '../../../features/session/index.ts'
import { type SignedOn, SignOnPage } from '../../../features/sign-on/index.ts'
import { ApiProvider } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { LanguageSwitch } from '../../../ui/field/language-switch.tsx'
import { useApp } from '../../use-app.ts'

/** Where the provider's answer leads. */
export function SignOnScreen() {
  const { t } = useTranslation()
  const { api, sessions } = useApp()
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const enter = useCallback(
    async (session: SignedOn, sent: string | undefined) => {
      const { takeIn } = await loadJoin()
      takeIn(api, sessions, { session, step: undefined, sent })
      await navigate({ to: '/', replace: true })
    },
    [api, sessions, navigate],
  )
  const choose = useCallback(() => void navigate({ to: '/rooms', replace: true }), [navigate])
  return (
    <ApiProvider value={api}>
      <SignOnPage
        hash={hash}
        onEntered={enter}
        onChoice={choose}
        wayBack={
          <Link to="/login" className={buttonClass({ variant: 'primary' })}>
            {t('signOn.back')}
          </Link>
        }
        languageSwitch={<LanguageSwitch />}
      />
    </ApiProvider>
  )
}
