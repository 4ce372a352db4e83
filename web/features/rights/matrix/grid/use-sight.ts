import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useMemo } from 'react'
import { useMediaQuery } from '../../../../lib/browser/use-media-query.ts'
import type { Group } from '../../cells.ts'
import type { CellPosition } from './selection.ts'

export const HEAD_HEIGHT = 44
export const COLUMN_WIDTH = 116

/** The first column is that of names, so groups begin at 1. */
export interface GroupColumn {
  readonly column: number
  readonly group: Group
}

function useShownColumns(
  groups: readonly Group[],
  first: number,
  last: number,
): readonly GroupColumn[] {
  return useMemo(
    () => groups.slice(first, last + 1).map((group, at) => ({ column: first + at + 1, group })),
    [groups, first, last],
  )
}

export function useSight(
  table: RefObject<HTMLElement | null>,
  lineCount: number,
  groups: readonly Group[],
) {
  const columnCount = groups.length
  const nameWidth = useMediaQuery('(max-width: 1099px)') ? 240 : 340
  const rowHeight = useMediaQuery('(pointer: coarse)') ? 44 : 36
  const scroller = () => table.current?.parentElement ?? null
  // This hook reads its place on scroll, which would force a layout after lines changed, so it comes first.
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columnCount,
    getScrollElement: scroller,
    estimateSize: () => COLUMN_WIDTH,
    scrollMargin: nameWidth,
    scrollPaddingStart: nameWidth,
    overscan: 2,
  })
  const vertical = useVirtualizer({
    count: lineCount,
    getScrollElement: scroller,
    estimateSize: () => rowHeight,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    overscan: 6,
  })
  const rows = vertical.getVirtualItems()
  const columns = horizontal.getVirtualItems()
  const shown = useShownColumns(groups, columns[0]?.index ?? 0, columns.at(-1)?.index ?? -1)
  return {
    rows,
    columns: shown,
    nameWidth,
    rowHeight,
    width: nameWidth + columnCount * COLUMN_WIDTH,
    above: (rows[0]?.start ?? HEAD_HEIGHT) - HEAD_HEIGHT,
    below: lineCount * rowHeight - ((rows.at(-1)?.end ?? HEAD_HEIGHT) - HEAD_HEIGHT),
    before: (columns[0]?.start ?? nameWidth) - nameWidth,
    after: columnCount * COLUMN_WIDTH - ((columns.at(-1)?.end ?? nameWidth) - nameWidth),
    pageLines: Math.max(
      1,
      Math.floor(((scroller()?.clientHeight ?? 0) - HEAD_HEIGHT) / rowHeight) - 1,
    ),
    reveal({ line, column }: CellPosition) {
      vertical.scrollToIndex(line)
      if (column > 0) horizontal.scrollToIndex(column - 1)
      else scroller()?.scrollTo({ left: 0 })
    },
  }
}
