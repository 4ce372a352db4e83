import { expect, test } from 'vitest'
import { axisTop, dayLineOf } from './day-line.ts'

const SIZE = { width: 300, height: 60 }
const pointsOf = (values: readonly number[]) =>
  dayLineOf(values, SIZE)
    .line.slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number))

test('each number stands in the middle of its share, the largest highest and nothing at the bottom', () => {
  expect(pointsOf([0, 10, 5])).toEqual([
    [50, 60],
    [150, 0],
    [250, 30],
  ])
})

test('where nothing was done the line lies at the bottom, and without days there is none', () => {
  expect(pointsOf([0, 0]).map(([, y]) => y)).toEqual([60, 60])
  expect(dayLineOf([], SIZE)).toEqual({ line: '', area: '' })
})

test('the area is closed at the bottom, below the first and the last day', () => {
  const { line, area } = dayLineOf([1, 2, 3], SIZE)
  expect(area).toBe(`${line}V60H50Z`)
})

test.each([
  [[], 2],
  [[0, 1], 2],
  [[3], 4],
  [[10], 10],
  [[11], 12],
  [[215, 4], 300],
  [[2_613], 3_000],
])('the axis of %j ends at a round number', (values, top) => {
  expect(axisTop(values)).toBe(top)
})
