import '../../ui/page/screen.css'
import './news-page.css'
import { FileClock, Folder, History, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { dayOf, formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { NewsMarks } from '../../room/news-marks.tsx'
import { useFavourite } from '../../room/use-favourite.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Segments } from '../../ui/field/segments.tsx'
import { FileIcon } from '../../ui/list/file-icon.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { NEWS_TABS, type NewsQuery, type NewsRow, type NewsTab, useNews } from './news-query.ts'

export type { NewsTab }

export type NewsLink = (item: Item, text: ReactNode) => ReactNode

interface NewsPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
  readonly isOperator: boolean
  readonly tab: NewsTab
  readonly onTab: (tab: NewsTab) => void
  /** Leads to a document or a folder. */
  readonly linkTo: NewsLink
}

const LABELS = { new: 'news.tabNew', favourites: 'news.tabFavourites', recent: 'news.tabRecent' } as const

/** What came since the last visit, favourites, and what was read lately. */
export function NewsPage({ roomId, roomName, isOperator, tab, onTab, linkTo }: NewsPageProps) {
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
      </div>
      {tab === 'new' && query.data && <Since since={query.data.since} isOperator={isOperator} isEmpty={rows.length === 0} />}
      {!query.data && <QueryState query={query} count={8} />}
      {query.data && rows.length === 0 && <Nothing tab={tab} isFirstVisit={query.data.since === undefined} />}
      {rows.length > 0 && <NewsList key={tab} {...{ roomId, tab, rows, query, linkTo }} />}
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

interface NewsListProps {
  readonly roomId: number
  readonly tab: NewsTab
  readonly rows: readonly NewsRow[]
  readonly query: NewsQuery
  readonly linkTo: NewsLink
}

interface Day {
  readonly day: string | undefined
  readonly rows: NewsRow[]
}

/** In the order that the server gave. */
function byDay(rows: readonly NewsRow[]): readonly Day[] {
  const days: Day[] = []
  for (const row of rows) {
    const day = row.at === undefined ? undefined : dayOf(row.at)
    const last = days.at(-1)
    if (last && last.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}

function NewsList({ roomId, tab, rows, query, linkTo }: NewsListProps) {
  const { t } = useTranslation()
  return (
    <ScrollArea className="news-body" label={t(LABELS[tab])}>
      {byDay(rows).map(({ day, rows: ofDay }) => (
        <section key={day ?? ''} aria-label={day}>
          {day !== undefined && <h2 className="news-day numbers">{day}</h2>}
          <ul className="news-list">
            {ofDay.map((row) => (
              <NewsLine key={row.item.id} roomId={roomId} row={row} linkTo={linkTo} />
            ))}
          </ul>
        </section>
      ))}
      {query.hasNextPage && (
        <div className="news-more">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('news.more')}
          </Button>
        </div>
      )}
    </ScrollArea>
  )
}

interface NewsLineProps {
  readonly roomId: number
  readonly row: NewsRow
  readonly linkTo: NewsLink
}

function NewsLine({ roomId, row: { item, at }, linkTo }: NewsLineProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const toggle = useFavourite(roomId)
  const way = [t('documents.root'), ...item.path.split('/').slice(0, -1)].join(' / ')
  const tip = t(item.favourite ? 'documents.favouriteRemove' : 'documents.favouriteAdd')
  return (
    <li className="news-line">
      {item.type === ITEM_TYPE.folder ? <Folder /> : <FileIcon name={item.name} />}
      <div className="news-text">
        <div className="news-name">
          {item.index !== undefined && <span className="meta numbers">{item.index}</span>}
          {linkTo(item, item.name)}
          <NewsMarks item={{ ...item, favourite: false }} t={t} />
        </div>
        <span className="meta">{way}</span>
      </div>
      {at !== undefined && <span className="news-time meta numbers">{formatInstant(at, language).slice(DAY_LENGTH)}</span>}
      <IconButton
        size="small"
        icon={Star}
        data-starred={item.favourite || undefined}
        label={`${tip}: ${item.name}`}
        tip={tip}
        onClick={() => void toggle(item)}
      />
    </li>
  )
}

/** The day stands above. */
const DAY_LENGTH = 'YYYY-MM-DD '.length
