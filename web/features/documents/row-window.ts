/** A row as it is remembered: the item when it is loaded, else the place alone. */
export interface Place {
  readonly index: number
  readonly id?: number | undefined
}

/** Where a row is now: lists change while somebody stands in them. */
export function indexNow({ index, id }: Place, items: readonly { readonly id: number }[], total: number): number {
  const moved = id === undefined || items[index]?.id === id ? index : items.findIndex((item) => item.id === id)
  return Math.max(0, Math.min(moved < 0 ? index : moved, total - 1))
}

interface Extent {
  readonly at: number
  readonly total: number
  /** Rows in sight at a time. */
  readonly page: number
}

/** The row to which a key leads, or undefined for a key that leads nowhere. */
export function rowAfterKey(key: string, { at, total, page }: Extent): number | undefined {
  const last = total - 1
  switch (key) {
    case 'ArrowDown':
      return Math.min(at + 1, last)
    case 'ArrowUp':
      return Math.max(at - 1, 0)
    case 'PageDown':
      return Math.min(at + page, last)
    case 'PageUp':
      return Math.max(at - page, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}

/** The rows of a page that a key moves by: one stays in sight as a landmark. */
export const rowsPerPage = (viewHeight: number, rowHeight: number): number => Math.max(1, Math.floor(viewHeight / rowHeight) - 1)

/** Rows that are loaded before they come into sight. */
const AHEAD = 150

/** Whether the window comes near the end of what is loaded. */
export const wantsMore = (lastInSight: number, loaded: number): boolean => lastInSight + AHEAD >= loaded

/** The rows that are drawn: those in sight and the one that holds the focus, wherever it is. */
export function withRow(rows: readonly number[], kept: number): number[] {
  return rows.includes(kept) ? [...rows] : [...rows, kept].sort((one, other) => one - other)
}
