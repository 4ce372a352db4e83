import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clampZoom,
  FIT,
  isLargest,
  isSmallest,
  scaleOf,
  wheelFactor,
  ZOOM_LEVELS,
  zoomedIn,
  zoomedOut,
} from './zoom.ts'

const repeat = (step: (zoom: number) => number, times: number) =>
  Array.from({ length: times }).reduce<number>(step, FIT)

test('there are ten steps each way from fit to width, and none beyond [zoom-ten]', () => {
  expect(isLargest(repeat(zoomedIn, 9))).toBe(false)
  expect(isLargest(repeat(zoomedIn, 10))).toBe(true)
  expect(repeat(zoomedIn, 11)).toBe(4)
  expect(isSmallest(repeat(zoomedOut, 9))).toBe(false)
  expect(isSmallest(repeat(zoomedOut, 10))).toBe(true)
  expect(repeat(zoomedOut, 11)).toBe(0.25)
})

test('a step in and a step out lead back to the same level', () => {
  for (const level of ZOOM_LEVELS.slice(1, -1)) {
    expect(zoomedOut(zoomedIn(level))).toBe(level)
    expect(zoomedIn(zoomedOut(level))).toBe(level)
  }
})

test('from between two levels a step leads to the nearest in its direction', () => {
  expect(zoomedIn(1.03)).toBe(1.1)
  expect(zoomedOut(1.03)).toBe(FIT)
})

test('no gesture leads out of the limits, and none turns the other way', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.25, max: 4, noNaN: true }),
      fc.double({ min: -5_000, max: 5_000, noNaN: true }),
      (zoom, delta) => {
        const next = clampZoom(zoom * wheelFactor(delta))
        expect(next).toBeGreaterThanOrEqual(0.25)
        expect(next).toBeLessThanOrEqual(4)
        if (delta > 0) expect(next).toBeLessThanOrEqual(zoom)
        if (delta < 0) expect(next).toBeGreaterThanOrEqual(zoom)
      },
    ),
  )
})

test('per cent are those of the true size, for any width of a column', () => {
  expect(scaleOf(793.7, 595.28, 'point')).toBeCloseTo(1, 3)
  expect(scaleOf(305, 595.28, 'point')).toBeCloseTo(0.384, 3)
  expect(scaleOf(640, 1_280, 'pixel')).toBe(0.5)
})
