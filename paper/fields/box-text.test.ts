import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOX_TEXT, fittingSize } from './box-text.ts'

describe('the size of a text in its box', () => {
  it('is the common one wherever that fits, and never a larger one', () => {
    expect(fittingSize(() => true)).toBe(BOX_TEXT.size)
  })

  it('is the least where nothing fits', () => {
    expect(fittingSize(() => false)).toBe(BOX_TEXT.least)
  })

  it('fits, and is hardly smaller than it could be', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.25, max: BOX_TEXT.size, noNaN: true }), (limit) => {
        const size = fittingSize((asked) => asked <= limit)
        expect(size).toBeLessThanOrEqual(limit)
        expect(size).toBeGreaterThan(limit * 0.97)
      }),
    )
  })
})
