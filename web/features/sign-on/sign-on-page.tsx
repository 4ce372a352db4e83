import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PayloadOut } from '../../../contract/core/operation.ts'
import { complete } from '../../../contract/features/session/sign-on.ts'
import {
  SIGN_ON_FAULTS,
  type SignOnFault,
} from '../../../contract/features/session/sign-on-provider.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Mark } from '../../ui/page/mark.tsx'
import { LoadingOverlay } from '../../ui/state/busy.tsx'

export type SignedOn = NonNullable<PayloadOut<typeof complete>['session']>

interface SignOnPageProps {
  readonly hash: string
  readonly roomNo: string | undefined
  /** @param sent the bearer that the call carried. */
  readonly onEntered: (session: SignedOn, sent: string | undefined) => Promise<void>
  readonly onChoice: () => void
  readonly wayBack: ReactNode
  readonly languageSwitch: ReactNode
}

const faultIn = (hash: string): SignOnFault | undefined =>
  SIGN_ON_FAULTS.find((fault) => fault === hash)

/** The cookie works once, but effects may run twice. */
export function SignOnPage({
  hash,
  roomNo,
  onEntered,
  onChoice,
  wayBack,
  languageSwitch,
}: SignOnPageProps) {
  const { t } = useTranslation()
  const api = useApi()
  const errorText = useErrorText()
  const [fault] = useState(() => faultIn(hash))
  const [problem, setProblem] = useState<string>()
  const isSent = useRef(false)
  useTitle(t('signOn.title'), t('app.title'))
  useEffect(() => {
    if (fault !== undefined || isSent.current) return
    isSent.current = true
    const sent = api.bearer()
    api
      .call(complete, { query: { room: roomNo } }, sent === undefined ? {} : { bearer: sent })
      .then(({ session }) => (session ? onEntered(session, sent) : onChoice()))
      .catch((error: unknown) => setProblem(errorText(error)))
  }, [api, fault, roomNo, onEntered, onChoice, errorText])
  const text = fault === undefined ? problem : t(`signOn.fault_${fault}`)
  if (text === undefined) return <LoadingOverlay label={t('signOn.entering')} />
  return (
    <main id="main" className="notice" tabIndex={-1}>
      <Mark />
      <h1 className="title">{t('signOn.failed')}</h1>
      <p className="notice-text" role="alert">
        {text}
      </p>
      {wayBack}
      {languageSwitch}
    </main>
  )
}
