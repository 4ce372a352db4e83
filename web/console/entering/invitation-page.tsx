import { KeyRound } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import {
  acceptInvitation,
  openInvitation,
} from '../../../contract/features/console/console-session.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { keepBearer } from '../console-session.ts'
import { AccountButtons } from './account-buttons.tsx'
import { Entrance } from './entrance.tsx'

interface InvitationPageProps {
  readonly token: string
  readonly onDone: () => void
}

type OpenedInvitation = PayloadOut<typeof openInvitation>

export function InvitationPage({ token, onDone }: InvitationPageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const errorText = useErrorText()
  const [invited, setInvited] = useState<OpenedInvitation>()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  useTitle(t('console.invitation'), 'Sealroom')
  const open = useCallback(() => api.call(openInvitation, { body: { token } }), [api, token])
  const refused = useRef(errorText)
  useEffect(() => {
    open().then(setInvited, (error: unknown) => setProblem(refused.current(error)))
  }, [open])
  const register = async (): Promise<string> => {
    // The challenge may expire on an open page.
    const [{ makePasskey }, { options }] = await Promise.all([
      import('../../lib/browser/webauthn.ts'),
      open(),
    ])
    const answer = await makePasskey(options)
    if (answer === 'declined' || answer === 'known') return t('console.declined')
    const { token: opened } = await api.call(acceptInvitation, { body: { token, answer } })
    keepBearer(opened)
    onDone()
    return ''
  }
  const accept = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    setProblem(await register().catch(errorText))
    setBusy(false)
  }
  return (
    <Entrance title={t('console.invitation')}>
      {invited && (
        <p className="modal-text">
          {t('console.invited', { name: invited.name, email: invited.email })}
        </p>
      )}
      <p className="problem" role="alert">
        {problem}
      </p>
      {invited ? (
        <>
          <Button
            variant="primary"
            size="large"
            icon={KeyRound}
            isBusy={isBusy}
            onClick={() => void accept()}
          >
            {t('console.register')}
          </Button>
          <AccountButtons label="console.acceptBy" />
        </>
      ) : (
        problem !== '' && <Button onClick={onDone}>{t('console.toSignOn')}</Button>
      )}
    </Entrance>
  )
}
