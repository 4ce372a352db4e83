import '../../ui/page/screen.css'
import './news-page.css'
import { FileClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/browser/use-title.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { type NewsLink, NewsList } from './news-list.tsx'
import { useMailed } from './news-query.ts'

interface MailedPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
  readonly list: string
  readonly linkTo: NewsLink
  readonly aside: ReactNode
}

export function MailedPage({ roomId, roomName, list, linkTo, aside }: MailedPageProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const query = useMailed(roomId, list)
  const { rows = [], since: mailedAt } = query.data ?? {}
  useTitle(t('news.mailed'), roomName, t('app.title'))
  return (
    <section className="screen news" aria-labelledby="news-title">
      <div className="screen-head">
        <h1 id="news-title" className="screen-title">
          {t('news.mailed')}
        </h1>
        <div className="news-aside">{aside}</div>
      </div>
      {mailedAt !== undefined && rows.length > 0 && (
        <p className="news-hint meta">
          {t('news.mailedAt', { date: formatInstant(mailedAt, language) })}
        </p>
      )}
      {!query.data && <QueryState query={query} count={8} />}
      {query.data && rows.length === 0 && (
        <EmptyState icon={FileClock} text={t('news.mailedNone')} />
      )}
      {rows.length > 0 && (
        <NewsList label={t('news.mailedList')} {...{ roomId, rows, query, linkTo }} />
      )}
    </section>
  )
}
