import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { signOn, signOnOptions } from '../../../contract/features/console/console-session.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { keepBearer } from '../console-session.ts'
import { Entrance } from './entrance.tsx'

export function SignOnPage() {
  const { t } = useTranslation()
  const api = useApi()
  const errorText = useErrorText()
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  useTitle(t('console.title'), 'Sealroom')
  const prove = async (): Promise<string> => {
    const [{ provePasskey }, options] = await Promise.all([import('../../lib/browser/webauthn.ts'), api.call(signOnOptions, {})])
    const answer = await provePasskey(options)
    if (answer === 'declined') return t('console.declined')
    keepBearer((await api.call(signOn, { body: answer })).token)
    return ''
  }
  const enter = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem('')
    setProblem(await prove().catch(errorText))
    setBusy(false)
  }
  return (
    <Entrance title={t('console.title')}>
      <p className="modal-text">{t('console.signOnHelp')}</p>
      <p className="problem" role="alert">
        {problem}
      </p>
      <Button variant="primary" size="large" icon={KeyRound} isBusy={isBusy} onClick={() => void enter()}>
        {t('console.signOn')}
      </Button>
      <p className="meta">{t('console.lostPasskey')}</p>
    </Entrance>
  )
}
