import { randomInt } from 'node:crypto'
import type { Gap } from '../content/content-gaps.ts'
import type { InlinePiece } from '../mark/inline-marks.ts'
import { pdfNumber } from '../mark/numbers.ts'
import { product } from '../page-box.ts'

export interface PlacedPiece {
  readonly at: number
  readonly piece: InlinePiece
}

/** The end counts as a gap. `among` is sorted. */
export function dealOut(
  pieces: readonly InlinePiece[],
  gaps: readonly Gap[],
): { among: PlacedPiece[]; behind: InlinePiece[] } {
  const among: PlacedPiece[] = []
  const behind: InlinePiece[] = []
  for (const piece of shuffled(pieces)) {
    const gap = gaps[randomInt(gaps.length + 1)]
    if (gap)
      among.push({
        at: gap.at,
        piece: { ...piece, transform: product(piece.transform, gap.transform) },
      })
    else behind.push(piece)
  }
  return { among: among.sort((one, other) => one.at - other.at), behind }
}

export const pieceOrders = ({ transform, orders }: InlinePiece): string =>
  `q ${transform.map(pdfNumber).join(' ')} cm ${orders}Q`

/** Shuffles unpredictably. */
export function shuffled<T>(list: readonly T[]): T[] {
  const mixed: T[] = []
  for (const item of list) mixed.splice(randomInt(mixed.length + 1), 0, item)
  return mixed
}
