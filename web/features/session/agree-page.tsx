import './agree-page.css'
import { useMutation } from '@tanstack/react-query'
import { NOTICE } from '../../../contract/core/notice.ts'
import { agree } from '../../../contract/features/session.ts'
import { useApi } from '../../lib/api-context.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useBusy } from '../../ui/busy.tsx'
import { Button } from '../../ui/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { ScrollArea } from '../../ui/scroll-area.tsx'
import { useTellError } from '../../ui/use-tell-error.ts'
import type { SessionStore } from './session-store.ts'

interface AgreePageProps {
  readonly sessions: SessionStore
  readonly memberId: number
  readonly roomName: string | undefined
  readonly onLeave: () => void
}

/** The confidentiality notice. Nothing of the room is shown before it is accepted; the server holds to that too. */
export function AgreePage({ sessions, memberId, roomName, onLeave }: AgreePageProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const block = useBusy()
  const tellError = useTellError()
  useTitle(t('agree.title'), roomName, t('app.title'))
  const agreeing = useMutation({
    mutationFn: () => block(api.call(agree, { query: { id: String(memberId), version: String(NOTICE.version) } })),
    onSuccess: () => sessions.update({ agreed: true }),
    onError: async (error) => {
      await tellError(error)
      // The page was loaded before the server got another notice.
      if (error instanceof ApiError && error.code === 'NOTICE_CHANGED') location.reload()
    },
  })

  return (
    <main id="main" className="agree" tabIndex={-1}>
      <header className="agree-head">
        <Mark />
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
