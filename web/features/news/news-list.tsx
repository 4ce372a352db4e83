import { Folder, Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { dayOf, formatInstant } from '../../lib/format.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { NewsMarks } from '../../room/news-marks.tsx'
import { useFavourite } from '../../room/use-favourite.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/list/file-icon.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import type { NewsQuery, NewsRow } from './news-query.ts'

export type NewsLink = (item: Item, text: ReactNode, page?: number) => ReactNode

interface NewsListProps {
  readonly roomId: number
  readonly label: string
  readonly rows: readonly NewsRow[]
  readonly query: NewsQuery
  readonly linkTo: NewsLink
}

interface Day {
  readonly day: string | undefined
  readonly rows: NewsRow[]
}

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

export function NewsList({ roomId, label, rows, query, linkTo }: NewsListProps) {
  const { t } = useTranslation()
  return (
    <ScrollArea className="news-body" label={label}>
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

function NewsLine({ roomId, row: { item, at, page }, linkTo }: NewsLineProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const toggle = useFavourite(roomId)
  const path = [t('documents.root'), ...item.path.split('/').slice(0, -1)].join(' / ')
  const tip = t(item.favourite ? 'documents.favouriteRemove' : 'documents.favouriteAdd')
  return (
    <li className="news-line">
      {item.type === ITEM_TYPE.folder ? <Folder /> : <FileIcon name={item.name} />}
      <div className="news-text">
        <div className="news-name">
          {item.index !== undefined && <span className="meta numbers">{item.index}</span>}
          {linkTo(item, item.name, page)}
          <NewsMarks item={{ ...item, favourite: false }} t={t} />
        </div>
        <span className="meta">
          {path}
          {page !== undefined && page > 1 && (
            <span className="numbers"> · {t('news.leftAt', { page })}</span>
          )}
        </span>
      </div>
      {at !== undefined && (
        <span className="news-time meta numbers">
          {formatInstant(at, language).slice(DAY_LENGTH)}
        </span>
      )}
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

const DAY_LENGTH = 'YYYY-MM-DD '.length
