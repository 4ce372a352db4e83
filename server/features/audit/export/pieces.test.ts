import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { piecesOf } from './pieces.ts'

async function* each<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}

describe('the pieces of an export', () => {
  it('are its texts in UTF-8, none of them empty, each with memory of its own', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '한글'.repeat(9_000), 'x'.repeat(70_000), '😀'.repeat(40_000)),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 6 }),
        async (batches) => {
          const pieces: Uint8Array[] = []
          for await (const piece of piecesOf(each(batches))) pieces.push(piece)
          expect(Buffer.concat(pieces).equals(Buffer.from(batches.flat().join('')))).toBe(true)
          expect(pieces.filter(({ length }) => length === 0)).toEqual([])
          expect(new Set(pieces.map(({ buffer }) => buffer)).size).toBe(pieces.length)
        },
      ),
      { numRuns: 50 },
    )
  })
})
