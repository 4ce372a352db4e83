import { expect, test } from 'vitest'
import { foldWay } from './breadcrumb-steps.ts'

test('a way that fits is shown whole', () => {
  expect(foldWay(['root', 'a', 'b'], 3)).toEqual({ head: ['root', 'a', 'b'], folded: [], tail: [] })
})

test('of a long way the beginning and the end are shown, and nothing is lost between them', () => {
  const way = ['root', 'a', 'b', 'c', 'd', 'e']
  expect(foldWay(way, 5)).toEqual({ head: ['root'], folded: ['a'], tail: ['b', 'c', 'd', 'e'] })
  expect(foldWay(way, 3)).toEqual({ head: ['root'], folded: ['a', 'b', 'c'], tail: ['d', 'e'] })
})

test('the last step is shown even where there is room for nothing', () => {
  expect(foldWay(['root', 'a', 'b'], 1)).toEqual({ head: ['root'], folded: ['a'], tail: ['b'] })
})
