import type { z } from 'zod'
import { LIMITS } from '../../../../../contract/core/limits.ts'
import type { updateUpload } from '../../../../../contract/features/compose.ts'
import type { Size } from '../../../../../paper/space/page-space.ts'
import type { Piece, Pieces } from '../pieces/pieces.ts'
import { wireOf } from '../wire.ts'

export type DraftChange = Pick<
  z.input<(typeof updateUpload)['body']>,
  'boxes' | 'annotations' | 'pages' | 'adds'
>

interface SaveCall {
  readonly change: DraftChange
  readonly value: Pieces
}

interface CallCapacity {
  readonly bytes: number
  readonly values: number
}

const ROOM: CallCapacity = {
  bytes: LIMITS.jsonBodyBytesMax - 100_000,
  values: LIMITS.jsonValues - 1_000,
}

const valuesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 1)
    : 1

const sizeOf = (value: unknown): CallCapacity => ({
  bytes: new TextEncoder().encode(JSON.stringify(value)).length,
  values: valuesIn(value),
})

const fits = (size: CallCapacity, room: CallCapacity): boolean =>
  size.bytes <= room.bytes && size.values <= room.values

const sum = (one: CallCapacity, other: CallCapacity): CallCapacity => ({
  bytes: one.bytes + other.bytes,
  values: one.values + other.values,
})

interface Portion {
  readonly pages: readonly number[]
  readonly adds: boolean
  readonly pieces: Pieces
}

/** Additions are separate, because other calls replace whole pages. */
export function callsFor(
  value: Pieces,
  before: Pieces,
  sizes: readonly Size[],
  room: CallCapacity = ROOM,
): readonly SaveCall[] {
  const whole = wireOf(value, sizes)
  if (fits(sizeOf(whole), room)) return [{ change: whole, value }]
  const portions = joined(
    changedPages(value, before).flatMap((page) => portionsOf(page, value, before, sizes, room)),
    sizes,
    room,
  )
  let reached = before
  return portions.map((portion, index) => {
    reached = index === portions.length - 1 ? value : applied(reached, portion)
    const { pages, adds, pieces } = portion
    return {
      change: { ...wireOf(pieces, sizes), pages: [...pages], ...(adds ? { adds } : {}) },
      value: reached,
    }
  })
}

const onPage = (pieces: Pieces, page: number): Pieces =>
  pieces.filter((piece) => piece.page === page)

const isSame = (one: Pieces, other: Pieces): boolean =>
  one.length === other.length && one.every((piece, index) => piece === other[index])

function changedPages(value: Pieces, before: Pieces): number[] {
  const all = [...new Set([...before, ...value].map(({ page }) => page))].toSorted(
    (one, other) => one - other,
  )
  return all.filter((page) => !isSame(onPage(value, page), onPage(before, page)))
}

function portionsOf(
  page: number,
  value: Pieces,
  before: Pieces,
  sizes: readonly Size[],
  room: CallCapacity,
): Portion[] {
  const [now, then] = [onPage(value, page), onPage(before, page)]
  const isAbove = then.length > 0 && isSame(now.slice(0, then.length), then)
  const portions: Portion[] = []
  let pieces: Piece[] = []
  let size: CallCapacity = { bytes: 0, values: 0 }
  const close = (): void => {
    portions.push({ pages: [page], adds: isAbove || portions.length > 0, pieces })
    pieces = []
    size = { bytes: 0, values: 0 }
  }
  for (const piece of isAbove ? now.slice(then.length) : now) {
    const more = sizeOf(wireOf([piece], sizes))
    if (pieces.length > 0 && !fits(sum(size, more), room)) close()
    pieces.push(piece)
    size = sum(size, more)
  }
  close()
  return portions
}

function joined(
  portions: readonly Portion[],
  sizes: readonly Size[],
  room: CallCapacity,
): Portion[] {
  const calls: Portion[] = []
  for (const portion of portions) {
    const last = calls.at(-1)
    const both =
      last && last.adds === portion.adds ? [...last.pieces, ...portion.pieces] : undefined
    const isOther = last && portion.pages.every((page) => !last.pages.includes(page))
    if (last && both && isOther && fits(sizeOf(wireOf(both, sizes)), room))
      calls[calls.length - 1] = {
        pages: [...last.pages, ...portion.pages],
        adds: last.adds,
        pieces: both,
      }
    else calls.push(portion)
  }
  return calls
}

/** Mirrors the server, which removes a piece of the same id from its old place. */
function applied(before: Pieces, { pages, adds, pieces }: Portion): Pieces {
  const given = new Set(pieces.map(({ id }) => id))
  return [
    ...before.filter(({ id, page }) => !given.has(id) && (adds || !pages.includes(page))),
    ...pieces,
  ]
}
