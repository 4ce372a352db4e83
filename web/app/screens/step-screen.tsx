import { LearnMore } from '../../features/about/index.ts'
import { StepPage } from '../../features/session/index.ts'
import { LanguageSwitch } from '../../ui/field/language-switch.tsx'
import { useApp, useSession } from '../use-app.ts'

export function StepScreen() {
  const { sessions, leave } = useApp()
  const step = useSession()?.step
  return step ? (
    <StepPage
      sessions={sessions}
      step={step}
      onLeave={leave}
      more={<LearnMore />}
      languageSwitch={<LanguageSwitch />}
    />
  ) : null
}
