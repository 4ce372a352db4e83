import type { ShownState, ThreadType } from '../../../contract/features/threads/thread-states.ts'
import type { TextKey } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/i18n.ts'

type Tone = 'neutral' | 'ok' | 'warn' | 'danger'

const TONES: Readonly<Record<ShownState, Tone>> = {
  DRAFT: 'neutral',
  SUBMITTED: 'warn',
  ASSIGNED: 'neutral',
  ANSWERED: 'warn',
  APPROVED: 'warn',
  DELIVERED: 'ok',
  CLOSED: 'neutral',
  RETURNED: 'danger',
  WITHDRAWN: 'neutral',
  IN_PROGRESS: 'neutral',
  OPEN: 'warn',
  PARTLY: 'warn',
  NOT_AVAILABLE: 'danger',
  CONFIRMED: 'ok',
}

interface StateOf {
  readonly type: ThreadType
  readonly state: ShownState
}

/** An answered request has no approval step. */
const stateKey = ({ type, state }: StateOf): TextKey =>
  type === 'REQUEST' && state === 'ANSWERED'
    ? 'questions.stateREQUEST_ANSWERED'
    : `questions.state${state}`

export function useThreadTexts() {
  const { t } = useTranslation()
  return {
    state: (of: StateOf): string => t(stateKey(of)),
    tone: ({ type, state }: StateOf): Tone =>
      type === 'REQUEST' && state === 'ANSWERED' ? 'ok' : TONES[state],
  }
}
