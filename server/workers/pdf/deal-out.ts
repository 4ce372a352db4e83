import { randomInt } from 'node:crypto'
import type { Gap } from './content-gaps.ts'
import type { InlinePiece } from './inline-marks.ts'
import { pdfNumber } from './numbers.ts'
import { product } from './page-box.ts'

/** A piece and the byte of a page's content behind which it stands. */
export interface Placed {
  readonly at: number
  readonly piece: InlinePiece
}

/** Deals pieces out to the gaps of a page's content at random, as many behind it as in a gap; those among it in the order of their places. */
export function dealOut(pieces: readonly InlinePiece[], gaps: readonly Gap[]): { among: Placed[]; behind: InlinePiece[] } {
  const among: Placed[] = []
  const behind: InlinePiece[] = []
  for (const piece of shuffled(pieces)) {
    const gap = gaps[randomInt(gaps.length + 1)]
    if (gap) among.push({ at: gap.at, piece: { ...piece, transform: product(piece.transform, gap.transform) } })
    else behind.push(piece)
  }
  return { among: among.sort((one, other) => one.at - other.at), behind }
}

/** A piece as orders that leave the state as it was. */
export const pieceOrders = ({ transform, orders }: InlinePiece): string => `q ${transform.map(pdfNumber).join(' ')} cm ${orders}Q`

/** The same in an order that nobody can foretell. */
export function shuffled<T>(list: readonly T[]): T[] {
  const mixed: T[] = []
  for (const item of list) mixed.splice(randomInt(mixed.length + 1), 0, item)
  return mixed
}
