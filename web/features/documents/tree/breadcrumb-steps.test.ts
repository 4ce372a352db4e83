import { expect, test } from 'vitest'
import { foldPath } from './breadcrumb-steps.ts'

test('a path that fits is shown whole', () => {
  expect(foldPath(['root', 'a', 'b'], 3)).toEqual({
    head: ['root', 'a', 'b'],
    folded: [],
    tail: [],
  })
})

test('of a long path the beginning and the end are shown, and nothing is lost between them', () => {
  const path = ['root', 'a', 'b', 'c', 'd', 'e']
  expect(foldPath(path, 5)).toEqual({ head: ['root'], folded: ['a'], tail: ['b', 'c', 'd', 'e'] })
  expect(foldPath(path, 3)).toEqual({ head: ['root'], folded: ['a', 'b', 'c'], tail: ['d', 'e'] })
})

test('the last step is shown even where there is room for nothing', () => {
  expect(foldPath(['root', 'a', 'b'], 1)).toEqual({ head: ['root'], folded: ['a'], tail: ['b'] })
})
