import { expect, test } from 'vitest'
import { Lru } from './lru.ts'

test('what was used last stays, what is dropped is handed out once', () => {
  const dropped: number[] = []
  const lru = new Lru<number>(2, (value) => dropped.push(value))
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
