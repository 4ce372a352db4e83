import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { TrashedItem } from '../../../../contract/features/documents/trash.ts'
import { rowsPerPage } from '../../../lib/input/row-keys.ts'
import { useFocusedRow } from '../input/use-focused-row.ts'
import { drawnRows, indexNow, type RowPosition, rowAhead } from '../list/row-window.ts'
import { useRowShape } from '../list/use-row-shape.ts'
import { useRowSight } from '../list/use-row-sight.ts'
import type { TrashQuery } from './trash-query.ts'

export type TrashRows = ReturnType<typeof useTrashRows>

export function useTrashRows(
  items: readonly TrashedItem[],
  query: TrashQuery,
  scroller: RefObject<HTMLElement | null>,
) {
  const { hasTwoLines, rowHeight, headHeight } = useRowShape()
  const { sight, height, reveal } = useRowSight(scroller, { rowHeight, above: headHeight })
  const [place, setPlace] = useState<RowPosition>({ index: 0 })
  const total = items.length
  const at = indexNow(place, {
    total,
    rowAt: (index) => ({ item: items[index] }),
    indexOf: (id) => items.findIndex((item) => item.id === id),
  })
  useNextPages(query, rowAhead(sight, total) >= total - 1)
  const focus = useFocusedRow({
    scroller,
    at,
    row: '.trash-row',
    isLost: (focused, held) => held && focused === document.body,
  })

  const settle = (index: number) => setPlace({ index, id: items[index]?.id })
  return {
    at,
    rowHeight,
    hasTwoLines,
    height: total * rowHeight,
    drawn: drawnRows(sight, total, at),
    page: rowsPerPage(height, rowHeight),
    settle,
    focusRow(index: number) {
      focus.follow()
      settle(index)
      reveal(index)
    },
    focusHandlers: focus.handlers,
  }
}

function useNextPages(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: TrashQuery,
  areWanted: boolean,
) {
  const isDue = areWanted && hasNextPage && !isFetching && !isFetchNextPageError
  const fetchMore = useEffectEvent(() => void fetchNextPage())
  useEffect(() => {
    if (isDue) fetchMore()
  }, [isDue])
}
