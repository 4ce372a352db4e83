import { PAGE_WIDTHS } from '../../../../contract/core/limits.ts'

/** Above this width, tiles are faster and need less memory. */
const WHOLE_WIDTH_MAX = 2_400

/** Rounds like the server, so that small changes of size request nothing new. */
export function stepOf(cssWidth: number, pixelRatio: number): number {
  const wanted = Math.min(cssWidth * pixelRatio, WHOLE_WIDTH_MAX)
  return PAGE_WIDTHS.find((width) => width >= wanted) ?? WHOLE_WIDTH_MAX
}
