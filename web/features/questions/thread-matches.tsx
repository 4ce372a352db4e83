import './thread-matches.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { list } from '../../../contract/features/threads/threads.ts'
import { useApi } from '../../lib/api/api-context.ts'
import { useTranslation } from '../../lib/i18n.ts'
import { Chip } from '../../ui/list/chip.tsx'
import { threadsKey } from './threads-key.ts'
import { useThreadTexts } from './use-thread-texts.ts'

interface ThreadMatchesProps {
  readonly roomId: number
  readonly q: string
  readonly linkTo: (id: string, text: ReactNode) => ReactNode
}

const SHOWN = 5

export function ThreadMatches({ roomId, q, linkTo }: ThreadMatchesProps) {
  const { t } = useTranslation()
  const api = useApi()
  const texts = useThreadTexts()
  const { data } = useQuery({
    queryKey: [...threadsKey(roomId), 'matches', q],
    retry: false,
    queryFn: ({ signal }) =>
      api.page(list, { body: { roomId, keyword: q, limit: SHOWN } }, { signal }),
  })
  if (!data || data.payload.length === 0) return null
  return (
    <section className="thread-matches" aria-label={t('questions.title')}>
      <h2>{t('questions.title')}</h2>
      <ul>
        {data.payload.map((thread) => (
          <li key={thread.id}>
            {linkTo(
              thread.id,
              <>
                <span className="numbers meta">{thread.number}</span> <span>{thread.title}</span>
              </>,
            )}
            <Chip tone={texts.tone(thread)} text={texts.state(thread)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
