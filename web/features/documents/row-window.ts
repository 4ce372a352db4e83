/** A row as it is remembered: the item when it is loaded, else the place alone. */
export interface Place {
  readonly index: number
  readonly id?: number | undefined
}

/** Rows as they are found again. */
interface Rows {
  readonly total: number
  rowAt(index: number): { readonly item: { readonly id: number } | undefined } | undefined
  indexOf(id: number): number
}

/** Where a row is now: lists change while somebody stands in them. */
export function indexNow({ index, id }: Place, rows: Rows): number {
  const moved = id === undefined || rows.rowAt(index)?.item?.id === id ? index : rows.indexOf(id)
  return Math.max(0, Math.min(moved < 0 ? index : moved, rows.total - 1))
}

/** What is in sight of a list: its first row and the one behind its last. */
export interface Sight {
  readonly first: number
  readonly end: number
}

interface Scrolled {
  readonly top: number
  /** Of the place where rows are seen. */
  readonly height: number
  readonly rowHeight: number
}

/** The rows in sight, all being of one height. */
export const sightOf = ({ top, height, rowHeight }: Scrolled): Sight => ({
  first: Math.max(0, Math.floor(top / rowHeight)),
  end: Math.max(0, Math.ceil((top + height) / rowHeight)),
})

/** How far to scroll so that a row is in sight, and no further than that. */
export function scrolledTo(index: number, { top, height, rowHeight }: Scrolled): number {
  const start = index * rowHeight
  return Math.max(Math.min(top, start), start + rowHeight - height, 0)
}

/** Rows that are loaded before they come into sight. */
const AHEAD = 150

/** The row by which one sees whether the next ones must be loaded. */
export const rowAhead = (sight: Sight, total: number): number => Math.min(sight.end + AHEAD, total - 1)

/** The same for those before. */
export const rowBehind = (sight: Sight, total: number): number => Math.max(0, Math.min(sight.first, total) - AHEAD)

/** Rows drawn on either side of what is in sight. */
const OVERSCAN = 12

/** The rows that are drawn: those in sight and the one that holds the focus, wherever it is. */
export function drawnRows(sight: Sight, total: number, kept: number): readonly number[] {
  const first = Math.max(0, Math.min(sight.first - OVERSCAN, total - 1))
  const end = Math.min(total, sight.end + OVERSCAN)
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step)
  if (kept < 0 || kept >= total || (kept >= first && kept < end)) return rows
  return kept < first ? [kept, ...rows] : [...rows, kept]
}
