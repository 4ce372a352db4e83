import type { Rect, Size } from '../../../../../paper/space/page-space.ts'

export interface Guides {
  readonly x?: number
  readonly y?: number
}

interface Snapped {
  readonly rect: Rect
  readonly guides: Guides
}

interface Hit {
  readonly by: number
  readonly line: number
}

function nearest(own: readonly number[], lines: readonly number[], reach: number): Hit | undefined {
  let best: Hit | undefined
  for (const line of lines) {
    for (const edge of own) {
      const by = line - edge
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, line }
    }
  }
  return best
}

const across = ({ x, w }: Rect): readonly number[] => [x, x + w / 2, x + w]
const along = ({ y, h }: Rect): readonly number[] => [y, y + h / 2, y + h]

/** `reach` is in points. */
export function snapRect(rect: Rect, others: readonly Rect[], page: Size, reach: number): Snapped {
  const x = nearest(across(rect), [page.width / 2, ...others.flatMap(across)], reach)
  const y = nearest(along(rect), [page.height / 2, ...others.flatMap(along)], reach)
  return {
    rect: { ...rect, x: rect.x + (x?.by ?? 0), y: rect.y + (y?.by ?? 0) },
    guides: { ...(x && { x: x.line }), ...(y && { y: y.line }) },
  }
}
