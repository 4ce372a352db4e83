import type { WatermarkRun } from '../../../../paper/watermark/layout.ts'
import { glyphPaths, type PathOrder, placesOf } from './glyph-paths.ts'

type GlyphPoint = readonly [x: number, y: number]

/** Coordinates are at OUTLINE_SIZE, from the line's middle. */
export interface SimpleGlyph {
  readonly tone: WatermarkRun['tone']
  readonly polygons: readonly (readonly GlyphPoint[])[]
}

const FEW_CORNERS = 12
const MOST_CORNERS = 24
/** Corners that change a larger area, in squares at OUTLINE_SIZE, stay up to `MOST_CORNERS`. */
const TELLING_AREA = 36
const PIECES = 6

/** Each page contains the glyphs. */
export function simpleGlyphs(runs: readonly WatermarkRun[]): SimpleGlyph[] {
  const places = placesOf(runs)
  return runs.flatMap(({ text, tone }, index) => {
    let x = places[index] ?? 0
    return [...text].map((character) => {
      const { width, shapes } = glyphPaths(character)
      const polygons = simplified(shapes.flatMap(polygonsOf)).map((polygon) =>
        polygon.map(([px, py]): GlyphPoint => [px + x, py]),
      )
      x += width
      return { tone, polygons }
    })
  })
}

function polygonsOf(shape: readonly PathOrder[]): GlyphPoint[][] {
  const polygons: GlyphPoint[][] = []
  for (const { command, numbers } of shape) {
    const points = Array.from(
      { length: numbers.length / 2 },
      (_, index): GlyphPoint => [numbers[2 * index] ?? 0, numbers[2 * index + 1] ?? 0],
    )
    if (command === 'M') polygons.push(points)
    else if (command === 'L') polygons.at(-1)?.push(...points)
    else {
      const size = command === 'C' ? 3 : 2
      for (let at = 0; at < points.length; at += size) {
        const from = polygons.at(-1)?.at(-1) ?? [0, 0]
        const curve = [from, ...points.slice(at, at + size)]
        for (let piece = 1; piece <= PIECES; piece += 1)
          polygons.at(-1)?.push(pointOn(curve, piece / PIECES))
      }
    }
  }
  return polygons
}

/** The algorithm is de Casteljau's. */
function pointOn(curve: readonly GlyphPoint[], share: number): GlyphPoint {
  if (curve.length === 1) return curve[0] ?? [0, 0]
  const between = curve.slice(1).map(([x, y], index): GlyphPoint => {
    const [fromX, fromY] = curve[index] ?? [0, 0]
    return [fromX + (x - fromX) * share, fromY + (y - fromY) * share]
  })
  return pointOn(between, share)
}

/** The algorithm is Visvalingam and Whyatt's (The Cartographic Journal 30, 1993). */
function simplified(polygons: readonly (readonly GlyphPoint[])[]): GlyphPoint[][] {
  const left = polygons.map((polygon) => [...polygon])
  for (
    let corners = left.reduce((sum, { length }) => sum + length, 0);
    corners > FEW_CORNERS;
    corners -= 1
  ) {
    let [least, polygon, corner] = [Number.POSITIVE_INFINITY, -1, -1]
    for (const [index, points] of left.entries()) {
      if (points.length <= 3) continue
      for (const [place, point] of points.entries()) {
        const area = triangle(
          points.at(place - 1) ?? point,
          point,
          points[(place + 1) % points.length] ?? point,
        )
        if (area < least) [least, polygon, corner] = [area, index, place]
      }
    }
    if (polygon === -1 || (least > TELLING_AREA && corners <= MOST_CORNERS)) break
    left[polygon]?.splice(corner, 1)
  }
  return left
}

const triangle = ([ax, ay]: GlyphPoint, [bx, by]: GlyphPoint, [cx, cy]: GlyphPoint): number =>
  Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
