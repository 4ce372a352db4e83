import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { stopAsking } from '../../lib/browser/webauthn.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { hasPasskeys, proveByPasskey } from './own-passkeys-query.ts'

export function ProveByPasskey() {
  const { t } = useTranslation()
  const api = useApi()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  const alertError = useErrorAlert()
  const [isAsking, setAsking] = useState(false)
  const [said, setSaid] = useState<string>()
  // The browser's prompt must not outlast the form.
  useEffect(() => stopAsking, [])
  if (!hasPasskeys()) return null

  const prove = async () => {
    setAsking(true)
    setSaid(undefined)
    try {
      if ((await proveByPasskey(api)) === 'declined') setSaid(t('rooms.passkeyDeclined'))
      else await queries.invalidateQueries()
    } catch (error) {
      if (!(error instanceof ApiError))
        await dialogs.alert({ tone: 'check', text: t('rooms.passkeyFailed') })
      else if (error.code === 'PASSKEY_REFUSED')
        await dialogs.alert({ tone: 'check', text: t('rooms.passkeyRefused') })
      else await alertError(error)
    }
    setAsking(false)
  }
  return (
    <div className="own-rooms-passkey">
      <p className="meta">{t('rooms.passkeyProveHelp')}</p>
      <Button icon={KeyRound} isBusy={isAsking} onClick={() => void prove()}>
        {t('rooms.passkeyProve')}
      </Button>
      <p role="status" className="meta">
        {said}
      </p>
    </div>
  )
}
