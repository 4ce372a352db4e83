export interface Arc {
  readonly start: number
  readonly length: number
}

const LEAST = 0.004
const GAP = 0.004

/** Parts that exceed the whole share the circle. */
export function arcsOf(parts: readonly number[], whole: number): readonly Arc[] {
  const all = Math.max(
    parts.reduce((sum, part) => sum + part, 0),
    whole,
  )
  let at = 0
  return parts.map((part) => {
    const share = all > 0 ? part / all : 0
    const arc = { start: at, length: part > 0 ? Math.max(share - GAP, Math.min(LEAST, 1 - at)) : 0 }
    at += share
    return arc
  })
}

/** Never rounds to 0% or 100%. */
export function percentText(used: number, whole: number): string {
  if (used <= 0) return '0%'
  if (used >= whole) return '100%'
  const percent = (used / whole) * 100
  return percent < 1 ? '<1%' : `${Math.min(99, Math.round(percent))}%`
}

export const TONES = 5

/** Tone 0 is the darkest; the smallest parts share the last. */
export function tonesOf(parts: readonly number[]): readonly number[] {
  const order = parts
    .map((_, index) => index)
    .sort((one, other) => (parts[other] ?? 0) - (parts[one] ?? 0) || one - other)
  const tones = parts.map(() => 0)
  for (const [rank, index] of order.entries()) tones[index] = Math.min(rank, TONES)
  return tones
}
