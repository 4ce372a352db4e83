import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BasePages } from './base-pages.ts'
import { PixelBuffers } from './pixel-buffers.ts'

const size = { width: 10, height: 10 }
const page = (number: number, id = 'document') => ({
  id,
  page: number,
  size,
  area: { left: 0, top: 0, ...size },
})
const BYTES = 3 * 10 * 10

describe('pages before anybody’s mark', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const drawer = () => vi.fn(() => ({ data: new Uint8Array(BYTES), ...size }))

  it('are drawn once, and what one reader’s mark does to them is not there for the next', async () => {
    const [bases, draw] = [new BasePages(10 * BYTES, new PixelBuffers()), drawer()]
    for (let reader = 1; reader <= 3; reader += 1) {
      const { data } = await bases.draw(page(1), draw)
      expect(data.every((byte) => byte === 0)).toBe(true)
      data.fill(reader)
    }
    expect(draw).toHaveBeenCalledTimes(1)
  })

  it('are distinguished by document, page, size and part', async () => {
    const [bases, draw] = [new BasePages(10 * BYTES, new PixelBuffers()), drawer()]
    const first = page(1)
    for (const other of [
      first,
      page(2),
      page(1, 'another'),
      { ...first, size: { width: 20, height: 20 } },
      { ...first, area: { ...first.area, left: 1 } },
    ])
      await bases.draw(other, draw)
    expect(draw).toHaveBeenCalledTimes(5)
  })

  it('are held up to so many bytes, those that were used last, and one at least', async () => {
    const [bases, draw] = [new BasePages(2 * BYTES, new PixelBuffers()), drawer()]
    for (const number of [1, 2, 1, 3, 1]) await bases.draw(page(number), draw)
    expect(draw).toHaveBeenCalledTimes(3)
    await bases.draw(page(2), draw)
    expect(draw).toHaveBeenCalledTimes(4)
  })

  it('are let go of 15 seconds after the last reader', async () => {
    const [bases, draw] = [new BasePages(10 * BYTES, new PixelBuffers()), drawer()]
    await bases.draw(page(1), draw)
    vi.advanceTimersByTime(14_000)
    await bases.draw(page(1), draw)
    vi.advanceTimersByTime(14_000)
    await bases.draw(page(1), draw)
    expect(draw).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(15_000)
    await bases.draw(page(1), draw)
    expect(draw).toHaveBeenCalledTimes(2)
  })

  it('are whole where they are drawn into the buffer of a page that was sent', async () => {
    const buffers = new PixelBuffers()
    const bases = new BasePages(10 * BYTES, buffers)
    const first = await bases.draw(page(1), () => ({
      data: buffers.copyOf(new Uint8Array(BYTES).fill(7)),
      ...size,
    }))
    buffers.give(first.data)
    const second = await bases.draw(page(2), () => ({
      data: buffers.copyOf(new Uint8Array(BYTES).fill(9)),
      ...size,
    }))
    expect(second.data).toBe(first.data)
    second.data.fill(1)
    const again = await bases.draw(page(1), drawer())
    expect(again.data.every((byte) => byte === 7)).toBe(true)
  })

  it('are not held where they could not be drawn', async () => {
    const bases = new BasePages(10 * BYTES, new PixelBuffers())
    const draw = drawer().mockImplementationOnce(() => {
      throw new Error('too large')
    })
    await expect(bases.draw(page(1), draw)).rejects.toThrow('too large')
    await bases.draw(page(1), draw)
    expect(draw).toHaveBeenCalledTimes(2)
  })
})
