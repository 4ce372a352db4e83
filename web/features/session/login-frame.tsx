import './login-page.css'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { Mark } from '../../ui/page/mark.tsx'

interface LoginFrameProps {
  readonly more: ReactNode
  readonly children: ReactNode
  readonly wayOut: ReactNode
  readonly languageSwitch: ReactNode
}

export function LoginFrame({ more, children, wayOut, languageSwitch }: LoginFrameProps) {
  const { t } = useTranslation()
  return (
    <div className="login">
      <header className="login-say">
        <div className="login-brand">
          <Mark />
          <span lang="en">Data Room</span>
        </div>
        <h1>{t('login.slogan')}</h1>
        <p>{t('login.lead')}</p>
        {more}
      </header>
      <main id="main" className="login-enter" tabIndex={-1}>
        {children}
        <div className="login-foot">
          {wayOut}
          {languageSwitch}
        </div>
      </main>
    </div>
  )
}
