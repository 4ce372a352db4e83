import type { ReactNode } from 'react'
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import type { ItemActions } from '../actions/item-actions.ts'
import { SelectionBar } from '../actions/selection-bar.tsx'
import type { FolderStep } from '../list/listing.ts'
import type { RunProgress } from '../list/use-runs.ts'
import type { Table } from '../list/use-table.ts'
import { Breadcrumb } from '../tree/breadcrumb.tsx'
import type { FolderQuery } from './folder-query.ts'

interface FolderHeadProps {
  readonly table: Table
  readonly path: readonly FolderStep[] | undefined
  readonly actions: ItemActions | undefined
  readonly lead?: ReactNode
  readonly tools: ReactNode
  /** Clearing removes the bar and the focus in it. */
  readonly onClear: () => void
}

export function FolderHead({ table, path, actions, lead, tools, onClear }: FolderHeadProps) {
  const { t } = useTranslation()
  const { query, selection } = table
  const { items } = selection
  // On phones the bar is at the bottom.
  const isBarApart = useMediaQuery('(max-width: 767px)')
  const isSelecting = actions !== undefined && items.length > 0
  const clear = () => {
    selection.clear()
    onClear()
  }
  return (
    <div className="folder-head">
      {lead}
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
      {actions && selection.loading && <Selecting {...selection.loading} onStop={clear} />}
      {tools && (isBarApart || !(isSelecting || selection.loading)) && <div className="folder-tools">{tools}</div>}
    </div>
  )
}

interface SelectingProps extends RunProgress {
  readonly onStop: () => void
}

function Selecting({ wanted, loaded, total, onStop }: SelectingProps) {
  const { t } = useTranslation()
  return (
    <div className="folder-tools">
      <span className="meta numbers">{t(wanted === 'all' ? 'documents.selectingAll' : 'documents.selectingRange', { loaded, total })}</span>
      <Button size="small" onClick={onStop}>
        {t('common.cancel')}
      </Button>
    </div>
  )
}

function FileCount({ query }: { readonly query: FolderQuery }) {
  const { t } = useTranslation()
  if (!query.data) return null
  const { folders = 0, files = 0 } = query.data.counts ?? {}
  return (
    <span className="folder-count meta numbers">
      {folders > 0 && <span>{t('documents.folderCount', { count: folders })} · </span>}
      <span>{t('documents.count', { count: files })}</span>
    </span>
  )
}
