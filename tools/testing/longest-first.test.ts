import { expect, test } from 'vitest'
import { longestFirst } from './longest-first.ts'

const inRoot = (file: string) => ({ moduleId: `/root/${file}` })

test('files with recorded seconds come first, the longest at the front, and the others keep their order', () => {
  const files = ['b.test.ts', 'short.test.ts', 'a.test.ts', 'long.test.ts'].map(inRoot)
  const sorted = longestFirst(files, '/root', {
    'short.test.ts': 12,
    'long.test.ts': 90,
    'gone.test.ts': 100,
  })
  expect(sorted).toEqual(['long.test.ts', 'short.test.ts', 'b.test.ts', 'a.test.ts'].map(inRoot))
  expect(files).toHaveLength(4)
})
