import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useApi } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { useBusy } from '../../ui/busy.tsx'
import { Button } from '../../ui/button.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import { loadJoin } from './load-join.ts'
import type { SessionStore } from './session-store.ts'

interface LinkFormProps {
  readonly sessions: SessionStore
  /** The token of the link. */
  readonly link: string
  /** The link is worth nothing, or is not wanted. */
  readonly onDropped: () => void
}

/** Enters by a mailed link. It is used by the press of a button alone: programs that look at the links in mails open the page, too. */
export function LinkForm({ sessions, link, onDropped }: LinkFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const block = useBusy()
  const tellError = useTellError()
  const [isJoining, setIsJoining] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])

  const enter = async () => {
    setIsJoining(true)
    try {
      await block(loadJoin().then(({ joinRoom }) => joinRoom(api, sessions, { link })))
    } catch (error) {
      await tellError(error)
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
