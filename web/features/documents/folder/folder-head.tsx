import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '../../../lib/i18n.ts'
import type { ItemActions } from '../actions/item-actions.ts'
import type { FolderStep } from '../list/listing.ts'
import type { Table } from '../list/use-table.ts'
import type { TableSelection } from '../selection/use-selection.ts'
import { Breadcrumb } from '../tree/breadcrumb.tsx'
import type { FolderQuery } from './folder-query.ts'

export interface Selecting {
  readonly selection: TableSelection
  readonly onClear: () => void
}

export interface SelectionBarProps extends Selecting {
  readonly actions: Pick<ItemActions, 'menu'>
  readonly shown?: readonly string[]
}

interface FolderHeadProps {
  readonly table: Table
  readonly path: readonly FolderStep[] | undefined
  readonly lead?: ReactNode
  readonly tools: ReactNode
  readonly bar: (props: Selecting) => ReactNode
  readonly onClear: () => void
}

export function FolderHead({ table, path, lead, tools, bar, onClear }: FolderHeadProps) {
  const { query, selection } = table
  const isSelecting = selection.items.length > 0 || selection.loading !== undefined
  // Once used, the bar stays to announce the selection.
  const [isUsed, setIsUsed] = useState(isSelecting)
  if (isSelecting && !isUsed) setIsUsed(true)
  const clear = () => {
    selection.clear()
    onClear()
  }
  return (
    <div className="folder-head">
      {lead}
      <Breadcrumb path={path} />
      <FileCount query={query} />
      {tools && <div className="folder-tools">{tools}</div>}
      <Suspense>{isUsed && bar({ selection, onClear: clear })}</Suspense>
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
