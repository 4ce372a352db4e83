import type { CSSProperties } from 'react'

/** Where a row stands. */
export interface RowPlace {
  readonly index: number
  /** The number of the row for screen readers, the head being 1. */
  readonly ariaIndex: number
  readonly top: number
  readonly height: number
  /** The one row that the Tab key reaches. */
  readonly isActive: boolean
  /** How deep it stands in the listed folder, whose items are of level 1. */
  readonly level: number
  readonly position: number
  readonly setSize: number
}

/** What every row says of its place; its place in the tree only where folders open in place. */
export const rowProps = ({ index, ariaIndex, top, height, isActive, level, position, setSize }: RowPlace, isTree: boolean) => ({
  'data-index': index,
  'aria-rowindex': ariaIndex,
  ...(isTree ? { 'aria-level': level, 'aria-posinset': position, 'aria-setsize': setSize } : {}),
  tabIndex: isActive ? 0 : -1,
  style: { height, '--row-top': `${top}px` } as CSSProperties,
})

const STEP = 22
const NARROW_STEP = 12
/** Below this level rows move in no further: the names need the room. */
export const DEEPEST_INDENT = 9

/** How far the name of a row moves in. */
export const indented = (level: number, isNarrow: boolean): CSSProperties => ({
  marginInlineStart: (Math.min(level, DEEPEST_INDENT) - 1) * (isNarrow ? NARROW_STEP : STEP),
})
