import './continue-reading.css'
import { useQuery } from '@tanstack/react-query'
import { BookOpen } from 'lucide-react'
import { recent } from '../../../contract/features/news.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import type { NewsLink } from './news-list.tsx'

interface ContinueReadingProps {
  readonly roomId: number
  readonly linkTo: NewsLink
}

export function ContinueReading({ roomId, linkTo }: ContinueReadingProps) {
  const { t } = useTranslation()
  const api = useApi()
  const { data: last } = useQuery({
    queryKey: ['items', roomId, 'news', 'last'],
    refetchOnMount: 'always',
    queryFn: ({ signal }) => api.call(recent, { body: { roomId, limit: 1 } }, { signal }),
    select: ([first]) => first,
  })
  if (!last) return null
  const { page } = last
  return (
    <p className="continue-reading">
      <BookOpen aria-hidden="true" />
      <span className="meta numbers">
        {t('news.continue')}
        {page !== undefined && page > 1 && ` · ${t('news.leftAt', { page })}`}
      </span>
      {linkTo(last, last.name, page)}
    </p>
  )
}
