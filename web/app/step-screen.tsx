import { LearnMore } from '../features/about/index.ts'
import { StepPage } from '../features/session/index.ts'
import { useHouse, useSession } from './house-context.ts'
import { LanguageSwitch } from './language-switch.tsx'

/** The second step of an entry, which stands before the notice. */
export function StepScreen() {
  const { sessions, leave } = useHouse()
  const step = useSession()?.step
  return step ? <StepPage sessions={sessions} step={step} onLeave={leave} more={<LearnMore />} languageSwitch={<LanguageSwitch />} /> : null
}
