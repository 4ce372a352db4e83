import '../../ui/page/screen.css'
import './news-page.css'
import { FileClock, History, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/browser/use-title.ts'
import { formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Segments } from '../../ui/field/segments.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { type NewsLink, NewsList } from './news-list.tsx'
import { NEWS_TABS, type NewsDays, type NewsTab, type NewsView, useNews } from './news-query.ts'

interface NewsPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
  readonly isOperator: boolean
  readonly view: NewsView
  readonly onView: (view: NewsView) => void
  readonly linkTo: NewsLink
  readonly aside: ReactNode
}

const LABELS = {
  new: 'news.tabNew',
  favourites: 'news.tabFavourites',
  recent: 'news.tabRecent',
} as const

export function NewsPage({
  roomId,
  roomName,
  isOperator,
  view,
  onView,
  linkTo,
  aside,
}: NewsPageProps) {
  const { t } = useTranslation()
  const { tab = 'new', days } = view
  const query = useNews(roomId, view)
  const rows = query.data?.rows ?? []
  useTitle(t('news.title'), roomName, t('app.title'))
  return (
    <section className="screen news" aria-labelledby="news-title">
      <div className="screen-head">
        <h1 id="news-title" className="screen-title">
          {t('news.title')}
        </h1>
        <Segments
          label={t('news.tabs')}
          names={NEWS_TABS}
          chosen={tab}
          textOf={(name) => t(LABELS[name])}
          onChoose={(name) => onView(name === 'new' ? {} : { tab: name })}
        />
        <div className="news-aside">{aside}</div>
      </div>
      {tab === 'new' && (
        <Period
          {...{ days, isOperator }}
          since={query.data?.since}
          onDays={(next) => onView({ days: next })}
        />
      )}
      {!query.data && <QueryState query={query} count={8} />}
      {query.data && rows.length === 0 && (
        <Nothing {...{ tab, days }} isFirstVisit={query.data.since === undefined} />
      )}
      {rows.length > 0 && (
        <NewsList
          key={`${tab} ${days}`}
          label={t(LABELS[tab])}
          {...{ roomId, rows, query, linkTo }}
        />
      )}
    </section>
  )
}

interface PeriodProps {
  readonly days: NewsDays | undefined
  readonly since: string | undefined
  readonly isOperator: boolean
  readonly onDays: (days: NewsDays | undefined) => void
}

const PERIODS = ['visit', '7', '30'] as const
const DAYS = { visit: undefined, '7': 7, '30': 30 } as const

function Period({ days, since, isOperator, onDays }: PeriodProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const nameOf = (name: (typeof PERIODS)[number]) =>
    DAYS[name] === undefined ? t('news.visit') : t('news.days', { count: DAYS[name] })
  return (
    <div className="news-hint">
      <SelectField
        label={t('news.period')}
        chosen={PERIODS.find((name) => DAYS[name] === days) ?? 'visit'}
        options={PERIODS.map((id) => ({ id, label: nameOf(id) }))}
        onChoose={(name) => onDays(DAYS[name])}
      />
      {since !== undefined && (
        <p className="meta">
          {t(isOperator ? 'news.sinceOperator' : 'news.since', {
            date: formatInstant(since, language),
          })}
        </p>
      )}
    </div>
  )
}

interface NothingProps {
  readonly tab: NewsTab
  readonly days: NewsDays | undefined
  readonly isFirstVisit: boolean
}

function Nothing({ tab, days, isFirstVisit }: NothingProps) {
  const { t } = useTranslation()
  if (tab === 'favourites') return <EmptyState icon={Star} text={t('news.noFavourites')} />
  if (tab === 'recent') return <EmptyState icon={History} text={t('news.noRecent')} />
  if (days !== undefined)
    return <EmptyState icon={FileClock} text={t('news.noneInDays', { count: days })} />
  return <EmptyState icon={FileClock} text={t(isFirstVisit ? 'news.firstVisit' : 'news.none')} />
}
