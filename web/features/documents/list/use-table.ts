import { useMemo } from 'react'
import { useOpenFolders } from '../../../room/use-open-folders.ts'
import type { FolderQuery } from '../folder/folder-query.ts'
import { type TableSelection, useSelection } from '../selection/use-selection.ts'
import { layRows, type TreeRows } from '../tree/tree-rows.ts'
import { useBranches, useFollowed } from '../tree/use-branches.ts'
import type { ListedFolder } from './items-query.ts'
import { useSort } from './sort.ts'

export interface Table {
  readonly listed: ListedFolder
  readonly folder: number
  readonly query: FolderQuery
  readonly rows: TreeRows
  readonly queryOf: (folder: number) => FolderQuery | undefined
  readonly want: (windows: ReadonlyMap<number, readonly number[]>) => void
  readonly gap: FolderQuery | undefined
  readonly setOpen: (folder: number, isOpen: boolean) => void
  readonly selects: boolean
  readonly selection: TableSelection
}

const CLOSED: readonly number[] = []
const NOT_ASKED: FolderQuery = {
  data: undefined,
  isPending: true,
  isFetching: true,
  error: null,
  hasGap: false,
  retry: () => {},
}
const NO_ROWS = { listing: undefined, hasFailed: false }

interface TableKind {
  readonly expands: boolean
  readonly selects: boolean
}

export function useTable(roomId: number, folder: number, { expands, selects }: TableKind): Table {
  const [sort] = useSort()
  const { openFolders, setOpen } = useOpenFolders(roomId, 'list')
  const { queries, sources, store } = useBranches()
  const open = expands ? openFolders : CLOSED

  const rows = useMemo(
    () =>
      layRows({
        folder,
        root: sources.get(folder) ?? NO_ROWS,
        expanded: open,
        sourceOf: (id) => sources.get(id),
      }),
    [folder, open, sources],
  )
  useFollowed(store, roomId, [folder, ...rows.expanded])
  const listed = useMemo(() => ({ roomId, parent: folder, sort }), [roomId, folder, sort])

  return {
    listed,
    folder,
    query: queries.get(folder) ?? NOT_ASKED,
    rows,
    queryOf: (id) => queries.get(id),
    want: (windows) => store.want(windows),
    gap: [...queries.values()].find(({ hasGap }) => hasGap),
    setOpen: (id, isOpen) => setOpen([id], isOpen),
    selects,
    selection: useSelection(listed, rows, selects),
  }
}
