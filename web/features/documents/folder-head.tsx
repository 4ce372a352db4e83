import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Button } from '../../ui/button.tsx'
import type { ItemActions } from './actions/item-actions.ts'
import { SelectionBar } from './actions/selection-bar.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import type { ListingQuery } from './items-query.ts'
import type { FolderStep } from './listing.ts'
import type { Table } from './use-table.ts'

interface FolderHeadProps {
  readonly table: Table
  readonly path: readonly FolderStep[] | undefined
  readonly actions: ItemActions | undefined
  readonly tools: ReactNode
  /** After the selection was given up, and its bar went with the focus in it. */
  readonly onClear: () => void
}

/** Where a folder lies, and what can be done in it; what can be done with what is selected, while something is. */
export function FolderHead({ table, path, actions, tools, onClear }: FolderHeadProps) {
  const { t } = useTranslation()
  const { query, selection } = table
  const { items } = selection
  // On phones the bar stands below, and the list stays where it is.
  const isBarApart = useMediaQuery('(max-width: 767px)')
  const isSelecting = actions !== undefined && items.length > 0
  const clear = () => {
    selection.clear()
    onClear()
  }
  return (
    <div className="folder-head">
      <Breadcrumb path={path} />
      <FileCount query={query} />
      {actions && (
        <span className="hidden" role="status">
          {isSelecting ? t('actions.selected', { count: items.length }) : ''}
        </span>
      )}
      {isSelecting && (
        <div className="folder-tools">
          <SelectionBar items={items} actions={{ ...actions, menu: () => actions.menu(selection.outermost) }} onClear={clear} />
        </div>
      )}
      {actions && selection.isLoadingAll && <Selecting table={table} onStop={clear} />}
      {tools && (isBarApart || !(isSelecting || selection.isLoadingAll)) && <div className="folder-tools">{tools}</div>}
    </div>
  )
}

/** Waits for the rest of a long folder, of which all was selected. */
function Selecting({ table, onStop }: { readonly table: Table; readonly onStop: () => void }) {
  const { t } = useTranslation()
  const loaded = table.query.data?.items.length ?? 0
  return (
    <div className="folder-tools">
      <span className="meta numbers">{t('documents.selectingAll', { loaded, total: table.rows.total })}</span>
      <Button size="small" onClick={onStop}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}

function FileCount({ query }: { readonly query: ListingQuery }) {
  const { t } = useTranslation()
  if (!query.data) return null
  return <span className="folder-count meta numbers">{t('documents.count', { count: query.data.counts?.files ?? 0 })}</span>
}
