import { useMediaQuery } from '../../../lib/browser/use-media-query.ts'

/** The sizes match row-grid.css, items-grid.css, tokens.css. */
export function useRowShape() {
  const hasTwoLines = useMediaQuery('(max-width: 767px)')
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const oneLine = isCoarse ? 44 : 36
  return {
    hasTwoLines,
    rowHeight: hasTwoLines ? 60 : oneLine,
    newRowHeight: isCoarse ? 52 : 44,
    headHeight: isCoarse ? 44 : 34,
  }
}
