import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ImagePixels, KEPT_BYTES, KeptPixels, partToKeep } from './kept-pixels.ts'

afterEach(() => {
  vi.useRealTimers()
})

function pixelsOf(
  size: { width: number; height: number },
  area: { left: number; top: number; width: number; height: number },
): ImagePixels {
  const data = Buffer.alloc(area.width * area.height)
  for (let at = 0; at < data.length; at += 1)
    data[at] = (area.top + Math.floor(at / area.width)) * 16 + area.left + (at % area.width)
  return { data, channels: 1, size, area }
}

const SIZE = { width: 10, height: 10 }
const ROWS = { left: 0, top: 2, width: 10, height: 5 }

describe('kept pixels', () => {
  it('give what lies in them, of that image at that size, and nothing else', () => {
    const [kept, image, other] = [new KeptPixels(), {}, {}]
    kept.keep(image, pixelsOf(SIZE, ROWS))
    const part = { left: 3, top: 4, width: 2, height: 3 }
    expect(kept.cut(image, SIZE, part)).toEqual(pixelsOf(SIZE, part))
    expect(kept.cut(image, SIZE, ROWS)).toEqual(pixelsOf(SIZE, ROWS))
    expect(kept.cut(other, SIZE, part)).toBeUndefined()
    expect(kept.cut(image, { width: 20, height: 10 }, part)).toBeUndefined()
    for (const beyond of [
      { ...part, top: 1 },
      { ...part, top: 5 },
      { ...part, left: 9 },
      { ...part, left: -1 },
    ])
      expect(kept.cut(image, SIZE, beyond)).toBeUndefined()
  })

  it('are of one image at a time, never more than they may be, and go with it or after a while without a use', () => {
    vi.useFakeTimers()
    const [kept, image, other] = [new KeptPixels(), {}, {}]
    kept.keep(image, pixelsOf(SIZE, ROWS))
    kept.keep(other, pixelsOf(SIZE, { ...ROWS, height: 1 }))
    expect(kept.bytes).toBe(10)
    expect(kept.cut(image, SIZE, ROWS)).toBeUndefined()
    kept.drop(image)
    expect(kept.bytes).toBe(10)
    kept.drop(other)
    expect(kept.bytes).toBe(0)
    kept.keep(image, {
      data: Buffer.allocUnsafe(KEPT_BYTES + 1),
      channels: 1,
      size: SIZE,
      area: ROWS,
    })
    expect(kept.bytes).toBe(0)

    kept.keep(image, pixelsOf(SIZE, ROWS))
    for (let times = 0; times < 3; times += 1) {
      vi.advanceTimersByTime(14_000)
      expect(kept.cut(image, SIZE, ROWS)).toBeDefined()
    }
    vi.advanceTimersByTime(15_000)
    expect(kept.bytes).toBe(0)
  })

  it.each([
    [
      'the whole of an image that fits',
      { width: 4_000, height: 3_000 },
      { left: 1_024, top: 1_024, width: 1_024, height: 1_024 },
    ],
    [
      'rows around a part in the midst',
      { width: 12_247, height: 8_165 },
      { left: 3_000, top: 4_000, width: 1_100, height: 1_100 },
    ],
    [
      'rows at the top',
      { width: 19_200, height: 14_400 },
      { left: 0, top: 0, width: 1_024, height: 1_024 },
    ],
    [
      'rows at the bottom',
      { width: 19_200, height: 14_400 },
      { left: 18_432, top: 13_376, width: 768, height: 1_024 },
    ],
  ])('are %s, within the bound', (_, size, part) => {
    const area = partToKeep(size, part, 3)
    expect(area.width * area.height * 3).toBeLessThanOrEqual(KEPT_BYTES)
    expect(area.top).toBeGreaterThanOrEqual(0)
    expect(area.top + area.height).toBeLessThanOrEqual(size.height)
    expect(area).toMatchObject({ left: 0, width: size.width })
    expect(area.top).toBeLessThanOrEqual(part.top)
    expect(area.top + area.height).toBeGreaterThanOrEqual(part.top + part.height)
    if (size.width * size.height * 3 <= KEPT_BYTES) expect(area.height).toBe(size.height)
    else expect((area.height + 1) * size.width * 3).toBeGreaterThan(KEPT_BYTES)
  })

  it('are the part alone where whole rows of it are too many', () => {
    const part = { left: 5, top: 7, width: 100, height: 9_000 }
    expect(partToKeep({ width: 60_000, height: 9_100 }, part, 3)).toEqual(part)
  })
})
