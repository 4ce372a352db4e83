import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { elevateByPasskey, elevateOptions } from '../../../contract/features/passkeys.ts'
import { useApi, useErrorText } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'

interface PasskeyOpeningProps {
  readonly onOpen: () => void
  readonly onGone: () => void
}

const loadWebAuthn = () => import('../../lib/browser/webauthn.ts')

/** `failed` means lack of support. */
type PasskeyProblem = 'declined' | 'refused' | 'failed'

function usePasskey(outcome: {
  onOpen: () => void
  onProblem: (problem: PasskeyProblem | ApiError) => void
}) {
  const api = useApi()
  useEffect(() => {
    const loading = loadWebAuthn().catch(() => undefined)
    return () => void loading.then((webauthn) => webauthn?.stopAsking())
  }, [])

  return useMutation({
    mutationFn: async () => {
      const [options, { provePasskey }] = await Promise.all([
        api.call(elevateOptions, {}),
        loadWebAuthn(),
      ])
      const answer = await provePasskey(options)
      if (answer === 'declined') return answer
      const { checked } = await api.call(elevateByPasskey, { body: answer })
      return checked ? 'open' : 'refused'
    },
    onSuccess: (result) => (result === 'open' ? outcome.onOpen() : outcome.onProblem(result)),
    onError: (error) => outcome.onProblem(error instanceof ApiError ? error : 'failed'),
  })
}

/** The user closed the prompt. */
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
      const text =
        problem === 'refused'
          ? t('gate.passkeyRefused')
          : problem === 'failed'
            ? t('gate.passkeyFailed')
            : errorText(problem)
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
      <Button
        ref={button}
        variant="primary"
        size="large"
        icon={KeyRound}
        isBusy={opening.isPending}
        onClick={open}
      >
        {t('gate.passkey')}
      </Button>
      <p className="meta" role="status">
        {opening.isPending ? t('gate.passkeyAsking') : isDeclined && t('gate.passkeyDeclined')}
      </p>
      <div className="gate-or meta">{t('gate.or')}</div>
    </div>
  )
}
