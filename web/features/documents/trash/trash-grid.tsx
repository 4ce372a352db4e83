import './trash-grid.css'
import { RotateCcw, Trash2 } from 'lucide-react'
import { type CSSProperties, Suspense, useRef } from 'react'
import type { TrashedItem } from '../../../../contract/features/documents/trash.ts'
import { useErrorText } from '../../../lib/api/api-context.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { useLanguage, useTranslation } from '../../../lib/i18n.ts'
import { useIsContentOperator, usePhaseBlock } from '../../../room/room-access.ts'
import { RowGridRetry } from '../../../ui/list/row-grid.tsx'
import { LazyMenu } from '../../../ui/menu/lazy-menu.tsx'
import { useAct } from '../actions/use-act.ts'
import type { TrashQuery } from './trash-query.ts'
import { TrashRow } from './trash-row.tsx'
import type { TrashActions } from './use-trash-actions.tsx'
import { useTrashInput } from './use-trash-input.ts'
import { useTrashRows } from './use-trash-rows.ts'
import type { TrashSelection } from './use-trash-selection.ts'

const NOW_MS = 10 * 60_000

interface TrashGridProps {
  readonly items: readonly TrashedItem[]
  readonly query: TrashQuery
  readonly selection: TrashSelection
  readonly actions: TrashActions
}

export function TrashGrid({ items, query, selection, actions }: TrashGridProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const now = useNow(NOW_MS)
  const blockedBecause = usePhaseBlock('documents.write')
  const isContentOperator = useIsContentOperator()
  const act = useAct()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useTrashRows(items, query, scroller)
  const commandsOf = (chosen: readonly TrashedItem[]) => ({
    restore: {
      id: 'restore',
      label: t('trash.restore'),
      icon: RotateCcw,
      blockedBecause,
      onAction: () => void actions.restore(chosen),
    },
    ...(isContentOperator
      ? {}
      : {
          destroy: {
            id: 'destroy',
            label: t('trash.destroy'),
            icon: Trash2,
            blockedBecause,
            isDangerous: true,
            onAction: () => void actions.destroy(chosen),
          },
        }),
  })
  const { handlers, menu, closeMenu } = useTrashInput({
    items,
    rows,
    selection,
    onDestroy: (chosen) => act(commandsOf(chosen).destroy),
  })
  const grid = {
    role: 'grid',
    'aria-label': t('trash.list'),
    'aria-multiselectable': true,
    'aria-rowcount': query.hasNextPage ? -1 : items.length + 1,
    ...handlers,
  }
  return (
    <div ref={scroller} tabIndex={-1} className="row-grid trash-scroller" {...rows.focusHandlers}>
      <table className="row-grid-table trash-table" {...grid}>
        <TrashHead selection={selection} />
        <tbody
          className="row-grid-body"
          style={{ '--rows-height': `${rows.height}px` } as CSSProperties}
        >
          {rows.drawn.map((index) => {
            const item = items[index]
            return (
              item && (
                <TrashRow
                  key={index}
                  {...{ item, index, now, t, language }}
                  height={rows.rowHeight}
                  hasTwoLines={rows.hasTwoLines}
                  isActive={index === rows.at}
                  isSelected={selection.has(item)}
                  isHeld={item === menu?.item}
                />
              )
            )
          })}
        </tbody>
      </table>
      {query.isFetchNextPageError && <NextRetry query={query} />}
      {menu && (
        <Suspense>
          <LazyMenu
            label={t('documents.moreOf', { name: menu.item.name })}
            anchor={menu.anchor}
            actions={Object.values(commandsOf(selection.items))}
            onClose={closeMenu}
          />
        </Suspense>
      )}
    </div>
  )
}

function TrashHead({ selection }: Pick<TrashGridProps, 'selection'>) {
  const { t } = useTranslation()
  const isPartly = selection.items.length > 0 && !selection.isWhole
  return (
    <thead>
      <tr className="row-grid-head trash-head" aria-rowindex={1}>
        <th scope="col" className="row-grid-check">
          <label>
            <input
              ref={(box) => {
                if (box) box.indeterminate = isPartly
              }}
              type="checkbox"
              aria-label={t('trash.selectAll')}
              checked={selection.isWhole}
              onChange={selection.isWhole ? selection.clear : selection.all}
            />
          </label>
        </th>
        <th scope="col">{t('documents.name')}</th>
        <th scope="col" className="trash-where">
          {t('trash.where')}
        </th>
        <th scope="col" className="trash-date">
          {t('trash.deletedAt')}
        </th>
        <th scope="col" className="trash-size">
          {t('documents.size')}
        </th>
        <th scope="col" className="trash-left">
          {t('trash.left')}
        </th>
        <th scope="col" className="row-grid-more">
          <span className="hidden">{t('documents.actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

function NextRetry({ query }: Pick<TrashGridProps, 'query'>) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <RowGridRetry
      text={errorText(query.error)}
      retryLabel={t('common.retry')}
      isRetrying={query.isFetching}
      onRetry={() => void query.fetchNextPage()}
    />
  )
}
