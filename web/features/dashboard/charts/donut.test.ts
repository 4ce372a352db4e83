import { describe, expect, test } from 'vitest'
import { arcsOf, percentText, TONES, tonesOf } from './donut.ts'

describe('arcs', () => {
  test('follow one another and take their share of the circle, less a gap', () => {
    const arcs = arcsOf([250, 250, 100], 1_000)
    expect(arcs.map(({ start }) => start)).toEqual([0, 0.25, 0.5])
    expect(arcs.map(({ length }) => Math.round(length * 1_000))).toEqual([246, 246, 96])
  })

  test('show what is tiny, and nothing where there is nothing', () => {
    const [tiny, nothing] = arcsOf([1, 0], 1_000_000_000)
    expect(tiny?.length).toBeGreaterThan(0)
    expect(nothing?.length).toBe(0)
    expect(arcsOf([0, 0], 0).every(({ length }) => length === 0)).toBe(true)
  })

  test('never go beyond the circle, also where more is used than there is', () => {
    for (const whole of [0, 10, 400, 999, 1_000]) {
      const arcs = arcsOf([600, 399, 1], whole)
      for (const { start, length } of arcs) expect(start + length).toBeLessThanOrEqual(1)
    }
  })
})

test.each([
  [0, 100, '0%'],
  [1, 1_000, '<1%'],
  [10, 1_000, '1%'],
  [344, 1_000, '34%'],
  [999, 1_000, '99%'],
  [1_000, 1_000, '100%'],
  [2_000, 1_000, '100%'],
  [0, 0, '0%'],
])('%d of %d is %s', (used, whole, text) => {
  expect(percentText(used, whole)).toBe(text)
})

test('the largest parts have tones of their own, in the order of their size, and all others the last', () => {
  expect(tonesOf([10, 50, 20])).toEqual([2, 0, 1])
  expect(tonesOf([5, 5])).toEqual([0, 1])
  expect(tonesOf([1, 2, 3, 4, 5, 6, 7, 8])).toEqual([TONES, TONES, TONES, 4, 3, 2, 1, 0])
})
