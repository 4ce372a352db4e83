import type { CSSProperties } from 'react'

export interface RowPlace {
  readonly index: number
  readonly ariaIndex: number
  readonly top: number
  readonly height: number
  readonly isActive: boolean
  readonly level: number
  readonly position: number
  readonly setSize: number
}

export const rowProps = (
  { index, ariaIndex, top, height, isActive, level, position, setSize }: RowPlace,
  isTree: boolean,
) => ({
  'data-index': index,
  'aria-rowindex': ariaIndex,
  ...(isTree ? { 'aria-level': level, 'aria-posinset': position, 'aria-setsize': setSize } : {}),
  tabIndex: isActive ? 0 : -1,
  style: { height, '--row-top': `${top}px` } as CSSProperties,
})

const STEP = 22
const NARROW_STEP = 12
/** Deeper indents would leave names no space. */
export const DEEPEST_INDENT = 8

export const indented = (level: number, isNarrow: boolean): CSSProperties => ({
  marginInlineStart: (Math.min(level, DEEPEST_INDENT) - 1) * (isNarrow ? NARROW_STEP : STEP),
})
