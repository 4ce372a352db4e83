import { PAGE_WIDTHS } from '../../../contract/core/limits.ts'

/** Wider than this no whole page is asked for: where more is seen of it, tiles come sooner and take less memory than what lies beside the view. */
const WHOLE_WIDTH_MAX = 2_400

/** The step that the server would round up to: a panel that is dragged by a pixel asks for nothing new. */
export function stepOf(cssWidth: number, pixelRatio: number): number {
  const wanted = Math.min(cssWidth * pixelRatio, WHOLE_WIDTH_MAX)
  return PAGE_WIDTHS.find((width) => width >= wanted) ?? WHOLE_WIDTH_MAX
}
