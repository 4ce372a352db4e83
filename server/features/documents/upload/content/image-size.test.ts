import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Extension } from '../../../../../contract/core/limits.ts'
import {
  makeBmp,
  makeJpeg,
  makePng,
  makeZip,
  StrictSource,
} from '../../../../test/fixtures/made-files.ts'
import { checkContent } from './check-content.ts'

const check = (ext: Extension, bytes: Buffer) => checkContent(ext, StrictSource.of(bytes))

const MADE: Partial<Record<Extension, (width: number, height: number) => Buffer>> = {
  jpg: makeJpeg,
  png: makePng,
  bmp: makeBmp,
}

describe.each(Object.entries(MADE) as [Extension, (width: number, height: number) => Buffer][])(
  'the size of a %s',
  (ext, make) => {
    it.each([
      [1, 1],
      [20_000, 10_000],
      [65_000, 3_000],
      [3_000, 65_000],
    ])('%i by %i is fine', async (width, height) => {
      expect(await check(ext, make(width, height))).toBeUndefined()
    })

    it.each([
      [0, 100],
      [100, 0],
      [20_001, 10_000],
      [65_001, 1],
      [1, 65_001],
      [65_535, 65_535],
    ])('%i by %i is refused', async (width, height) => {
      expect(await check(ext, make(width, height))).toBe('DIMENSIONS')
    })

    it('is not asked where an archive stands behind the image', async () => {
      expect(await check(ext, Buffer.concat([make(10, 10), makeZip([{ name: 'a.html' }])]))).toBe(
        'CONTENT',
      )
      expect(
        await check(
          ext,
          Buffer.concat([make(10, 10), makeZip([{ name: 'a.html' }]), Buffer.from('\0')]),
        ),
      ).toBeUndefined()
    })

    it('is not known where the header is cut off', async () => {
      const whole = make(10, 10)
      const needed = { jpg: 12, png: 29, bmp: whole.length }[ext as 'jpg' | 'png' | 'bmp']
      for (let length = 1; length < needed; length += 1)
        expect(await check(ext, whole.subarray(0, length)), `${length} bytes`).toBe('CONTENT')
    })
  },
)

describe('encoded images', () => {
  const canvas = sharp({ create: { width: 120, height: 80, channels: 3, background: '#356' } })

  it.each<[string, Extension, () => Promise<Buffer>]>([
    ['a baseline JPEG', 'jpg', () => canvas.clone().jpeg().toBuffer()],
    ['a progressive JPEG', 'jpeg', () => canvas.clone().jpeg({ progressive: true }).toBuffer()],
    [
      'a JPEG with a colour profile and Exif data',
      'jpg',
      () => canvas.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    ],
    ['a CMYK JPEG', 'jpg', () => canvas.clone().toColourspace('cmyk').jpeg().toBuffer()],
    ['a PNG', 'png', () => canvas.clone().png().toBuffer()],
    [
      'an interlaced PNG',
      'png',
      () => canvas.clone().png({ progressive: true, palette: true }).toBuffer(),
    ],
  ])('%s is accepted', async (_, ext, encode) => {
    const bytes = await encode()
    expect(await check(ext, bytes)).toBeUndefined()
    expect(await check(ext === 'png' ? 'jpg' : 'png', bytes)).toBe('CONTENT')
  })

  it.each(['gif', 'webp', 'tiff'] as const)(
    'a %s under a name of its own choice is refused',
    async (format) => {
      const bytes = await canvas.clone().toFormat(format).toBuffer()
      for (const ext of ['png', 'jpg', 'bmp'] as const)
        expect(await check(ext, bytes)).toBe('CONTENT')
    },
  )
})

describe('a PNG', () => {
  it('begins with its header chunk', async () => {
    const other = makePng(10, 10)
    other.write('IDAT', 12, 'latin1')
    expect(await check('png', other)).toBe('CONTENT')
  })

  it('of 4 thousand million pixels a side is too large', async () => {
    expect(await check('png', makePng(0xffffffff, 0xffffffff))).toBe('DIMENSIONS')
  })
})

describe('a JPEG', () => {
  const segment = (code: number, length: number) =>
    Buffer.concat([Buffer.from([0xff, code, length >> 8, length & 0xff]), Buffer.alloc(length - 2)])

  it('is measured by its frame header and not by a thumbnail before it', async () => {
    const thumbnail = Buffer.concat([
      segment(0xe1, 40).subarray(0, 4),
      makeJpeg(65_535, 65_535),
      Buffer.alloc(40 - 2 - 16),
    ])
    expect(await check('jpg', makeJpeg(10, 10, thumbnail))).toBeUndefined()
    expect(await check('jpg', makeJpeg(65_535, 65_535, segment(0xe1, 60_000)))).toBe('DIMENSIONS')
  })

  it.each([0xc1, 0xc2, 0xc3, 0xc5, 0xc9, 0xcf])('may have a frame of code %i', async (code) => {
    expect(await check('jpg', makeJpeg(10, 10, Buffer.alloc(0), code))).toBeUndefined()
  })

  it('may have tables, comments and fill bytes before the frame', async () => {
    const before = Buffer.concat([
      segment(0xdb, 67),
      segment(0xc4, 31),
      segment(0xcc, 4),
      segment(0xfe, 9),
      Buffer.from('ffff', 'hex'),
    ])
    expect(await check('jpg', makeJpeg(10, 10, before))).toBeUndefined()
  })

  it.each([
    ['the scan before the frame', 'ffda0002'],
    ['the end before the frame', 'ffd9'],
    ['a second start', 'ffd8'],
    ['a restart', 'ffd00002'],
    ['a segment that is shorter than its length field', 'ffe00001'],
    ['a segment that leads out of the file', 'ffe0ffff'],
    ['no marker', '00000000'],
  ])('with %s is refused', async (_, hex) => {
    expect(await check('jpg', makeJpeg(10, 10, Buffer.from(hex, 'hex')))).toBe('CONTENT')
  })

  it('with a thousand segments before the frame is refused', async () => {
    expect(
      await check(
        'jpg',
        makeJpeg(10, 10, Buffer.concat(Array.from({ length: 999 }, () => segment(0xfe, 2)))),
      ),
    ).toBeUndefined()
    expect(
      await check(
        'jpg',
        makeJpeg(10, 10, Buffer.concat(Array.from({ length: 1_000 }, () => segment(0xfe, 2)))),
      ),
    ).toBe('CONTENT')
  })

  it('whose frame header has a wrong length is refused', async () => {
    const bytes = makeJpeg(10, 10)
    bytes.writeUInt16BE(12, 4)
    expect(await check('jpg', bytes)).toBe('CONTENT')
  })
})

describe('a BMP', () => {
  it.each([12, 16, 40, 52, 56, 64, 108, 124])(
    'with a header of %i bytes is measured',
    async (headerSize) => {
      expect(await check('bmp', makeBmp(100, 100, headerSize))).toBeUndefined()
      expect(await check('bmp', makeBmp(65_001, 1, headerSize))).toBe('DIMENSIONS')
    },
  )

  it('that is stored top-down has a negative height', async () => {
    expect(await check('bmp', makeBmp(100, -100))).toBeUndefined()
    expect(await check('bmp', makeBmp(100, -65_001))).toBe('DIMENSIONS')
    expect(await check('bmp', makeBmp(100, -0x80000000))).toBe('DIMENSIONS')
  })

  it('is never stored right-to-left', async () => {
    expect(await check('bmp', makeBmp(-100, 100))).toBe('CONTENT')
  })

  it('is more than two letters', async () => {
    expect(await check('bmp', Buffer.from(`BM${' is how this text begins'.repeat(10)}`))).toBe(
      'CONTENT',
    )
    const planes = makeBmp(100, 100)
    planes.writeUInt16LE(2, 26)
    expect(await check('bmp', planes)).toBe('CONTENT')
    const depth = makeBmp(100, 100)
    depth.writeUInt16LE(5, 28)
    expect(await check('bmp', depth)).toBe('CONTENT')
  })
})
