import './agree-page.css'
import { useMutation } from '@tanstack/react-query'
import { agree } from '../../../contract/features/session.ts'
import { useApi } from '../../lib/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
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
  const api = useApi()
  const block = useBusy()
  const tellError = useTellError()
  useTitle(t('agree.title'), roomName, t('app.title'))
  const agreeing = useMutation({
    mutationFn: () => block(api.call(agree, { query: { id: String(memberId) } })),
    onSuccess: () => sessions.update({ agreed: true }),
    onError: tellError,
  })
  const sections = ['secrecy', 'storage', 'record', 'mark'] as const

  return (
    <main id="main" className="agree" tabIndex={-1}>
      <header className="agree-head">
        <Mark />
        <h1 className="headline">{t('agree.title')}</h1>
        <p>{t('agree.lead', { room: roomName ?? t('app.title') })}</p>
      </header>
      <ScrollArea className="agree-text" label={t('agree.text')}>
        {sections.map((section) => (
          <div key={section}>
            <h2>{t(`agree.${section}Title`)}</h2>
            <p>{t(`agree.${section}`)}</p>
          </div>
        ))}
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
