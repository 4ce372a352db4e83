import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { signOn, signOnByAccount, signOnOptions } from '../../../contract/features/console/console-session.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { LoadingOverlay } from '../../ui/state/busy.tsx'
import { type Arrival, keepBearer } from '../console-session.ts'
import { AccountButtons } from './account-buttons.tsx'
import { Entrance } from './entrance.tsx'

interface SignOnPageProps {
  readonly arrival: Arrival | undefined
}

/** The cookie works once, so it is exchanged once, also where the effect runs twice or the page comes again. */
let isTaken = false

function useArrival(arrival: Arrival | undefined): { readonly isExchanging: boolean; readonly refused: string } {
  const api = useApi()
  const errorText = useErrorText()
  const { t } = useTranslation()
  const [isExchanging, setExchanging] = useState(arrival === 'signed-on' && !isTaken)
  const [refused, setRefused] = useState(arrival === undefined || arrival === 'signed-on' || isTaken ? '' : t(`console.fault_${arrival}`))
  const text = useRef(errorText)
  useEffect(() => {
    if (arrival === undefined || isTaken) return
    isTaken = true
    if (arrival !== 'signed-on') return
    api
      .call(signOnByAccount, {})
      .then(({ token }) => keepBearer(token))
      .catch((error: unknown) => setRefused(text.current(error)))
      .finally(() => setExchanging(false))
  }, [api, arrival])
  return { isExchanging, refused }
}

export function SignOnPage({ arrival }: SignOnPageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const errorText = useErrorText()
  const { isExchanging, refused } = useArrival(arrival)
  const [problem, setProblem] = useState<string>()
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
  if (isExchanging) return <LoadingOverlay label={t('console.signingOn')} />
  return (
    <Entrance title={t('console.title')}>
      <p className="modal-text">{t('console.signOnHelp')}</p>
      <p className="problem" role="alert">
        {problem ?? refused}
      </p>
      <Button variant="primary" size="large" icon={KeyRound} isBusy={isBusy} onClick={() => void enter()}>
        {t('console.signOn')}
      </Button>
      <AccountButtons label="console.signOnBy" />
      <p className="meta">{t('console.lostPasskey')}</p>
    </Entrance>
  )
}
