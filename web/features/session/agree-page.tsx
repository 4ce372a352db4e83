import './agree-page.css'
import '../../ui/field/field.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { NOTICE } from '../../../contract/core/notice.ts'
import { accept, type OwnAgreement } from '../../../contract/features/rooms/agreement.ts'
import { agree } from '../../../contract/features/session.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { agreementQuery } from '../../room/agreement/agreement-query.ts'
import { AgreementText } from '../../room/agreement/agreement-text.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/field/choice.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import { useBusy } from '../../ui/state/busy.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { useErrorAlert } from '../../ui/state/use-error-alert.ts'
import type { SessionStore } from './store/session-store.ts'

interface AgreePageProps {
  readonly sessions: SessionStore
  readonly roomId: number
  readonly memberId: number
  readonly roomName: string | undefined
  readonly mark: ReactNode
  readonly onLeave: () => void
}

export function AgreePage({ sessions, roomId, memberId, roomName, mark, onLeave }: AgreePageProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const block = useBusy()
  const alertError = useErrorAlert()
  const [signature, setSignature] = useState(UNSIGNED)
  useTitle(t('agree.title'), roomName, t('app.title'))
  const asked = useQuery(agreementQuery(api, roomId))
  const own = asked.data
  const agreeing = useMutation({
    mutationFn: () =>
      block(
        own
          ? api.call(accept, {
              body: { roomId, version: own.version, language, ...(own.signature ? signature : {}) },
            })
          : api.call(agree, { query: { id: String(memberId), version: String(NOTICE.version) } }),
      ),
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
      <ScrollArea
        className={`agree-text${own?.form === 'pdf' ? ' agree-paper' : ''}`}
        label={t('agree.text')}
      >
        <QueryState query={asked} count={4} />
        {own === null && <Notice />}
        {own && <AgreementText roomId={roomId} agreement={own} />}
        {own !== undefined && (
          <p className="meta numbers">
            {t('agree.version', { version: own?.version ?? NOTICE.version })}
          </p>
        )}
      </ScrollArea>
      {own?.signature && <SignatureFields value={signature} onValue={setSignature} />}
      <footer className="agree-buttons">
        <Button onClick={onLeave}>{t('agree.decline')}</Button>
        <Button
          variant="primary"
          isBusy={agreeing.isPending}
          blockedBecause={
            own === undefined
              ? t('common.loading')
              : isUnsigned(own, signature)
                ? t('agree.nameHint')
                : undefined
          }
          onClick={() => agreeing.mutate()}
        >
          {t(own?.signature ? 'agree.sign' : 'agree.accept')}
        </Button>
      </footer>
    </main>
  )
}

const UNSIGNED = { name: '', signs: false }
type Signature = typeof UNSIGNED

const isUnsigned = (own: OwnAgreement | null, { name, signs }: Signature): boolean =>
  own?.signature === true && !(name.trim() !== '' && signs)

function Notice() {
  const [language] = useLanguage()
  return NOTICE.text[language].map(({ title, text }) => (
    <div key={title}>
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  ))
}

interface SignatureFieldsProps {
  readonly value: Signature
  readonly onValue: (value: Signature) => void
}

function SignatureFields({ value, onValue }: SignatureFieldsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="agree-signature">
      <label htmlFor={id}>{t('agree.name')}</label>
      <input
        id={id}
        className="field"
        value={value.name}
        maxLength={100}
        autoComplete="name"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => onValue({ ...value, name: currentTarget.value })}
      />
      <p id={`${id}-hint`} className="meta">
        {t('agree.nameHint')}
      </p>
      <Choice
        type="checkbox"
        isChosen={value.signs}
        onChange={(signs) => onValue({ ...value, signs })}
      >
        <span>{t('agree.signs')}</span>
      </Choice>
    </div>
  )
}
