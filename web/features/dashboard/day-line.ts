/** Space above the highest point, for the width of the line. */
const PAD = 3

/** Paths of a line over numbers and of the area below it; each number stands in the middle of its share of the width. */
export interface DayLine {
  readonly line: string
  readonly area: string
}

const round = (value: number): number => Math.round(value * 100) / 100

/** @param width of the drawing, `height` its height; the largest number is at the top, 0 at the bottom. */
export function dayLineOf(values: readonly number[], { width, height }: { readonly width: number; readonly height: number }): DayLine {
  if (values.length === 0) return { line: '', area: '' }
  const most = Math.max(...values, 1)
  const step = width / values.length
  const points = values.map((value, index) => `${round((index + 0.5) * step)} ${round(height - (value / most) * (height - PAD))}`)
  const line = `M${points.join('L')}`
  return { line, area: `${line}V${height}H${round(step / 2)}Z` }
}
