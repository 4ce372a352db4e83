import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTouched, divide, sliceOf } from './slices.mjs'

const secondsByFile = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,8}$/),
  fc.integer({ min: 0, max: 300 }),
  { maxKeys: 40 },
)

test('every slow file is in exactly one slice, for any durations', () => {
  fc.assert(
    fc.property(secondsByFile, (seconds) => {
      const files = Object.keys(seconds)
      const slices = divide(files, seconds)
      expect(slices).toHaveLength(8)
      expect(slices.flatMap((slice) => slice.files).sort()).toEqual([...files].sort())
    }),
  )
})

test('no slice is longer than the shortest one by more than its longest file', () => {
  fc.assert(
    fc.property(secondsByFile, (seconds) => {
      const lengths = divide(Object.keys(seconds), seconds).map((slice) => slice.seconds)
      expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(
        Math.max(0, ...Object.values(seconds)),
      )
    }),
  )
})

test('a commit chooses its slice by its hash, and eight commits in a row of hashes choose all', () => {
  const commits = [
    '70e30d50',
    '70e30d51',
    '70e30d52',
    '70e30d53',
    '70e30d54',
    '70e30d55',
    '70e30d56',
    '70e30d57',
  ]
  expect(commits.map((commit) => sliceOf(commit))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})

test('files that a change touches are added to a slice, the shortest first, while its time lasts, and never twice', () => {
  const seconds = { slice: 30, short: 10, middle: 20, long: 50 }
  const touched = ['long', 'slice', 'middle', 'short']
  expect(addTouched(['slice'], touched, seconds, 65)).toEqual({
    taken: ['short', 'middle'],
    left: ['long'],
  })
  expect(addTouched(['slice'], touched, seconds, 110)).toEqual({
    taken: ['short', 'middle', 'long'],
    left: [],
  })
  expect(addTouched(['slice'], touched, seconds, 30)).toEqual({
    taken: [],
    left: ['short', 'middle', 'long'],
  })
})
