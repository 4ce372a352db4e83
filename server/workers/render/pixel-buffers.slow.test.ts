import { describe, expect, it } from 'vitest'
import { PixelBuffers } from './pixel-buffers.ts'

describe('buffers of pixels', () => {
  it('are reused for the same number of bytes only', () => {
    const buffers = new PixelBuffers()
    const given = buffers.take(12)
    buffers.give(given)
    expect(buffers.take(15)).not.toBe(given)
    expect(buffers.take(12)).toBe(given)
    expect(buffers.take(12)).not.toBe(given)
  })

  it('are replaced whole by a copy', () => {
    const buffers = new PixelBuffers()
    buffers.give(new Uint8Array(3).fill(9))
    expect([...buffers.copyOf(Uint8Array.of(1, 2, 3))]).toEqual([1, 2, 3])
  })

  it('are kept up to 24 MiB, the newest, and not after they are cleared', () => {
    const buffers = new PixelBuffers()
    const given = Array.from({ length: 4 }, () => new Uint8Array(7 * 2 ** 20))
    for (const bytes of given) buffers.give(bytes)
    expect(given.slice(1)).toContain(buffers.take(7 * 2 ** 20))
    buffers.clear()
    expect(given).not.toContain(buffers.take(7 * 2 ** 20))
  })
})
