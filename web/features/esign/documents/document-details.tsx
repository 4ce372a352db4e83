import type { Participant, Template } from '../../../../contract/features/composed.ts'
import { useTitle } from '../../../lib/browser/use-title.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { usePhaseBlock } from '../../../room/room-access.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/list/chip.tsx'
import { FileName } from '../../../ui/list/file-name.tsx'
import { turnOf } from '../people/signing-order.ts'
import { DocumentStatus, PersonStatus, useTypeName } from '../status-words.tsx'
import { DocumentActions } from './document-actions.tsx'
import { useDocumentCalls } from './use-document-calls.ts'

interface DocumentDetailsProps {
  readonly roomId: number
  readonly template: Template
  readonly onPreview: () => void
  readonly onOpen: (templateId: number) => void
}

export function DocumentDetails({ roomId, template, onPreview, onOpen }: DocumentDetailsProps) {
  const { t, language } = useTranslation()
  const { name, status, participants, notice, failure } = template
  const calls = useDocumentCalls(template, onOpen)
  useTitle(name, t('compose.title'))
  return (
    <article className="document">
      <header className="document-head">
        <h1 className="title file-name" aria-label={name}>
          <FileName name={name} />
        </h1>
        <DocumentStatus status={status} />
        {template.waterMark && <Chip text={t('compose.hasWatermark')} />}
      </header>
      <p className="meta">
        {t('compose.created', { date: formatInstant(template.createdAt, language) })} ·{' '}
        {t('compose.pages', { count: template.pageCount })} ·{' '}
        {t('compose.boxes', { count: template.boxes.length })}
      </p>
      {template.wasSigned && status === 'DRAFT' && (
        <p className="document-note">{t('compose.wasSigned')}</p>
      )}
      {status === 'SEALING' && <p className="document-note">{t('compose.sealingText')}</p>}
      {failure && status === 'FAILED' && (
        <div className="document-note" role="alert">
          <h2>{t('compose.failure')}</h2>
          <p>{failure.text}</p>
          <p className="meta">{formatInstant(failure.at, language)}</p>
        </div>
      )}
      <DocumentActions roomId={roomId} template={template} calls={calls} onPreview={onPreview} />
      {notice !== '' && (
        <section>
          <h2 className="meta">{t('compose.notice')}</h2>
          <p className="document-notice">{notice}</p>
        </section>
      )}
      <section aria-label={t('compose.participants')}>
        <h2 className="meta">{t('compose.participants')}</h2>
        {participants.length === 0 && <p className="meta">{t('compose.noPeople')}</p>}
        <ul className="document-people" hidden={participants.length === 0}>
          {participants.map((person) => (
            <PersonState
              key={person.id}
              person={person}
              turn={turnOf(participants, person)}
              isSent={status !== 'DRAFT'}
              onRemind={
                status === 'SENT' && isTurn(person) ? () => calls.remind(person.id) : undefined
              }
              isBusy={calls.isBusy}
            />
          ))}
        </ul>
      </section>
      <Hashes template={template} />
    </article>
  )
}

const isTurn = ({ status }: Participant): boolean => status === 'INVITED' || status === 'OPENED'

interface PersonStateProps {
  readonly person: Participant
  readonly turn: number | undefined
  readonly isSent: boolean
  readonly isBusy: boolean
  readonly onRemind: (() => void) | undefined
}

function PersonState({ person, turn, isSent, isBusy, onRemind }: PersonStateProps) {
  const { t, language } = useTranslation()
  const typeName = useTypeName()
  const at = (instant: string) => ({ date: formatInstant(instant, language) })
  const blockedBecause = usePhaseBlock('compose.write')
  const isOpen = person.status !== 'DONE' && person.status !== 'DECLINED'
  return (
    <li>
      {turn !== undefined && <span className="numbers meta">{turn}</span>}
      <span className="person-words">
        <span className="person-name">
          {person.name} <span className="meta">{typeName(person.type)}</span>
        </span>
        <span className="meta">{person.email}</span>
        <span className="meta document-times">
          {person.invitedAt && <span>{t('compose.invitedAt', at(person.invitedAt))}</span>}
          {person.openedAt && <span>{t('compose.openedAt', at(person.openedAt))}</span>}
          {person.doneAt && <span>{t('compose.doneAt', at(person.doneAt))}</span>}
          {person.expiresAt && isOpen && (
            <span>{t('compose.expiresAt', at(person.expiresAt))}</span>
          )}
        </span>
        {person.reason && <span>{t('compose.reason', { reason: person.reason })}</span>}
        {person.mailFailed && <span className="document-fault">{t('compose.mailFailed')}</span>}
      </span>
      {isSent && <PersonStatus status={person.status} type={person.type} />}
      {onRemind && (
        <Button
          size="small"
          aria-label={t('compose.remindOne', { name: person.name })}
          blockedBecause={blockedBecause}
          isBusy={isBusy}
          onClick={onRemind}
        >
          {t('compose.remind')}
        </Button>
      )}
    </li>
  )
}

function Hashes({ template: { sourceSha256, resultSha256 } }: { readonly template: Template }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('compose.sha')}>
      <h2 className="meta">{t('compose.sha')}</h2>
      <dl className="document-hashes meta">
        <dt>{t('compose.original')}</dt>
        <dd>{sourceSha256}</dd>
        {resultSha256 && (
          <>
            <dt>{t('compose.result')}</dt>
            <dd>{resultSha256}</dd>
          </>
        )}
      </dl>
    </section>
  )
}
