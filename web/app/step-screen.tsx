import { LearnMore } from '../features/about/index.ts'
import { StepPage } from '../features/session/index.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { useHouse, useSession } from './house-context.ts'

/** The second step of an entry, which stands before the notice. */
export function StepScreen() {
  const { sessions, leave } = useHouse()
  const step = useSession()?.step
  return step ? <StepPage sessions={sessions} step={step} onLeave={leave} more={<LearnMore />} languageSwitch={<LanguageSwitch />} /> : null
}
