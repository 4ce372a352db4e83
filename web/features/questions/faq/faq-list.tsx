import '../thread/thread.css'
import { BookOpenCheck, Pencil, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { remove, update } from '../../../../contract/features/threads/faq.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { formatInstant } from '../../../lib/format.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useDialogs } from '../../../ui/dialog/dialogs.tsx'
import { QueryState } from '../../../ui/state/query-state.tsx'
import { EmptyState } from '../../../ui/state/states.tsx'
import { useErrorAlert } from '../../../ui/state/use-error-alert.ts'
import { type Faq, useFaq, useRefresh } from '../threads-query.ts'
import { FaqDialog } from './faq-dialog.tsx'

interface FaqListProps {
  readonly roomId: number
  readonly isEditable: boolean
}

export function FaqList({ roomId, isEditable }: FaqListProps) {
  const { t } = useTranslation()
  const api = useApi()
  const refresh = useRefresh(roomId)
  const [keyword, setKeyword] = useState('')
  const [edited, setEdited] = useState<Faq>()
  const query = useFaq(roomId, useDeferredValue(keyword.trim()))
  const rows = query.data ?? []
  return (
    <div className="faq">
      <search>
        <input
          className="field field-small"
          type="search"
          aria-label={t('questions.faqSearch')}
          placeholder={t('questions.faqSearch')}
          autoComplete="off"
          maxLength={LIMITS.keywordLength}
          value={keyword}
          onChange={(event) => setKeyword(event.currentTarget.value)}
        />
      </search>
      {query.data === undefined ? (
        <QueryState query={query} count={6} />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={BookOpenCheck}
          text={t(keyword.trim() === '' ? 'questions.faqNone' : 'questions.noneFound')}
        />
      ) : (
        <ul className="faq-rows">
          {rows.map((faq) => (
            <FaqItem
              key={faq.id}
              roomId={roomId}
              faq={faq}
              isEditable={isEditable}
              onEdit={() => setEdited(faq)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('questions.more')}
        </Button>
      )}
      {edited && (
        <FaqDialog
          title={t('questions.faqEdit')}
          submit={t('questions.writeSave')}
          start={edited}
          onText={async ({ title, question, answer }) => {
            await api
              .call(update, { body: { id: edited.id, roomId, title, question, answer } })
              .finally(refresh)
            setEdited(undefined)
          }}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

interface FaqItemProps {
  readonly roomId: number
  readonly faq: Faq
  readonly isEditable: boolean
  readonly onEdit: () => void
}

function FaqItem({ roomId, faq, isEditable, onEdit }: FaqItemProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const api = useApi()
  const dialogs = useDialogs()
  const alertError = useErrorAlert()
  const refresh = useRefresh(roomId)
  const { id, number, title, question, answer, topic, publishedAt, updatedAt } = faq
  const isUpdated = updatedAt !== publishedAt
  const drop = async () => {
    const text = t('questions.faqRemoveText', { number })
    if (await dialogs.confirm({ tone: 'check', text, isDangerous: true }))
      await api.call(remove, { body: { id, roomId } }).then(refresh, alertError)
  }
  return (
    <li className="faq-item">
      <p className="faq-line">
        <span className="numbers thread-number">{number}</span>
        {topic && <span className="meta">{topic.name}</span>}
        <span className="meta numbers">
          {t(isUpdated ? 'questions.faqUpdated' : 'questions.faqPublished', {
            date: formatInstant(isUpdated ? updatedAt : publishedAt, language),
          })}
        </span>
        {isEditable && (
          <span className="faq-tools">
            <IconButton
              size="small"
              icon={Pencil}
              label={`${t('questions.faqEdit')}: ${number}`}
              onClick={onEdit}
            />
            <IconButton
              size="small"
              icon={Trash2}
              label={`${t('questions.faqRemove')}: ${number}`}
              onClick={() => void drop()}
            />
          </span>
        )}
      </p>
      <h2 className="thread-title">{title}</h2>
      <p className="thread-text faq-question">{question}</p>
      <p className="thread-text">{answer}</p>
    </li>
  )
}
