/** Pixels as a canvas has them: red, green, blue and opacity of each, from 0 to 255. */
export interface Pixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

type Color = readonly [red: number, green: number, blue: number]

/** The distance of black and white. */
const FARTHEST = Math.sqrt(3) * 255
/** Between paper and ink, in shares of the distance, an edge fades. */
const EDGE = 0.12

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 255

/** The colour of the paper: the middle one along the border. Undefined where the border is transparent already. */
export function paperOf({ data, width, height }: Pixels): Color | undefined {
  const places: number[] = []
  for (let x = 0; x < width; x += 1) places.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y += 1) places.push(y * width, y * width + width - 1)
  const opaque = places.filter((place) => (data[place * 4 + 3] ?? 0) > 127)
  if (opaque.length < places.length / 2) return undefined
  const channel = (at: number) => median(opaque.map((place) => data[place * 4 + at] ?? 255))
  return [channel(0), channel(1), channel(2)]
}

/**
 * Makes the paper of a photographed or scanned seal transparent, in place. Edges fade, with the colour of the paper taken out of them, so that no
 * pale rim is left. An image whose border is transparent stays as it is.
 * @param threshold from 0, where all stays but what has the very colour of the paper, to 1, where all goes.
 */
export function removeBackground(pixels: Pixels, threshold: number): void {
  const paper = paperOf(pixels)
  if (!paper) return
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const away = paper.map((value, channel) => (data[at + channel] ?? 0) - value)
    const distance = Math.hypot(...away) / FARTHEST
    const share = Math.min(1, Math.max(0, (distance - threshold) / EDGE))
    if (share > 0 && share < 1) for (const [channel, value] of paper.entries()) data[at + channel] = value + (away[channel] ?? 0) / share
    data[at + 3] = Math.round((data[at + 3] ?? 0) * share)
  }
}

/** The least rectangle that holds all that is seen; undefined where nothing is. */
export function inkBounds({ data, width, height }: Pixels): { x: number; y: number; width: number; height: number } | undefined {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 8) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  }
  return right < 0 ? undefined : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
