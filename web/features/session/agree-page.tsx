import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { agree } from '../../../contract/features/session.ts'
import { useApi, useErrorText } from '../../lib/api-context.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useDialogs } from '../../ui/dialogs.tsx'
import { Mark } from '../../ui/mark.tsx'
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
  const dialogs = useDialogs()
  const errorText = useErrorText()
  useTitle(t('agree.title'), roomName, t('app.title'))
  const agreeing = useMutation({
    mutationFn: () => api.call(agree, { query: { id: String(memberId) } }),
    onSuccess: () => sessions.update({ agreed: true }),
    onError: (error) => void dialogs.alert({ tone: 'check', text: errorText(error) }),
  })
  const sections = ['secrecy', 'storage', 'record', 'mark'] as const

  return (
    <main id="main" className="notice" tabIndex={-1}>
      <Mark />
      <h1>{t('agree.title')}</h1>
      <p>{t('agree.lead', { room: roomName ?? '' })}</p>
      <section className="notice-text" aria-label={t('agree.title')}>
        {sections.map((section) => (
          <div key={section}>
            <h2>{t(`agree.${section}Title`)}</h2>
            <p>{t(`agree.${section}`)}</p>
          </div>
        ))}
      </section>
      <div className="notice-buttons">
        <button type="button" className="button" onClick={onLeave}>
          {t('agree.decline')}
        </button>
        <button type="button" className="button primary" disabled={agreeing.isPending} onClick={() => agreeing.mutate()}>
          {t('agree.accept')}
        </button>
      </div>
    </main>
  )
}
