import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from './byte-range.ts'

describe('a Range header for 100 bytes', () => {
  it.each([
    ['bytes=0-0', { start: 0, end: 1 }],
    ['bytes=0-', { start: 0, end: 100 }],
    ['bytes=10-19', { start: 10, end: 20 }],
    ['bytes=99-99', { start: 99, end: 100 }],
    ['bytes=50-999999', { start: 50, end: 100 }],
    ['bytes=-1', { start: 99, end: 100 }],
    ['bytes=-100', { start: 0, end: 100 }],
    ['bytes=-5000', { start: 0, end: 100 }],
  ])('%s is a part', (header, range) => {
    expect(parseRange(header, 100)).toEqual(range)
  })

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=999999999999999-', 'bytes=-0'])(
    '%s cannot be met',
    (header) => {
      expect(parseRange(header, 100)).toBe('unsatisfiable')
    },
  )

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,5-6',
    'bytes=0-1, -1',
    'bytes=a-b',
    'bytes=1.5-2',
    'items=0-1',
    'bytes=0x1-2',
    `bytes=${'9'.repeat(400)}-`,
  ])('%s is answered with the whole', (header) => {
    expect(parseRange(header, 100)).toBeUndefined()
  })

  it('never exceeds the content, for any requested range', () => {
    const number = fc.option(fc.nat(), { nil: '' as const })
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 1_000 }), (first, last, size) => {
        const range = parseRange(`bytes=${first}-${last}`, size)
        if (range === undefined || range === 'unsatisfiable') return
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.start).toBeLessThan(range.end)
        expect(range.end).toBeLessThanOrEqual(size)
      }),
    )
  })

  it('cannot be met by what is empty', () => {
    for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
      expect(parseRange(header, 0)).toBe('unsatisfiable')
  })
})
