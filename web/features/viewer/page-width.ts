import { LIMITS, PAGE_WIDTHS } from '../../../contract/core/limits.ts'

/** The step that the server would round up to: a panel that is dragged by a pixel asks for nothing new. */
export function stepOf(cssWidth: number, pixelRatio: number): number {
  const wanted = cssWidth * pixelRatio
  return PAGE_WIDTHS.find((width) => width >= wanted) ?? LIMITS.pageWidthMax
}
