/** Points closer than this (page points) are noise. */
const LEAST_STEP = 0.75
const MOST_POINTS = 4_000

function thinned(path: readonly number[]): number[] {
  const kept = path.slice(0, 2)
  for (let at = 2; at + 1 < path.length; at += 2) {
    const [x = 0, y = 0] = [path[at], path[at + 1]]
    const [lastX = 0, lastY = 0] = kept.slice(-2)
    if (at + 2 >= path.length || Math.hypot(x - lastX, y - lastY) >= LEAST_STEP) kept.push(x, y)
  }
  return kept
}

/** Cuts each corner once (Chaikin 1974) and keeps both ends. */
function cut(path: readonly number[]): number[] {
  if (path.length < 6) return [...path]
  const result = path.slice(0, 2)
  for (let at = 0; at + 3 < path.length; at += 2) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = path.slice(at, at + 4)
    result.push(
      0.75 * x0 + 0.25 * x1,
      0.75 * y0 + 0.25 * y1,
      0.25 * x0 + 0.75 * x1,
      0.25 * y0 + 0.75 * y1,
    )
  }
  return [...result, ...path.slice(-2)]
}

const rounded = (path: readonly number[]): number[] =>
  path.map((value) => Math.round(value * 100) / 100)

export function smoothed(path: readonly number[]): readonly number[] {
  const thin = thinned(path).slice(0, MOST_POINTS)
  return thin.length === 2 ? rounded([...thin, ...thin]) : rounded(cut(cut(thin)))
}

export function svgPath(path: readonly number[]): string {
  const points: string[] = []
  for (let at = 0; at + 1 < path.length; at += 2) points.push(`${path[at]} ${path[at + 1]}`)
  return points.length === 0 ? '' : `M${points.join('L')}`
}
