import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextBatch, sentOfEach } from './batches.ts'
import type { Job } from './upload-job.ts'

let nextId = 1
const job = (size: number, more: Partial<Job> = {}): Job => ({
  id: nextId++,
  file: new File([], 'a.pdf'),
  path: 'a.pdf',
  size,
  parent: 0,
  isNamed: true,
  taken: undefined,
  staged: undefined,
  submits: false,
  conflict: 'keep',
  upload: undefined,
  offset: 0,
  tries: 0,
  isDoubtful: false,
  ...more,
})
const limits = { files: 3, bytes: 100 }
const batchesOf = (jobs: readonly Job[]) => {
  const batches: (readonly Job[])[] = []
  for (let left = jobs; left.length > 0; ) {
    const batch = nextBatch(left, limits)
    batches.push(batch)
    left = left.filter((one) => !batch.includes(one))
  }
  return batches
}
const sizesOf = (jobs: readonly Job[]) =>
  batchesOf(jobs).map((batch) => batch.map(({ size }) => size))

test('batches end at the number of files and at the bytes', () => {
  expect(sizesOf([10, 10, 10, 10, 60, 40, 41].map((size) => job(size)))).toEqual([
    [10, 10, 10],
    [10, 60],
    [40, 41],
  ])
})

test('a large file goes alone, and so does one of which a part has arrived, and one that gets a number', () => {
  const jobs = [job(5), job(8_000_000), job(6), job(7, { upload: 'x' }), job(8)]
  const taken = {
    path: 'a.pdf',
    id: 1,
    name: 'a.pdf',
    size: 1,
    uploadedAt: '2026-01-01T00:00:00.000Z',
  }
  expect(sizesOf([...jobs, job(9, { taken }), job(10, { taken, conflict: 'replace' })])).toEqual([
    [5, 6, 8],
    [8_000_000],
    [7],
    [9],
    [10],
  ])
})

test('only files for the same place, with the same answer, share a request', () => {
  const jobs = [
    job(1),
    job(2, { parent: 5 }),
    job(3, { conflict: 'replace' }),
    job(4),
    job(5, { parent: 5 }),
  ]
  expect(sizesOf(jobs)).toEqual([[1, 4], [2, 5], [3]])
})

test('no file is lost or sent twice', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          size: fc.integer({ min: 1, max: 250 }),
          parent: fc.integer({ min: 0, max: 2 }),
        }),
      ),
      (files) => {
        const jobs = files.map(({ size, parent }) => job(size, { parent }))
        const batches = batchesOf(jobs)
        expect(batches.flat().toSorted((a, b) => a.id - b.id)).toEqual(jobs)
        for (const batch of batches) {
          const bytes = batch.reduce((sum, { size }) => sum + size, 0)
          expect(
            batch.length > 0 &&
              batch.length <= limits.files &&
              (bytes <= limits.bytes || batch.length === 1),
          ).toBe(true)
          expect(new Set(batch.map(({ parent }) => parent)).size).toBe(1)
        }
      },
    ),
  )
})

test('progress goes to the files in their order', () => {
  expect(sentOfEach([100, 100], 0, 210)).toEqual([0, 0])
  expect(sentOfEach([100, 100], 105, 210)).toEqual([100, 0])
  expect(sentOfEach([100, 100], 210, 210)).toEqual([100, 100])
  expect(sentOfEach([100], 0, 0)).toEqual([0])
})
