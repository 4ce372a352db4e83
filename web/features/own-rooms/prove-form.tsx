import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { prove } from '../../../contract/features/session/own-rooms.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useDialogs } from '../../ui/dialog/dialogs.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { ownBearer } from './own-rooms-query.ts'

interface ProveFormProps {
  readonly link: string
  readonly onDropped: () => void
}

/** Mail scanners also open the page, so only a press uses the link. */
export function ProveForm({ link, onDropped }: ProveFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  const alertError = useErrorAlert()
  const [isProving, setProving] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  const confirm = async () => {
    setProving(true)
    try {
      await block(api.call(prove, { body: { token: link } }, ownBearer(api)))
      await queries.invalidateQueries()
      onDropped()
      document.getElementById('main')?.focus({ preventScroll: true })
    } catch (error) {
      const isRefused = error instanceof ApiError && error.code === 'LINK_REFUSED'
      await (isRefused
        ? dialogs.alert({ tone: 'check', text: t('rooms.linkRefused') })
        : alertError(error))
      if (isRefused) onDropped()
    }
    setProving(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isProving) void confirm()
  }
  return (
    <form className="own-rooms-form" onSubmit={submit}>
      <h2 className="own-rooms-heading">{t('rooms.proveHeading')}</h2>
      <p className="meta">{t('rooms.proveHelp')}</p>
      <div className="own-rooms-ask">
        <Button ref={button} type="submit" variant="primary" isBusy={isProving}>
          {t('rooms.prove')}
        </Button>
        <Button variant="quiet" onClick={onDropped}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}
