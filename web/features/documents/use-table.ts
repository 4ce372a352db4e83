import { useMemo } from 'react'
import { type ListingQuery, useListing } from './items-query.ts'
import { type BranchSource, layRows, type TreeRows } from './tree-rows.ts'
import { type Branches, useBranches, useFollowed } from './use-branches.ts'
import { useOpenFolders } from './use-open-folders.ts'
import { type TableSelection, useSelection } from './use-selection.ts'

/** The list of a folder: its rows with those of the folders that are open in it, and what is selected. */
export interface Table {
  readonly folder: number
  readonly query: ListingQuery
  readonly rows: TreeRows
  /** Folders of which something is loaded: the listed one and those that are expanded. */
  readonly queryOf: (folder: number) => ListingQuery | undefined
  readonly setOpen: (folder: number, isOpen: boolean) => void
  readonly selection: TableSelection
}

const CLOSED: readonly number[] = []

/** The list of a folder. Where it does not `expand`, it is flat. */
export function useTable(roomId: number, folder: number, expands: boolean): Table {
  const query = useListing(roomId, folder)
  const { openFolders, setOpen } = useOpenFolders(roomId, 'list')
  const followed = useBranches(roomId)
  const { branches } = followed
  const open = expands ? openFolders : CLOSED

  const { data, hasNextPage } = query
  const rows = useMemo(
    () => layRows({ folder, root: sourceOf({ data, hasNextPage }), expanded: open, sourceOf: (id) => sourceIn(branches, id) }),
    [folder, data, hasNextPage, open, branches],
  )
  useFollowed(followed, rows.expanded)

  return {
    folder,
    query,
    rows,
    queryOf: (id) => (id === folder ? query : branches.get(id)),
    setOpen: (id, isOpen) => setOpen([id], isOpen),
    selection: useSelection(folder, rows, query),
  }
}

const sourceOf = ({ data, hasNextPage }: Pick<ListingQuery, 'data' | 'hasNextPage'>, hasFailed = false): BranchSource => ({
  listing: data,
  hasMore: hasNextPage,
  hasFailed,
})

function sourceIn(branches: Branches, folder: number): BranchSource | undefined {
  const query = branches.get(folder)
  return query && sourceOf(query, query.isLoadingError || query.isFetchNextPageError)
}
