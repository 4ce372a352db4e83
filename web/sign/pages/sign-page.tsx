import '../../ui/field/field.css'
import '../sign.css'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { DialogProvider } from '../../ui/dialog/dialogs.tsx'
import { LoadingOverlay } from '../../ui/state/busy.tsx'
import { FailureState } from '../../ui/state/states.tsx'
import { DoneScreen } from '../done-screen.tsx'
import { type EndedKind, EndedScreen } from '../ended-screen.tsx'
import { SigningScreen } from '../signing-screen.tsx'
import { SimplePage } from '../simple-page.tsx'
import { type CeremonyState, useCeremony } from '../use-ceremony.ts'

export function SignPage({ token }: { readonly token: string | undefined }) {
  const { t } = useTranslation()
  const ceremony = useCeremony(token)
  const name = ceremony.state.kind === 'there' ? ceremony.state.ceremony.name : undefined
  useTitle(name, t('sign.title'))
  return (
    <DialogProvider labels={{ confirm: t('common.confirm'), cancel: t('common.cancel') }}>
      <Screen state={ceremony.state} retry={ceremony.load} onEnd={ceremony.end} />
    </DialogProvider>
  )
}

interface ScreenProps {
  readonly state: CeremonyState
  readonly retry: () => Promise<void>
  readonly onEnd: (kind: EndedKind) => void
}

function Screen({ state, retry, onEnd }: ScreenProps) {
  const { t } = useTranslation()
  if (state.kind === 'loading') return <LoadingOverlay label={t('common.loading')} />
  if (state.kind === 'there') {
    const { ceremony } = state
    const { type, status } = ceremony.participant
    const isDone = type === 'CC' || status === 'DONE'
    if (isDone) return <DoneScreen ceremony={ceremony} onChanged={retry} />
    if (status === 'WAITING')
      return (
        <SimplePage>
          <EndedScreen kind="notYet" onRetry={retry} />
        </SimplePage>
      )
    return (
      <SigningScreen
        ceremony={ceremony}
        onChanged={retry}
        onDeclined={() => onEnd('declinedByYou')}
      />
    )
  }
  return (
    <SimplePage>
      {state.kind === 'ended' ? (
        <EndedScreen kind={state.as} onRetry={retry} />
      ) : (
        <FailureState
          text={(state.kind === 'failed' ? state.text : undefined) ?? t('network.failed')}
          retryLabel={t('common.retry')}
          onRetry={() => void retry()}
        />
      )}
    </SimplePage>
  )
}
