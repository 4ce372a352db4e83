/** Holds RGBA from 0 to 255. */
export interface SignaturePixels {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

type Color = readonly [red: number, green: number, blue: number]

const FARTHEST = Math.sqrt(3) * 255
/** Share of the distance in which edges fade. */
const EDGE = 0.12

const median = (values: number[]): number =>
  values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 255

/** Returns the border's median, or undefined if transparent. */
export function paperOf({ data, width, height }: SignaturePixels): Color | undefined {
  const places: number[] = []
  for (let x = 0; x < width; x += 1) places.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y += 1) places.push(y * width, y * width + width - 1)
  const opaque = places.filter((place) => (data[place * 4 + 3] ?? 0) > 127)
  if (opaque.length < places.length / 2) return undefined
  const channel = (at: number) => median(opaque.map((place) => data[place * 4 + at] ?? 255))
  return [channel(0), channel(1), channel(2)]
}

/** Edits in place, leaves no pale rim, skips transparent borders. @param threshold 0 removes only the exact paper color, 1 everything. */
export function removeBackground(pixels: SignaturePixels, threshold: number): void {
  const paper = paperOf(pixels)
  if (!paper) return
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const away = paper.map((value, channel) => (data[at + channel] ?? 0) - value)
    const distance = Math.hypot(...away) / FARTHEST
    const share = Math.min(1, Math.max(0, (distance - threshold) / EDGE))
    if (share > 0 && share < 1)
      for (const [channel, value] of paper.entries())
        data[at + channel] = value + (away[channel] ?? 0) / share
    data[at + 3] = Math.round((data[at + 3] ?? 0) * share)
  }
}

export function inkBounds({
  data,
  width,
  height,
}: SignaturePixels): { x: number; y: number; width: number; height: number } | undefined {
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
  return right < 0
    ? undefined
    : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}
