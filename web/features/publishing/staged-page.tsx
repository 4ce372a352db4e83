import '../../ui/page/screen.css'
import './staged-page.css'
import { Link } from '@tanstack/react-router'
import { EyeOff, Folder } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ITEM_TYPE } from '../../../contract/core/limits.ts'
import type { Item } from '../../../contract/features/documents.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { formatInstant } from '../../lib/format.ts'
import { type Translate, useLanguage, useTranslation } from '../../lib/i18n.ts'
import { inFolder } from '../../room/folder-search.ts'
import { useIsContentOperator, usePhaseBlock } from '../../room/room-access.ts'
import { useCancelOrders } from '../../room/use-cancel-orders.ts'
import { Button } from '../../ui/button.tsx'
import { FileIcon } from '../../ui/list/file-icon.tsx'
import { ScrollArea } from '../../ui/list/scroll-area.tsx'
import { QueryState } from '../../ui/state/query-state.tsx'
import { EmptyState } from '../../ui/state/states.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { type StagedQuery, useStaged } from './staged-query.ts'

interface StagedPageProps {
  readonly roomId: number
  readonly roomName: string | undefined
  readonly settings: ReactNode
}

export function StagedPage({ roomId, roomName, settings }: StagedPageProps) {
  const { t } = useTranslation()
  const query = useStaged(roomId)
  const isContentOperator = useIsContentOperator()
  const items = query.data?.items ?? []
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [published, setPublished] = useState<readonly Item[]>()
  const selected = items.filter(({ id }) => chosen.has(id))
  useTitle(t('publishing.title'), roomName, t('app.title'))
  return (
    <section className="screen staged" aria-labelledby="staged-title">
      <div className="screen-head">
        <h1 id="staged-title" className="screen-title">
          {t('publishing.title')}
        </h1>
        {items.length > 0 && <Counts query={query} selected={selected} />}
        <div className="staged-tools">
          {!isContentOperator && settings}
          {items.length > 0 && !isContentOperator && (
            <Tools roomId={roomId} selected={selected} onPublish={setPublished} />
          )}
        </div>
      </div>
      {items.length > 0 && (
        <p className="staged-hint meta">
          {t(isContentOperator ? 'publishing.hintContent' : 'publishing.hint')}
        </p>
      )}
      {!query.data && <QueryState query={query} count={8} />}
      {query.data && items.length === 0 && <EmptyState icon={EyeOff} text={t('publishing.none')} />}
      {items.length > 0 && (
        <StagedTable items={items} query={query} chosen={chosen} onChosen={setChosen} />
      )}
      {published && (
        <PublishDialog
          roomId={roomId}
          what="publish"
          subjects={published}
          onClose={() => setPublished(undefined)}
        />
      )}
    </section>
  )
}

function Counts({
  query,
  selected,
}: {
  readonly query: StagedQuery
  readonly selected: readonly Item[]
}) {
  const { t } = useTranslation()
  const { documents = 0, ordered = 0 } = query.data ?? {}
  const counts = [
    t('publishing.waiting', { count: documents }),
    ...(ordered > 0 ? [t('publishing.orders', { count: ordered })] : []),
  ]
  return (
    <span className="meta numbers" role="status">
      {selected.length > 0
        ? t('publishing.selected', { count: selected.length })
        : counts.join(' · ')}
    </span>
  )
}

interface ToolsProps {
  readonly roomId: number
  readonly selected: readonly Item[]
  readonly onPublish: (items: readonly Item[]) => void
}

function Tools({ roomId, selected, onPublish }: ToolsProps) {
  const { t } = useTranslation()
  const frozen = usePhaseBlock('documents.write')
  const cancelOrders = useCancelOrders(roomId)
  const nothing = selected.length === 0 ? t('publishing.nothingSelected') : undefined
  const orders = selected.filter(
    ({ publishAt, unpublishAt }) => publishAt !== undefined || unpublishAt !== undefined,
  )
  return (
    <>
      <Button
        blockedBecause={
          frozen ?? nothing ?? (orders.length === 0 ? t('publishing.noOrder') : undefined)
        }
        onClick={() => void cancelOrders(orders)}
      >
        {t('publishing.cancelOrder')}
      </Button>
      <Button
        variant="primary"
        blockedBecause={frozen ?? nothing}
        onClick={() => onPublish(selected)}
      >
        {t('publishing.menuPublish')}
      </Button>
    </>
  )
}

interface StagedTableProps {
  readonly items: readonly Item[]
  readonly query: StagedQuery
  readonly chosen: ReadonlySet<number>
  readonly onChosen: (chosen: ReadonlySet<number>) => void
}

function StagedTable({ items, query, chosen, onChosen }: StagedTableProps) {
  const { t } = useTranslation()
  const isContentOperator = useIsContentOperator()
  const all = items.every(({ id }) => chosen.has(id))
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChosen(next)
  }
  return (
    <ScrollArea className="staged-body" label={t('documents.list')}>
      <table className="staged-table">
        <thead>
          <tr>
            {!isContentOperator && (
              <th scope="col" className="staged-check">
                <label>
                  <input
                    type="checkbox"
                    aria-label={t('publishing.selectAll')}
                    checked={all}
                    onChange={() => onChosen(new Set(all ? [] : items.map(({ id }) => id)))}
                  />
                </label>
              </th>
            )}
            <th scope="col">{t('documents.name')}</th>
            <th scope="col" className="staged-kind">
              {t('publishing.what')}
            </th>
            <th scope="col" className="staged-date">
              {t('documents.date')}
            </th>
            <th scope="col" className="staged-order">
              {t('publishing.later')}
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <StagedRow
              key={item.id}
              item={item}
              isChosen={chosen.has(item.id)}
              onToggle={isContentOperator ? undefined : () => toggle(item.id)}
            />
          ))}
        </tbody>
      </table>
      {query.hasNextPage && (
        <div className="staged-more">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('publishing.more')}
          </Button>
        </div>
      )}
    </ScrollArea>
  )
}

function submitterText({ by, group }: NonNullable<Item['submitted']>, t: Translate): string {
  return group === undefined ? t('submissions.by', { by }) : t('submissions.byOf', { by, group })
}

interface StagedRowProps {
  readonly item: Item
  readonly isChosen: boolean
  readonly onToggle: (() => void) | undefined
}

function StagedRow({ item, isChosen, onToggle }: StagedRowProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const isFolder = item.type === ITEM_TYPE.folder
  const path = [t('documents.root'), ...item.path.split('/').slice(0, -1)].join(' / ')
  const kind = t(
    isFolder
      ? 'publishing.whatFolder'
      : item.state === 'staged'
        ? 'publishing.whatDocument'
        : 'publishing.whatVersion',
  )
  const date = formatInstant(item.waits?.uploadedAt ?? item.uploadedAt, language)
  const order =
    item.publishAt && t('publishing.orderedFor', { date: formatInstant(item.publishAt, language) })
  return (
    <tr>
      {onToggle && (
        <td className="staged-check">
          <label>
            <input
              type="checkbox"
              checked={isChosen}
              onChange={onToggle}
              aria-label={t('publishing.select', { name: item.name })}
            />
          </label>
        </td>
      )}
      <td>
        <div className="staged-name">
          {isFolder ? <Folder /> : <FileIcon name={item.name} />}
          <div>
            <Link to="/admin/upload" search={inFolder(item.parent)} state={{ searched: item.id }}>
              {item.index === undefined ? item.name : `${item.index} ${item.name}`}
            </Link>
            <span className="meta">{path}</span>
            {item.submitted && <span className="meta">{submitterText(item.submitted, t)}</span>}
            <span className="meta numbers staged-narrow">
              {[kind, date, order].filter(Boolean).join(' · ')}
            </span>
          </div>
        </div>
      </td>
      <td className="staged-kind">{kind}</td>
      <td className="staged-date numbers">{date}</td>
      <td className="staged-order numbers">{order}</td>
    </tr>
  )
}
