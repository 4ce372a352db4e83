import type { ReactNode } from 'react'
import { OperatorGate } from '../features/operator-gate/index.ts'
import { usePasskeyState } from '../features/passkeys/index.ts'
import type { SessionRecord } from '../features/session/index.ts'
import { useErrorText } from '../lib/api-context.ts'
import { useTranslation } from '../lib/i18n.ts'
import { FailureState } from '../ui/states.tsx'
import { WaitingScreen } from './public-screens.tsx'
import type { useRaised } from './use-raised.ts'
import { RAISED_KEY, useWorkroom } from './workroom.ts'

interface RaisedGateProps {
  readonly session: SessionRecord
  readonly raised: ReturnType<typeof useRaised>
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** What is for operators, or the gate in its place: nothing of it is there before the server has taken the code. */
export function RaisedGate({ session, raised, onCancel, children }: RaisedGateProps) {
  const { t } = useTranslation()
  const { queries } = useWorkroom()
  const errorText = useErrorText()
  const passkeys = usePasskeyState()
  if (raised.data === true) return children
  if (raised.data === false && passkeys.isKnown) {
    const open = () => queries.setQueryData(RAISED_KEY, true)
    const { hasAny, lookAgain } = passkeys
    return <OperatorGate caller={session} hasPasskey={hasAny} onPasskeyGone={lookAgain} onOpen={open} onCancel={onCancel} />
  }
  if (!raised.isError) return <WaitingScreen />
  return (
    <FailureState
      text={errorText(raised.error)}
      retryLabel={t('common.retry')}
      isRetrying={raised.isFetching}
      onRetry={() => void raised.refetch()}
    />
  )
}
