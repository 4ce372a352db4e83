import { useTranslation } from '../../../lib/i18n.ts'
import type { OwnThreads } from '../threads-query.ts'
import type { ThreadForm } from './thread-form.ts'

/** How many more questions may be written, and until when. */
export function WriteRules({ own, form }: { readonly own: OwnThreads; readonly form: ThreadForm }) {
  const { t } = useTranslation()
  const { left, lastDay, role, reason } = own
  const topic = left.topics?.find(({ topicId }) => topicId === form.topicId)
  const priority = left.priorities?.find((each) => each.priority === form.priority)
  const parts = [
    left.total === undefined ? undefined : t('questions.leftTotal', { left: left.total }),
    left.day === undefined ? undefined : t('questions.leftDay', { left: left.day }),
    left.week === undefined ? undefined : t('questions.leftWeek', { left: left.week }),
    topic && t('questions.leftTopic', { left: topic.left }),
    priority && t('questions.leftPriority', { left: priority.left }),
    lastDay === null ? undefined : t('questions.lastDay', { day: lastDay }),
  ].filter((part) => part !== undefined)
  return (
    <div className="questions-rules meta">
      {parts.length > 0 && <p className="numbers">{parts.join(' · ')}</p>}
      {role === 'author' && reason === 'ROLE' && <p>{t('questions.writeOnlyDraft')}</p>}
    </div>
  )
}
