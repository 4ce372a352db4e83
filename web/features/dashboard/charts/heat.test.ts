import { expect, test } from 'vitest'
import { axisPages, HEAT_LEVELS, heatCells, hottest } from './heat.ts'

test('each page of the document has a cell, also behind the last that was read, and those that nobody read are cold', () => {
  const times = [
    { page: 1, seconds: 10 },
    { page: 4, seconds: 50 },
  ]
  const read = [
    { first: 1, last: 1, seconds: 10, level: 1 },
    { first: 2, last: 2, seconds: 0, level: 0 },
    { first: 3, last: 3, seconds: 0, level: 0 },
    { first: 4, last: 4, seconds: 50, level: HEAT_LEVELS },
  ]
  expect(heatCells(times, 6)).toEqual([
    ...read,
    { first: 5, last: 5, seconds: 0, level: 0 },
    { first: 6, last: 6, seconds: 0, level: 0 },
  ])
  expect(heatCells(times, 0)).toEqual(read)
  expect(heatCells(times, 2)).toEqual(read)
  expect(heatCells([], 0)).toEqual([])
})

test.each([
  [1, [1]],
  [2, [1, 2]],
  [6, [1, 2, 3, 4, 5, 6]],
  [12, [1, 5, 12]],
  [60, [1, 20, 40, 60]],
  [1_001, [1, 200, 400, 600, 800, 1_001]],
])('the axis of %d pages names the ends and round pages between', (last, pages) => {
  expect(axisPages(last)).toEqual(pages)
})

test('many pages stand together, none is lost, none counted twice', () => {
  const times = Array.from({ length: 1_001 }, (_, index) => ({
    page: index + 1,
    seconds: index % 7,
  }))
  const cells = heatCells(times, 0, 100)
  expect(cells.length).toBeLessThanOrEqual(100)
  expect(cells.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(
    times.reduce((sum, { seconds }) => sum + seconds, 0),
  )
  expect(cells[0]?.first).toBe(1)
  expect(cells.at(-1)?.last).toBe(1_001)
  for (const [index, cell] of cells.entries())
    expect(cell.first).toBe((cells[index - 1]?.last ?? 0) + 1)
})

test('any document that was read is warm, and the longest is the hottest', () => {
  const cells = heatCells(
    [
      { page: 1, seconds: 0.001 },
      { page: 2, seconds: 10_000 },
      { page: 3, seconds: 10_000 },
    ],
    0,
  )
  expect(cells.map(({ level }) => level)).toEqual([1, HEAT_LEVELS, HEAT_LEVELS])
  expect(hottest(cells)).toBe(1)
  expect(hottest([])).toBe(0)
})
