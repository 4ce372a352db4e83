import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import { loadJoin } from './load-join.ts'
import type { SessionStore } from './store/session-store.ts'

interface LinkFormProps {
  readonly sessions: SessionStore
  readonly link: string
  readonly onDropped: () => void
}

/** Mail scanners also open the page, so only a press uses the link. */
export function LinkForm({ sessions, link, onDropped }: LinkFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const alertError = useErrorAlert()
  const [isJoining, setIsJoining] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  const enter = async () => {
    setIsJoining(true)
    try {
      await block(loadJoin().then(({ joinRoom }) => joinRoom(api, sessions, { link })))
    } catch (error) {
      await alertError(error)
      if (error instanceof ApiError && error.code === 'LINK_REFUSED') onDropped()
    }
    setIsJoining(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isJoining) void enter()
  }

  return (
    <form className="login-link" onSubmit={submit}>
      <h2 className="title">{t('login.linkHeading')}</h2>
      <p className="meta">{t('login.linkHelp')}</p>
      <Button ref={button} type="submit" variant="primary" size="large" isBusy={isJoining}>
        {t('login.enter')}
      </Button>
      <Button variant="quiet" onClick={onDropped}>
        {t('login.byPin')}
      </Button>
    </form>
  )
}
