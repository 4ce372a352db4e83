import type { ReactNode } from 'react'
import { OperatorGate } from '../../features/operator-gate/index.ts'
import { usePasskeyState } from '../../features/passkeys/index.ts'
import type { SessionRecord } from '../../features/session/index.ts'
import { useErrorText } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { FailureState } from '../../ui/state/states.tsx'
import { ELEVATED_KEY, useSessionScope } from '../session-scope.ts'
import type { useElevated } from '../use-elevated.ts'
import { WaitingScreen } from './public/public-screens.tsx'

interface ElevatedGateProps {
  readonly session: SessionRecord
  readonly raised: ReturnType<typeof useElevated>
  readonly onCancel: () => void
  readonly children: ReactNode
}

export function ElevatedGate({ session, raised: elevated, onCancel, children }: ElevatedGateProps) {
  const { t } = useTranslation()
  const { queries } = useSessionScope()
  const errorText = useErrorText()
  const passkeys = usePasskeyState()
  if (elevated.data === true) return children
  if (elevated.data === false && passkeys.isKnown) {
    const open = () => queries.setQueryData(ELEVATED_KEY, true)
    const { hasAny, lookAgain } = passkeys
    return (
      <OperatorGate
        caller={session}
        hasPasskey={hasAny}
        onPasskeyGone={lookAgain}
        onOpen={open}
        onCancel={onCancel}
      />
    )
  }
  if (!elevated.isError) return <WaitingScreen />
  return (
    <FailureState
      text={errorText(elevated.error)}
      retryLabel={t('common.retry')}
      isRetrying={elevated.isFetching}
      onRetry={() => void elevated.refetch()}
    />
  )
}
