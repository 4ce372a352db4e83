import sharp from 'sharp'

const CELLS = { across: 4, down: 6 }
/** Levels of 255. Fine lines are faint. */
const CHANGED = 4
const INK = 20

const MOST_PIXELS = 4_000

async function grey(picture) {
  const image = sharp(picture, { limitInputPixels: false })
    .flatten({ background: '#fff' })
    .greyscale()
  const { width, height } = await sharp(picture, { limitInputPixels: false }).metadata()
  const fitting =
    width > MOST_PIXELS || height > MOST_PIXELS
      ? image.resize(MOST_PIXELS, MOST_PIXELS, { fit: 'inside' })
      : image
  const { data, info } = await fitting.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** @returns the share of differing cells, or undefined for different sizes */
export async function markedShare(before, after) {
  const [one, other] = await Promise.all([grey(before), grey(after)])
  if (one.width !== other.width || one.height !== other.height) return undefined
  const { width, height } = one
  const across = Math.min(CELLS.across, width)
  const down = Math.min(CELLS.down, height)
  const changed = new Set()
  for (let at = 0; at < one.data.length; at += 1) {
    if (Math.abs(one.data[at] - other.data[at]) < CHANGED) continue
    const column = Math.floor(((at % width) * across) / width)
    changed.add(Math.floor((Math.floor(at / width) * down) / height) * across + column)
  }
  return changed.size / (across * down)
}

/** @returns the share of pixels that are not white */
export async function inkOf(picture) {
  const { data } = await grey(picture)
  let ink = 0
  for (const level of data) if (level < 255 - INK) ink += 1
  return ink / data.length
}
