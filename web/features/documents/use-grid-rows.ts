import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMediaQuery } from '../../lib/use-media-query.ts'
import type { ItemsGridProps } from './items-grid-props.ts'
import { QUIETLY } from './items-query.ts'
import { drawnRows, indexNow, type Place, rowAhead, rowsPerPage } from './row-window.ts'
import { type Sort, useSort } from './sort.ts'
import type { TreeRows } from './tree-rows.ts'
import { useFocusedRow } from './use-focused-row.ts'
import { useRowSight } from './use-row-sight.ts'
import type { Table } from './use-table.ts'

/** As in items-grid.css and tokens.css. */
function useRowShape() {
  const hasTwoLines = useMediaQuery('(max-width: 767px)')
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const oneLine = isCoarse ? 44 : 36
  return { hasTwoLines, rowHeight: hasTwoLines ? 60 : oneLine, newRowHeight: isCoarse ? 52 : 44, headHeight: isCoarse ? 44 : 34 }
}

export type GridRows = ReturnType<typeof useGridRows>

/** Which rows are drawn, which one is the current one, and what is loaded for them. */
export function useGridRows(props: ItemsGridProps, scroller: RefObject<HTMLDivElement | null>) {
  const { table, openId, landing, newRow, frame } = props
  const { rows } = table
  const { hasTwoLines, rowHeight, newRowHeight, headHeight } = useRowShape()
  const [place, setPlace] = useState<Place>({ index: 0 })
  const at = indexNow(place, rows)
  const view = useRowSight(scroller, { rowHeight, above: headHeight + (newRow === undefined ? 0 : newRowHeight) })

  const settle = (index: number) => setPlace({ index, id: rows.rowAt(index)?.item?.id })
  const goTo = (index: number) => {
    settle(index)
    view.reveal(index)
  }
  const [sort] = useSort()
  const begin = useEffectEvent((_: Sort) => {
    setPlace({ index: 0 })
    view.toTop()
  })
  useEffect(() => begin(sort), [sort])
  useArrival(landing, rows, goTo)
  const isSought = useArrival(openId, rows, goTo)

  const drawn = drawnRows(view.sight, rows.total, at)
  useNextPages(table, wantedFolders(table, [...drawn, rowAhead(view.sight, rows.total)], isSought || table.selection.isLoadingAll))
  const focus = useListFocus({ scroller, frame, at, openId })

  return {
    at,
    rows,
    rowHeight,
    hasTwoLines,
    height: rows.total * rowHeight,
    drawn,
    page: rowsPerPage(view.height, rowHeight),
    /** Makes a row the current one, without moving to it. */
    settle,
    focusRow(index: number) {
      focus.follow()
      goTo(index)
    },
    focusHandlers: focus.handlers,
  }
}

/** Goes to an item when it is named and when it has come; not when a list that changed moves it. Tells whether it has yet to come. */
function useArrival(id: number | undefined, rows: TreeRows, goTo: (index: number) => void): boolean {
  const isFound = id !== undefined && rows.indexOf(id) >= 0
  const arrive = useEffectEvent((wanted: number) => goTo(rows.indexOf(wanted)))
  useEffect(() => {
    if (isFound && id !== undefined) arrive(id)
  }, [id, isFound])
  return id !== undefined && !isFound
}

/** The folders of which rows are looked at that have not come. */
function wantedFolders({ folder, rows }: Table, indices: readonly number[], wantsListed: boolean): readonly number[] {
  const unknown = indices.flatMap((index) => {
    const row = rows.rowAt(index)
    return row?.kind === 'unknown' ? row.folder : []
  })
  return [...new Set(wantsListed ? [folder, ...unknown] : unknown)]
}

/** Loads page after page of folders as long as they are wanted; one that failed is not asked for again by itself. */
function useNextPages({ queryOf }: Table, wanted: readonly number[]) {
  const due = wanted.filter((folder) => {
    const query = queryOf(folder)
    return query?.hasNextPage && !query.isFetching && !query.isFetchNextPageError
  })
  const fetchMore = useEffectEvent((folders: string) => {
    for (const folder of folders.split(',')) void queryOf(Number(folder))?.fetchNextPage(QUIETLY)
  })
  const key = due.join()
  useEffect(() => {
    if (key !== '') fetchMore(key)
  }, [key])
}

interface ListFocus extends Pick<ItemsGridProps, 'frame' | 'openId'> {
  readonly scroller: RefObject<HTMLElement | null>
  readonly at: number
}

/** The same for the list beside a preview: the focus returns when that closes, and comes from the frame that held it while there were no rows. */
function useListFocus({ scroller, frame, at, openId }: ListFocus) {
  const previouslyOpen = useRef(openId)
  const isLost = (focused: Element | null, held: boolean) => {
    const isClosing = previouslyOpen.current !== undefined && openId === undefined
    previouslyOpen.current = openId
    return focused === frame.current || ((held || isClosing) && focused === document.body)
  }
  return useFocusedRow({ scroller, at, row: '.items-row', isLost })
}
