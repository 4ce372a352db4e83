import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  drawerOf,
  near,
  RED,
  renderFailure,
  WHITE,
} from '../../../test/scenarios/documents/drawn-pixels.ts'
import { openRenderPool } from '../../../test/scenarios/rendering.ts'

const { folder, pool } = await openRenderPool()
const draw = drawerOf(pool)

describe('images', () => {
  const halves = async (width: number, height: number) => {
    const left = await sharp({
      create: { width: width / 2, height, channels: 3, background: '#f00' },
    })
      .png()
      .toBuffer()
    return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
      { input: left, left: 0, top: 0 },
    ])
  }

  test('a JPEG that says it lies on its side is shown upright', async () => {
    const bytes = await (await halves(400, 200)).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const source = folder.encrypt('jpeg', bytes)
    expect(await pool.inspect(source)).toEqual({
      kind: 'image',
      pages: [{ width: 200, height: 400 }],
    })
    const page = await draw(source, 100)
    expect(page).toMatchObject({ width: 100, height: 200 })
    expect(page.at(0.5, 0.2)).toEqual(near([254, 0, 0]))
    expect(page.at(0.5, 0.8)).toEqual(near([0, 0, 254]))
  })

  test('a transparent PNG stands on white', async () => {
    const bytes = await sharp({
      create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect((await draw(folder.encrypt('png', bytes), 120)).at(0.5, 0.5)).toEqual(WHITE)
  })

  test('grey, 16-bit and CMYK images come out in colour', async () => {
    const grey = await (await halves(100, 100)).greyscale().png().toBuffer()
    const deep = await (await halves(100, 100)).toColourspace('rgb16').png().toBuffer()
    const cmyk = await (await halves(100, 100)).toColourspace('cmyk').jpeg().toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    expect((await draw(folder.encrypt('png', grey), 50)).width).toBe(50)
    expect((await draw(folder.encrypt('png', deep), 50)).at(0.25, 0.5)).toEqual(RED)
    const [red, green] = (await draw(folder.encrypt('jpeg', cmyk), 50)).at(0.25, 0.5)
    expect(red).toBeGreaterThan(2 * (green ?? 255))
  })

  test('a header that promises 65,535 pixels each way is TOO_LARGE before anything is decoded', async () => {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(65_535, 16)
    bomb.writeUInt32BE(65_535, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    await expect(pool.inspect(folder.encrypt('png', bomb))).rejects.toEqual(
      renderFailure('TOO_LARGE'),
    )
    await expect(draw(folder.encrypt('png', bomb), 100)).rejects.toEqual(renderFailure('TOO_LARGE'))
  })

  test('what is cut, or is another kind than it says, is BROKEN', async () => {
    const jpeg = await (await halves(400, 400)).jpeg().toBuffer()
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    await expect(
      draw(folder.encrypt('jpeg', jpeg.subarray(0, jpeg.length / 2)), 100),
    ).rejects.toEqual(renderFailure('BROKEN'))
    await expect(pool.inspect(folder.encrypt('png', jpeg))).rejects.toEqual(renderFailure('BROKEN'))
    await expect(pool.inspect(folder.encrypt('png', svg))).rejects.toEqual(renderFailure('BROKEN'))
    await expect(pool.inspect(folder.encrypt('jpeg', Buffer.alloc(0)))).rejects.toEqual(
      renderFailure('BROKEN'),
    )
  })

  test('an image has one page', async () => {
    const source = folder.encrypt('jpeg', await (await halves(40, 40)).jpeg().toBuffer())
    await expect(draw(source, 100, 2)).rejects.toEqual(renderFailure('NO_PAGE'))
  })
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
