import './agree-page.css'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NOTICE } from '../../../contract/core/notice.ts'
import { agree } from '../../../contract/features/session.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import type { SessionStore } from './session-store.ts'

interface AgreePageProps {
  readonly sessions: SessionStore
  readonly memberId: number
  readonly roomName: string | undefined
  /** That of the room. */
  readonly mark: ReactNode
  readonly onLeave: () => void
}

/** The server also hides the room until then. */
export function AgreePage({ sessions, memberId, roomName, mark, onLeave }: AgreePageProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const block = useBusy()
  const alertError = useErrorAlert()
  useTitle(t('agree.title'), roomName, t('app.title'))
  const agreeing = useMutation({
    mutationFn: () => block(api.call(agree, { query: { id: String(memberId), version: String(NOTICE.version) } })),
    onSuccess: () => sessions.update({ agreed: true }),
    onError: async (error) => {
      await alertError(error)
      if (error instanceof ApiError && error.code === 'NOTICE_CHANGED') location.reload()
    },
  })

  return (
    <main id="main" className="agree" tabIndex={-1}>
      <header className="agree-head">
        {mark}
        <h1 className="headline">{t('agree.title')}</h1>
        <p>{t('agree.lead', { room: roomName ?? t('app.title') })}</p>
      </header>
      <ScrollArea className="agree-text" label={t('agree.text')}>
        {NOTICE.text[language].map(({ title, text }) => (
          <div key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
        <p className="meta numbers">{t('agree.version', { version: NOTICE.version })}</p>
      </ScrollArea>
      <footer className="agree-buttons">
        <Button onClick={onLeave}>{t('agree.decline')}</Button>
        <Button variant="primary" isBusy={agreeing.isPending} onClick={() => agreeing.mutate()}>
          {t('agree.accept')}
        </Button>
      </footer>
    </main>
  )
}
