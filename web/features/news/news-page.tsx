import '../../ui/page/screen.css'
import './news-page.css'
import { FileClock, History, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/browser/use-title.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Segments } from '../../ui/field/segments.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { type NewsLink, NewsList } from './news-list.tsx'
import { NEWS_TABS, type NewsTab, useNews } from './news-query.ts'

export type { NewsTab }

interface NewsPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
  readonly isOperator: boolean
  readonly tab: NewsTab
  readonly onTab: (tab: NewsTab) => void
  /** Leads to a document or a folder. */
  readonly linkTo: NewsLink
  readonly aside: ReactNode
}

const LABELS = { new: 'news.tabNew', favourites: 'news.tabFavourites', recent: 'news.tabRecent' } as const

/** What came since the last visit, favourites, and what was read lately. */
export function NewsPage({ roomId, roomName, isOperator, tab, onTab, linkTo, aside }: NewsPageProps) {
  const { t } = useTranslation()
  const query = useNews(roomId, tab)
  const rows = query.data?.rows ?? []
  useTitle(t('news.title'), roomName, t('app.title'))
  return (
    <section className="screen news" aria-labelledby="news-title">
      <div className="screen-head">
        <h1 id="news-title" className="screen-title">
          {t('news.title')}
        </h1>
        <Segments label={t('news.tabs')} names={NEWS_TABS} chosen={tab} textOf={(name) => t(LABELS[name])} onChoose={onTab} />
        <div className="news-aside">{aside}</div>
      </div>
      {tab === 'new' && query.data && <Since since={query.data.since} isOperator={isOperator} isEmpty={rows.length === 0} />}
      {!query.data && <QueryState query={query} count={8} />}
      {query.data && rows.length === 0 && <Nothing tab={tab} isFirstVisit={query.data.since === undefined} />}
      {rows.length > 0 && <NewsList key={tab} label={t(LABELS[tab])} {...{ roomId, rows, query, linkTo }} />}
    </section>
  )
}

interface SinceProps {
  readonly since: string | undefined
  readonly isOperator: boolean
  readonly isEmpty: boolean
}

function Since({ since, isOperator, isEmpty }: SinceProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  if (since === undefined || isEmpty) return null
  const date = formatInstant(since, language)
  return <p className="news-hint meta">{t(isOperator ? 'news.sinceOperator' : 'news.since', { date })}</p>
}

function Nothing({ tab, isFirstVisit }: { readonly tab: NewsTab; readonly isFirstVisit: boolean }) {
  const { t } = useTranslation()
  if (tab === 'favourites') return <EmptyState icon={Star} text={t('news.noFavourites')} />
  if (tab === 'recent') return <EmptyState icon={History} text={t('news.noRecent')} />
  return <EmptyState icon={FileClock} text={t(isFirstVisit ? 'news.firstVisit' : 'news.none')} />
}
