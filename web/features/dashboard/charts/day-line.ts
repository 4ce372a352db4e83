export interface DayLine {
  readonly line: string
  readonly area: string
}

const round = (value: number): number => Math.round(value * 100) / 100

const ROUND = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]

export function axisTop(values: readonly number[]): number {
  const half = Math.max(...values, 2) / 2
  const power = 10 ** Math.floor(Math.log10(half))
  const round = ROUND.map((factor) => factor * power).find(
    (step) => step >= half && Number.isInteger(step),
  )
  return 2 * (round ?? 10 * power)
}

export function dayLineOf(
  values: readonly number[],
  { width, height }: { readonly width: number; readonly height: number },
): DayLine {
  if (values.length === 0) return { line: '', area: '' }
  const top = axisTop(values)
  const step = width / values.length
  const points = values.map(
    (value, index) => `${round((index + 0.5) * step)} ${round(height - (value / top) * height)}`,
  )
  const line = `M${points.join('L')}`
  return { line, area: `${line}V${height}H${round(step / 2)}Z` }
}
