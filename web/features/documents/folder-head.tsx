import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/i18n.ts'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import { Button } from '../../ui/button.tsx'
import type { ItemActions } from './actions/item-actions.ts'
import { SelectionBar } from './actions/selection-bar.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import type { FolderQuery } from './folder-query.ts'
import type { FolderStep } from './listing.ts'
import type { RunProgress } from './use-runs.ts'
import type { Table } from './use-table.ts'

interface FolderHeadProps {
  readonly table: Table
  readonly path: readonly FolderStep[] | undefined
  readonly actions: ItemActions | undefined
  /** Stands first. */
  readonly lead?: ReactNode
  readonly tools: ReactNode
  /** After the selection was given up, and its bar went with the focus in it. */
  readonly onClear: () => void
}

/** Where a folder lies, and what can be done in it; what can be done with what is selected, while something is. */
export function FolderHead({ table, path, actions, lead, tools, onClear }: FolderHeadProps) {
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

/** Waits for what was selected of a long folder and has yet to be loaded. */
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
