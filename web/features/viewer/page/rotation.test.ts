import { expect, test } from 'vitest'
import {
  rotatedBy,
  rotatedPages,
  rotatedShare,
  rotatedSpot,
  rotationTransform,
  unrotated,
} from './rotation.ts'

test('four quarters are none, in both directions', () => {
  expect(rotatedBy(3, 1)).toBe(0)
  expect(rotatedBy(0, -1)).toBe(3)
})

test('a page that lies on its side is as wide as it was high', () => {
  const pages = [{ width: 595, height: 842 }]
  expect(rotatedPages(pages, 1)).toEqual([{ width: 842, height: 595 }])
  expect(rotatedPages(pages, 2)).toEqual(pages)
})

test('each turn brings the content back into the displayed page', () => {
  expect([0, 1, 2, 3].map((rotation) => rotationTransform(rotation as 0, 300, 200))).toEqual([
    undefined,
    'translate(300px, 0px) rotate(90deg)',
    'translate(300px, 200px) rotate(180deg)',
    'translate(0px, 200px) rotate(270deg)',
  ])
})

test('upside down, what was above is below', () => {
  expect(rotatedShare(0.25, 0)).toBe(0.25)
  expect(rotatedShare(0.25, 2)).toBe(0.75)
})

test('a point goes around with its page', () => {
  const spot = { x: 0.1, y: 0.2 }
  expect([0, 1, 2, 3].map((rotation) => rotatedSpot(spot, rotation as 0))).toEqual([
    spot,
    { x: 0.8, y: 0.1 },
    { x: 0.9, y: 0.8 },
    { x: 0.2, y: 0.9 },
  ])
})

test('and comes back', () => {
  for (const rotation of [0, 1, 2, 3] as const) {
    const { x, y } = unrotated(rotatedSpot({ x: 0.1, y: 0.2 }, rotation), rotation)
    expect([x, y]).toEqual([expect.closeTo(0.1), expect.closeTo(0.2)])
  }
})
