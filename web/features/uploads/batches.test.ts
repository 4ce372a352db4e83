import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchesOf, sentOfEach } from './batches.ts'

const sizesOf = (sizes: readonly number[]) => sizes.map((size) => ({ size }))
const limits = { files: 3, bytes: 100 }

test('batches end at the number of files and at the bytes', () => {
  const sizes = batchesOf(sizesOf([10, 10, 10, 10, 60, 40, 41]), limits).map((batch) => batch.map(({ size }) => size))
  expect(sizes).toEqual([
    [10, 10, 10],
    [10, 60],
    [40, 41],
  ])
})

test('a file that is larger than a request goes alone', () => {
  const sizes = batchesOf(sizesOf([5, 300, 5]), limits).map((batch) => batch.map(({ size }) => size))
  expect(sizes).toEqual([[5], [300], [5]])
})

test('no file is lost or sent twice, and the order stays', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 250 })), (sizes) => {
      const files = sizesOf(sizes)
      const batches = batchesOf(files, limits)
      expect(batches.flat()).toEqual(files)
      for (const batch of batches) {
        const bytes = batch.reduce((sum, { size }) => sum + size, 0)
        expect(batch.length).toBeGreaterThan(0)
        expect(batch.length <= limits.files && (bytes <= limits.bytes || batch.length === 1)).toBe(true)
      }
    }),
  )
})

test('progress goes to the files in their order', () => {
  expect(sentOfEach([100, 100], 0, 210)).toEqual([0, 0])
  expect(sentOfEach([100, 100], 105, 210)).toEqual([100, 0])
  expect(sentOfEach([100, 100], 210, 210)).toEqual([100, 100])
  expect(sentOfEach([100], 0, 0)).toEqual([0])
})
