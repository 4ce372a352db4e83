import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { similar } from '../../../../contract/features/threads/threads.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import type { ThreadForm } from './thread-form.ts'
import { useSlowly } from './use-slowly.ts'

const PAUSE_MS = 600

interface SimilarThreadsProps {
  readonly roomId: number
  readonly form: ThreadForm
  readonly groupId: number | undefined
}

export function SimilarThreads({ roomId, form, groupId }: SimilarThreadsProps) {
  const { t } = useTranslation()
  const api = useApi()
  const text = useSlowly(`${form.title}\n${form.text}`.trim(), PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['similar', roomId, groupId, text],
    enabled: text.length >= 6,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.call(
        similar,
        {
          body: { roomId, text: text.slice(0, LIMITS.threadText), ...(groupId ? { groupId } : {}) },
        },
        { signal },
      ),
  })
  const found = [...(data?.faqs ?? []), ...(data?.threads ?? [])]
  if (found.length === 0 || text.length < 6) return null
  return (
    <div className="questions-similar" role="status">
      <p>{t('questions.similar')}</p>
      <ul>
        {found.map(({ id, number, title }) => (
          <li key={id}>
            <span className="numbers">{number}</span> {title}
          </li>
        ))}
      </ul>
    </div>
  )
}
