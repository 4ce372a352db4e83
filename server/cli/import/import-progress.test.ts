import { expect, it } from 'vitest'
import { progressLine } from './import-progress.ts'

const PROGRESS = { files: 3, bytes: 1_048_576, allFiles: 10, allBytes: 5_242_880 }

function linesOn(out: { readonly isTTY: boolean }): string[] {
  const written: string[] = []
  const line = progressLine({
    ...out,
    write: (text: string) => written.push(text) > 0,
  } as NodeJS.WriteStream)
  line.show(PROGRESS)
  line.show({ ...PROGRESS, files: 4 })
  line.end()
  return written
}

it('shows files, bytes and the rate of an import on a terminal, seldom, and takes the line away', () => {
  const [first = '', last, ...more] = linesOn({ isTTY: true })
  expect(first).toMatch(/3 of 10 files, .+ of .+, .+\/s$/)
  expect([last, more]).toEqual(['\r\x1b[K', []])
})

it('writes nothing of its progress where no person looks', () => {
  expect(linesOn({ isTTY: false })).toEqual([])
})
