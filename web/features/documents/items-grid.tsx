import './items-grid.css'
import { useRef } from 'react'
import { useErrorText } from '../../lib/api-context.ts'
import { useLanguage, useTranslation } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { isFolder } from './file-kind.ts'
import { ItemRow, UnknownRow } from './item-row.tsx'
import type { ItemsGridProps } from './items-grid-props.ts'
import { ItemsHead } from './items-head.tsx'
import { QUIETLY } from './items-query.ts'
import { RowMenu } from './row-menu.tsx'
import { useGridActions } from './use-grid-actions.ts'
import { useGridRows } from './use-grid-rows.ts'

/** The items of a folder, of which only those in sight are drawn. */
export function ItemsGrid(props: ItemsGridProps) {
  const { t } = useTranslation()
  const [language] = useLanguage()
  const { listing, query, openId, newRow, hrefOf } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useGridRows(props, scroller)
  const actions = useGridActions(props, rows)
  // The head is the first row, and the row of a new folder the second.
  const firstIndex = newRow === undefined ? 2 : 3
  const grid = {
    role: 'grid',
    'aria-label': t('documents.list'),
    'aria-rowcount': rows.total + firstIndex - 1,
    ...actions.handlers,
  }
  return (
    <div ref={scroller} className="items-scroller" {...rows.focusHandlers}>
      <table className="items" {...grid}>
        <ItemsHead />
        {newRow !== undefined && <tbody className="items-new">{newRow}</tbody>}
        <tbody className="items-body" style={{ height: rows.height }}>
          {rows.drawn.map(({ index, top }) => {
            const item = listing.items[index]
            const place = { index, top, height: rows.rowHeight, ariaIndex: index + firstIndex, isActive: index === rows.at }
            if (!item) return <UnknownRow key={index} {...place} t={t} />
            const isOpen = !isFolder(item) && item.id === openId
            const isHeld = item === actions.menu?.item
            return (
              <ItemRow
                key={index}
                {...place}
                {...{ t, language, item, isOpen, isHeld, hasTwoLines: rows.hasTwoLines }}
                href={hrefOf(item)}
              />
            )
          })}
        </tbody>
      </table>
      {query.isFetchNextPageError && <RetryBar query={query} />}
      {actions.menu && <RowMenu {...actions.menu} holdsDownload={props.holdsDownload} onClose={actions.closeMenu} />}
    </div>
  )
}

/** The next rows could not be had: asked for again by the person, not by scrolling. In sight wherever the list stands. */
function RetryBar({ query }: Pick<ItemsGridProps, 'query'>) {
  const { t } = useTranslation()
  const errorText = useErrorText()
  return (
    <div className="items-retry" role="alert">
      <span>{errorText(query.error)}</span>
      <Button size="small" isBusy={query.isFetching} onClick={() => void query.fetchNextPage(QUIETLY)}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
