export interface RowPosition {
  readonly index: number
  readonly id?: number | undefined
}

interface Rows {
  readonly total: number
  rowAt(index: number): { readonly item: { readonly id: number } | undefined } | undefined
  indexOf(id: number): number
}

export function indexNow({ index, id }: RowPosition, rows: Rows): number {
  const moved = id === undefined || rows.rowAt(index)?.item?.id === id ? index : rows.indexOf(id)
  return Math.max(0, Math.min(moved < 0 ? index : moved, rows.total - 1))
}

export interface Sight {
  readonly first: number
  readonly end: number
}

interface Scrolled {
  readonly top: number
  readonly height: number
  readonly rowHeight: number
}

export const sightOf = ({ top, height, rowHeight }: Scrolled): Sight => ({
  first: Math.max(0, Math.floor(top / rowHeight)),
  end: Math.max(0, Math.ceil((top + height) / rowHeight)),
})

export function scrolledTo(index: number, { top, height, rowHeight }: Scrolled): number {
  const start = index * rowHeight
  return Math.max(Math.min(top, start), start + rowHeight - height, 0)
}

const AHEAD = 150

export const rowAhead = (sight: Sight, total: number): number =>
  Math.min(sight.end + AHEAD, total - 1)

export const rowBehind = (sight: Sight, total: number): number =>
  Math.max(0, Math.min(sight.first, total) - AHEAD)

const OVERSCAN = 12

export function drawnRows(sight: Sight, total: number, kept: number): readonly number[] {
  const first = Math.max(0, Math.min(sight.first - OVERSCAN, total - 1))
  const end = Math.min(total, sight.end + OVERSCAN)
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, step) => first + step)
  if (kept < 0 || kept >= total || (kept >= first && kept < end)) return rows
  return kept < first ? [kept, ...rows] : [...rows, kept]
}
