import { expect, test } from 'vitest'
import { Lru } from './lru.ts'

test('what was used last stays, what is dropped is handed out once', () => {
  const dropped: number[] = []
  const lru = new Lru<number>(2, { dropped: (value) => dropped.push(value) })
  lru.add('a', 1)
  lru.add('b', 2)
  expect(lru.get('a')).toBe(1)
  lru.add('c', 3)
  expect(lru.get('b')).toBeUndefined()
  expect(lru.keys()).toEqual(['a', 'c'])
  lru.drop('a')
  lru.drop('a')
  expect(dropped).toEqual([2, 1])
  expect(lru.keys()).toEqual(['c'])
})

test('a heavier entry displaces more, and the newest stays at any weight', () => {
  const lru = new Lru<number>(10, { weight: (value) => value })
  lru.add('a', 4)
  lru.add('b', 5)
  lru.add('c', 6)
  expect(lru.keys()).toEqual(['c'])
  lru.add('d', 4)
  expect(lru.keys()).toEqual(['c', 'd'])
  lru.add('e', 40)
  expect(lru.keys()).toEqual(['e'])
  lru.drop('e')
  lru.add('f', 10)
  lru.add('g', 1)
  expect(lru.keys()).toEqual(['g'])
})
