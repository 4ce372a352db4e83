import sharp from 'sharp'

/** A seal as a PNG. */
export const stampPng = (width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })
    .png()
    .toBuffer()
