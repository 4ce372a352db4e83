import './public-screens.css'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { loadJoin } from '../../../features/session/index.ts'
import { type SignedOn, SignOnPage } from '../../../features/sign-on/index.ts'
import { ApiProvider } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { LanguageSwitch } from '../../../ui/field/language-switch.tsx'
import { keepPlace, keptPlace } from '../../kept-place.ts'
import { useApp } from '../../use-app.ts'

export function SignOnScreen() {
  const { t } = useTranslation()
  const { api, sessions } = useApp()
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const [wanted] = useState(() => keptPlace('tab'))
  const enter = useCallback(
    async (session: SignedOn, sent: string | undefined) => {
      const { takeIn } = await loadJoin()
      takeIn(api, sessions, { session, step: undefined, sent })
      keepPlace('tab', undefined)
      await navigate({ to: '/login', replace: true, state: { wanted } })
    },
    [api, sessions, wanted, navigate],
  )
  const choose = useCallback(
    () => void navigate({ to: '/rooms', replace: true, state: { wanted } }),
    [wanted, navigate],
  )
  return (
    <ApiProvider value={api}>
      <SignOnPage
        hash={hash}
        roomNo={wanted?.roomNo}
        onEntered={enter}
        onChoice={choose}
        wayBack={
          <Link to="/login" state={{ wanted }} className={buttonClass({ variant: 'primary' })}>
            {t('signOn.back')}
          </Link>
        }
        languageSwitch={<LanguageSwitch />}
      />
    </ApiProvider>
  )
}
