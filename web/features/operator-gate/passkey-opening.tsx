import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useErrorText } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialogs.tsx'
import { usePasskey } from './use-passkey.ts'

interface PasskeyOpeningProps {
  readonly onOpen: () => void
  /** The server knows of no passkey any more. */
  readonly onGone: () => void
}

/** The way in for who has a passkey. Whoever closes what the browser asks has decided so: that is told in passing alone. */
export function PasskeyOpening({ onOpen, onGone }: PasskeyOpeningProps) {
  const { t } = useTranslation()
  const dialogs = useDialogs()
  const errorText = useErrorText()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  const [isDeclined, setIsDeclined] = useState(false)
  const opening = usePasskey({
    onOpen,
    async onProblem(problem) {
      if (problem === 'declined') return setIsDeclined(true)
      const text = problem === 'refused' ? t('gate.passkeyRefused') : problem === 'failed' ? t('gate.passkeyFailed') : errorText(problem)
      await dialogs.alert({ tone: problem === 'refused' ? 'mismatch' : 'check', text })
      button.current?.focus()
      if (problem instanceof ApiError && problem.code === 'NO_PASSKEY') onGone()
    },
  })
  const open = () => {
    setIsDeclined(false)
    opening.mutate()
  }
  return (
    <div className="gate-passkey">
      <Button ref={button} variant="primary" size="large" icon={KeyRound} isBusy={opening.isPending} onClick={open}>
        {t('gate.passkey')}
      </Button>
      <p className="meta" role="status">
        {opening.isPending ? t('gate.passkeyAsking') : isDeclined && t('gate.passkeyDeclined')}
      </p>
      <div className="gate-or meta">{t('gate.or')}</div>
    </div>
  )
}
