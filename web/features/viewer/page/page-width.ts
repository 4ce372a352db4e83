import { PAGE_WIDTHS } from '../../../../contract/core/limits.ts'

/** Above this, tiles are faster and smaller. */
const WHOLE_WIDTH_MAX = 2_400

/** Rounds like the server, so small size changes request nothing. */
export function stepOf(cssWidth: number, pixelRatio: number): number {
  const wanted = Math.min(cssWidth * pixelRatio, WHOLE_WIDTH_MAX)
  return PAGE_WIDTHS.find((width) => width >= wanted) ?? WHOLE_WIDTH_MAX
}
