import { expect, test } from 'vitest'
import { dayLineOf } from './day-line.ts'

const SIZE = { width: 300, height: 60 }
const pointsOf = (values: readonly number[]) =>
  dayLineOf(values, SIZE)
    .line.slice(1)
    .split('L')
    .map((point) => point.split(' ').map(Number))

test('each number stands in the middle of its share, the largest highest and nothing at the bottom', () => {
  expect(pointsOf([0, 10, 5])).toEqual([
    [50, 60],
    [150, 3],
    [250, 31.5],
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
