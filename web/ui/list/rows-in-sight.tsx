import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { useIsPrinted } from '../../lib/browser/use-is-printed.ts'

/** In shorter tables, the browser's search finds all rows. */
const VIRTUAL_FROM = 1_000

interface RowsInSightOptions {
  readonly count: number
  readonly scroller: RefObject<HTMLElement | null>
  /** The height is estimated in pixels. */
  readonly rowHeight: number
}

export function useRowsInSight({ count, scroller, rowHeight }: RowsInSightOptions) {
  const isPrinted = useIsPrinted()
  const isLong = count >= VIRTUAL_FROM && !isPrinted
  const virtualizer = useVirtualizer({
    count,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  return {
    indices: isLong
      ? items.map(({ index }) => index)
      : Array.from({ length: count }, (_, index) => index),
    above: items[0]?.start ?? 0,
    below: isLong ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0,
    measure: isLong ? virtualizer.measureElement : null,
    reveal: (index: number) =>
      isLong
        ? virtualizer.scrollToIndex(index, { align: 'center' })
        : scroller.current
            ?.querySelector(`[data-index="${index}"]`)
            ?.scrollIntoView({ block: 'nearest' }),
  }
}

export function RowGap({ height, columns }: { readonly height: number; readonly columns: number }) {
  return height > 0 ? (
    <tbody aria-hidden="true">
      <tr>
        <td colSpan={columns} style={{ height, padding: 0 }} />
      </tr>
    </tbody>
  ) : null
}
