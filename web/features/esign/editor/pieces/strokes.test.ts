import { expect, test } from 'vitest'
import { smoothed, svgPath } from './strokes.ts'

test('a line keeps its ends and loses its corners', () => {
  const line = smoothed([0, 0, 100, 0, 100, 100])
  expect(line.slice(0, 2)).toEqual([0, 0])
  expect(line.slice(-2)).toEqual([100, 100])
  const points = Array.from({ length: line.length / 2 }, (_, index) => [
    line[2 * index],
    line[2 * index + 1],
  ])
  expect(points).not.toContainEqual([100, 0])
  for (const [x = 0, y = 0] of points) expect(x >= 0 && x <= 100 && y >= 0 && y <= 100).toBe(true)
})

test('points on top of each other are one, and a single press is a dot', () => {
  expect(smoothed([5, 5])).toEqual([5, 5, 5, 5])
  expect(smoothed([0, 0, 0.1, 0.1, 0.2, 0, 50, 50])).toEqual([0, 0, 50, 50])
})

test('a line is drawn from point to point', () => {
  expect(svgPath([1, 2, 3, 4, 5, 6])).toBe('M1 2L3 4L5 6')
  expect(svgPath([])).toBe('')
})
