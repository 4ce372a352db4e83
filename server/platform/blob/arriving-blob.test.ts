import { describe, expect, it } from 'vitest'
import { ArrivingBlob, awaitBytes, whenWhole } from './arriving-blob.ts'
import { type BlobRange, StorageUnavailableError } from './blob-store.ts'

const MiB = 2 ** 20

const claims = (blob: ArrivingBlob): BlobRange[] => {
  const all: BlobRange[] = []
  for (let range = blob.claim(); range; range = blob.claim()) all.push(range)
  return all
}

const file = ({ blocks }: ArrivingBlob) => ({ path: 'part', blocks })

describe('a blob that arrives', () => {
  it.each([0, 1, MiB - 1, MiB, MiB + 1, 2 * MiB, 5 * MiB + 7, 40 * MiB])(
    'of %d bytes is claimed once, in whole',
    (size) => {
      const ranges = claims(new ArrivingBlob(size)).sort((one, other) => one.offset - other.offset)
      let at = 0
      for (const { offset, length } of ranges) {
        expect(offset).toBe(at)
        expect(length).toBeGreaterThan(0)
        at += length
      }
      expect(at).toBe(size)
    },
  )

  it('brings its ends first, then what a reader waits for, then the rest', () => {
    const blob = new ArrivingBlob(40 * MiB)
    expect([blob.claim(), blob.claim()]).toEqual([
      { offset: 0, length: MiB },
      { offset: 39 * MiB, length: MiB },
    ])
    expect(blob.claim()).toEqual({ offset: MiB, length: 4 * MiB })
    expect(awaitBytes(file(blob), { offset: 20 * MiB - 1, length: 2 }, 0)).toBe(false)
    expect([blob.claim(), blob.claim()]).toEqual([
      { offset: 19 * MiB, length: MiB },
      { offset: 20 * MiB, length: MiB },
    ])
    expect(blob.claim()).toEqual({ offset: 5 * MiB, length: 4 * MiB })
  })

  it('gives its reader bytes once they are there, none before, and none after a failure', async () => {
    const blob = new ArrivingBlob(3 * MiB)
    const first = blob.claim()
    if (!first) throw new Error('no range')
    expect(awaitBytes(file(blob), { offset: 10, length: 10 }, 1)).toBe(false)
    blob.arrived(first)
    expect(awaitBytes(file(blob), { offset: 10, length: 10 }, 1)).toBe(true)
    expect(awaitBytes(file(blob), { offset: 10, length: MiB }, 1)).toBe(false)
    const whole = whenWhole({ path: 'whole', arriving: file(blob) })
    blob.fail()
    await expect(whole).rejects.toThrow(StorageUnavailableError)
    expect(awaitBytes(file(blob), { offset: MiB, length: 10 }, 60_000)).toBe(false)
    expect(blob.claim()).toBeUndefined()
  })

  it('is whole for programs that need all of it only at its end', async () => {
    const blob = new ArrivingBlob(2 * MiB)
    let path: string | undefined
    const waiting = whenWhole({ path: 'whole', arriving: file(blob) }).then((value) => {
      path = value
    })
    for (const range of claims(blob)) blob.arrived(range)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(path).toBeUndefined()
    blob.end()
    await waiting
    expect(path).toBe('whole')
    expect(await whenWhole({ path: 'on the disk' })).toBe('on the disk')
  })
})
