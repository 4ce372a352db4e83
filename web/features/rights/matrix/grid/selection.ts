export interface CellPosition {
  readonly line: number
  readonly column: number
}

export interface Selection {
  readonly active: CellPosition
  readonly anchor: CellPosition
}

export const FIRST: Selection = { active: { line: 0, column: 1 }, anchor: { line: 0, column: 1 } }

interface Bounds {
  readonly lines: number
  readonly columns: number
}

const within = ({ line, column }: CellPosition, { lines, columns }: Bounds): CellPosition => ({
  line: Math.max(0, Math.min(line, lines - 1)),
  column: Math.max(0, Math.min(column, columns)),
})

export const selectionWithin = ({ active, anchor }: Selection, bounds: Bounds): Selection => ({
  active: within(active, bounds),
  anchor: within(anchor, bounds),
})

export const selectAt = (place: CellPosition): Selection => ({ active: place, anchor: place })

/** @param isExtending keeps the opposite corner. Blocks exclude the name column. */
export function moved(
  { active, anchor }: Selection,
  step: CellPosition,
  isExtending: boolean,
  bounds: Bounds,
): Selection {
  const next = within(
    { line: active.line + step.line, column: active.column + step.column },
    bounds,
  )
  if (!isExtending) return selectAt(next)
  return {
    active: { ...next, column: Math.max(1, next.column) },
    anchor: { ...anchor, column: Math.max(1, anchor.column) },
  }
}

export interface Block {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const blockOf = ({ active, anchor }: Selection): Block => ({
  top: Math.min(active.line, anchor.line),
  bottom: Math.max(active.line, anchor.line),
  left: Math.min(active.column, anchor.column),
  right: Math.max(active.column, anchor.column),
})

export const isInBlock = (
  { top, bottom, left, right }: Block,
  { line, column }: CellPosition,
): boolean => line >= top && line <= bottom && column >= left && column <= right

export function stepOf(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  page: number,
): CellPosition | undefined {
  const far = ctrlKey || metaKey ? Number.MAX_SAFE_INTEGER / 4 : 1
  const steps: Readonly<Record<string, CellPosition>> = {
    ArrowUp: { line: -far, column: 0 },
    ArrowDown: { line: far, column: 0 },
    ArrowLeft: { line: 0, column: -far },
    ArrowRight: { line: 0, column: far },
    PageUp: { line: -page, column: 0 },
    PageDown: { line: page, column: 0 },
    Home: { line: far === 1 ? 0 : -far, column: -Number.MAX_SAFE_INTEGER / 4 },
    End: { line: far === 1 ? 0 : far, column: Number.MAX_SAFE_INTEGER / 4 },
  }
  return steps[key]
}
