import { Link, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { LearnMore } from '../../../features/about/index.ts'
import { LoginPage } from '../../../features/session/index.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { LanguageSwitch } from '../../../ui/field/language-switch.tsx'
import { useApp } from '../../use-app.ts'
import { keepForMail, loadPassedRoom, loadSignOnButtons } from '../late-screens.ts'
import { useMailedToken } from './use-mailed-token.ts'

export function LoginScreen() {
  const { sessions, i18n } = useApp()
  const { t } = useTranslation()
  const [SignOnButtons] = useState(() => lazy(() => loadSignOnButtons(i18n)))
  const [PassedRoom] = useState(() => lazy(() => loadPassedRoom(i18n)))
  const wanted = useLocation({ select: ({ state }) => state.wanted })
  const [link, dropLink] = useMailedToken('/login')
  const byMail = (
    <Link to="/rooms" state className={buttonClass({ variant: 'quiet' })}>
      {t('login.byMail')}
    </Link>
  )
  return (
    <LoginPage
      sessions={sessions}
      link={link}
      onLinkDropped={dropLink}
      onPinAsked={() => keepForMail(wanted)}
      more={<LearnMore />}
      notice={
        wanted?.passed && (
          <Suspense>
            <PassedRoom passed={wanted.passed} />
          </Suspense>
        )
      }
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
