import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { signOn, signOnOptions } from '../../../contract/features/console/console-session.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { keepBearer } from '../console-session.ts'
import { AccountButtons } from './account-buttons.tsx'
import { Entrance } from './entrance.tsx'

interface SignOnPageProps {
  readonly problem: string
  readonly onProblem: (problem: string) => void
}

export function SignOnPage({ problem, onProblem }: SignOnPageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const errorText = useErrorText()
  const [isBusy, setBusy] = useState(false)
  useTitle(t('console.title'), 'Sealroom')
  const prove = async (): Promise<string> => {
    const [{ provePasskey }, options] = await Promise.all([
      import('../../lib/browser/webauthn.ts'),
      api.call(signOnOptions, {}),
    ])
    const answer = await provePasskey(options)
    if (answer === 'declined') return t('console.declined')
    keepBearer((await api.call(signOn, { body: answer })).token)
    return ''
  }
  const enter = async () => {
    if (isBusy) return
    setBusy(true)
    onProblem('')
    onProblem(await prove().catch(errorText))
    setBusy(false)
  }
  return (
    <Entrance title={t('console.title')}>
      <p className="modal-text">{t('console.signOnHelp')}</p>
      <p className="problem" role="alert">
        {problem}
      </p>
      <Button
        variant="primary"
        size="large"
        icon={KeyRound}
        isBusy={isBusy}
        onClick={() => void enter()}
      >
        {t('console.signOn')}
      </Button>
      <AccountButtons label="console.signOnBy" />
      <p className="meta">{t('console.lostPasskey')}</p>
    </Entrance>
  )
}
