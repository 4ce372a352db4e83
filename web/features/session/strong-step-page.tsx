import { type ReactNode, useId } from 'react'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { LoginFrame } from './login-frame.tsx'
import { OtherWays } from './other-ways.tsx'
import type { SessionStore } from './store/session-store.ts'

interface StrongStepPageProps {
  readonly sessions: SessionStore
  readonly ways: readonly string[]
  readonly onLeave: () => void
  readonly more: ReactNode
  readonly languageSwitch: ReactNode
}

/** This step requires more than a mailed code. */
export function StrongStepPage({
  sessions,
  ways,
  onLeave,
  more,
  languageSwitch,
}: StrongStepPageProps) {
  const { t } = useTranslation()
  const id = useId()
  useTitle(t('step.title'), t('app.title'))
  return (
    <LoginFrame
      more={more}
      languageSwitch={languageSwitch}
      wayOut={
        <Button variant="quiet" onClick={onLeave}>
          {t('step.otherPin')}
        </Button>
      }
    >
      <h2 id={`${id}-title`} className="title">
        {t('step.title')}
      </h2>
      <p className="meta">{t('step.strongHelp')}</p>
      <OtherWays sessions={sessions} ways={ways} />
    </LoginFrame>
  )
}
