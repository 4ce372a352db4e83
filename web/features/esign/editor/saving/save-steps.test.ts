import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import type { Size } from '../../../../../paper/space/page-space.ts'
import type { Piece, Pieces } from '../pieces/pieces.ts'
import { callsFor, type DraftChange } from './save-steps.ts'

const SIZES: readonly Size[] = Array.from({ length: 4 }, () => ({ width: 595, height: 842 }))

const pieceOf = (id: string, page: number, points: number, mark: number): Piece =>
  points === 0
    ? {
        id,
        page,
        kind: 'SIGN',
        rect: { x: mark, y: 1, w: 50, h: 50 },
        participant: null,
        required: true,
        label: '',
      }
    : {
        ...{
          id,
          page,
          kind: 'INK',
          paths: [Array.from({ length: points * 2 }, () => mark)],
          thickness: 1,
          opacity: 1,
          color: '#000000',
        },
        rect: { x: 0, y: 0, w: 1, h: 1 },
      }

interface Stored {
  readonly id?: string | number | undefined
  readonly page: number
}

function changed<Each extends Stored>(
  stored: readonly Each[],
  given: readonly Each[],
  { pages, adds }: DraftChange,
): Each[] {
  if (!pages) return [...given]
  for (const { page } of given) expect(pages).toContain(page)
  const moved = new Set(given.map(({ id }) => id))
  expect(moved.size).toBe(given.length)
  const kept = stored.filter(({ id, page }) => !moved.has(id) && (adds || !pages.includes(page)))
  return [...kept, ...given].toSorted((one, other) => one.page - other.page)
}

const byPage = <Each extends Stored>(all: readonly Each[]): Each[] =>
  all.toSorted((one, other) => one.page - other.page)

const wholeOf = (pieces: Pieces) =>
  callsFor(pieces, [], SIZES, { bytes: Infinity, values: Infinity })[0]?.change ?? {}

test('the calls turn the stored draft into the edited one, for any additions, changes, moves and removals, and each fits', () => {
  const piece = fc.record({ id: fc.nat(12), page: fc.nat(3), points: fc.nat(3), mark: fc.nat(3) })
  const pieces = fc
    .uniqueArray(piece, { selector: ({ id }) => id, maxLength: 13 })
    .map((all) =>
      all.map(({ id, page, points, mark }) =>
        pieceOf(String(id), page, id % 2 === 0 ? 0 : points + 1, mark),
      ),
    )
  const room = { bytes: 100_000, values: 40 }
  fc.assert(
    fc.property(pieces, pieces, fc.nat(13), (one, other, common) => {
      const start = one.slice(0, common)
      const next = [...start, ...other.filter(({ id }) => !start.some((kept) => kept.id === id))]
      let { boxes = [], annotations = [] } = wholeOf(one)
      const calls = callsFor(next, one, SIZES, room)
      for (const { change, value } of calls) {
        boxes = changed(boxes, change.boxes ?? [], change)
        annotations = changed(annotations, change.annotations ?? [], change)
        const reached = wholeOf(value)
        expect([byPage(boxes), byPage(annotations)]).toEqual([
          byPage(reached.boxes ?? []),
          byPage(reached.annotations ?? []),
        ])
      }
      const seen = wholeOf(next)
      expect([byPage(boxes), byPage(annotations)]).toEqual([
        byPage(seen.boxes ?? []),
        byPage(seen.annotations ?? []),
      ])
    }),
  )
})

const drawn = (id: string, page: number): Piece => pieceOf(id, page, 2_000, 0.5)

test('a draft that one call may carry goes whole, and a larger one page by page, what was not changed not at all', () => {
  const few = [drawn('a', 0), drawn('b', 1)]
  expect(callsFor(few, [], SIZES).map(({ change }) => change.pages)).toEqual([undefined])
  const many = SIZES.flatMap((_, page) =>
    Array.from({ length: 9 }, (__, index) => drawn(`${page}-${index}`, page)),
  )
  const calls = callsFor(many, [], SIZES)
  expect(calls.map(({ change }) => [change.pages, change.adds ?? false])).toEqual([
    ...SIZES.flatMap((_, page) => [
      [[page], false],
      [[page], true],
      [[page], true],
    ]),
  ])
  for (const { change } of calls) {
    const body = JSON.stringify({ templateId: 1, revision: 1, ...change })
    expect(body.length).toBeLessThan(LIMITS.jsonBodyBytesMax)
    expect(body.split(/[,[{]/).length).toBeLessThan(LIMITS.jsonValues)
  }
  const box = pieceOf('box', 2, 0, 5)
  const added = callsFor([...many, box], many, SIZES)
  expect(
    added.map(({ change }) => [
      change.pages,
      change.adds,
      change.annotations,
      change.boxes?.length,
    ]),
  ).toEqual([[[2], true, [], 1]])
  expect(callsFor(many, many, SIZES)).toEqual([])
  const erased = callsFor(
    many.filter(({ page }) => page !== 3),
    many,
    SIZES,
  )
  expect(erased.map(({ change }) => [change.pages, change.annotations])).toEqual([[[3], []]])
})
