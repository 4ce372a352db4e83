import { ANNOTATION_DEFAULTS } from '../../../../../contract/features/composed.ts'
import { clampField, dropField } from '../../../../../paper/fields/field-box.ts'
import type { Rect, Size, SpacePoint } from '../../../../../paper/space/page-space.ts'

interface PlacedOnPage {
  /** The specification requires a timestamp and a random number. */
  readonly id: string
  readonly page: number
  /** The unit is points of the displayed page. */
  readonly rect: Rect
}

export interface FieldPiece extends PlacedOnPage {
  readonly kind: 'SIGN' | 'TEXT'
  readonly participant: number | null
  readonly required: boolean
  readonly label: string
}

/** The font size is in points. */
export interface NotePiece extends PlacedOnPage {
  readonly kind: 'NOTE'
  readonly text: string
  readonly size: number
  readonly color: string
}

/** Each path lists x, y, x, y and so on, in points. */
export interface StrokePiece extends PlacedOnPage {
  readonly kind: 'HIGHLIGHT' | 'INK'
  readonly paths: readonly (readonly number[])[]
  readonly thickness: number
  readonly opacity: number
  readonly color: string
}

export interface ImagePiece extends PlacedOnPage {
  readonly kind: 'IMAGE'
  readonly image: number
}

export type Piece = FieldPiece | NotePiece | StrokePiece | ImagePiece

export type Pieces = readonly Piece[]

export const isField = (piece: Piece): piece is FieldPiece =>
  piece.kind === 'SIGN' || piece.kind === 'TEXT'

/** Clears parties who cannot fill their field now. */
export function ownedBy(pieces: Pieces, fillers: ReadonlySet<number>): Pieces {
  const isStray = (piece: Piece) =>
    isField(piece) && piece.participant !== null && !fillers.has(piece.participant)
  return pieces.some(isStray)
    ? pieces.map((piece) => (isStray(piece) ? { ...piece, participant: null } : piece))
    : pieces
}

export const isStroke = (piece: Piece): piece is StrokePiece =>
  piece.kind === 'HIGHLIGHT' || piece.kind === 'INK'

let latest = 0

/** @param now milliseconds since the epoch. */
export function newId(now: number): string {
  latest = Math.max(latest + 1, now)
  return `${latest}${Math.floor(Math.random() * 1_000_000)}`
}

export function boundsOf(paths: readonly (readonly number[])[]): Rect {
  const xs = paths.flatMap((path) => path.filter((_, index) => index % 2 === 0))
  const ys = paths.flatMap((path) => path.filter((_, index) => index % 2 === 1))
  const [x, y] = [
    xs.reduce((a, b) => Math.min(a, b), Infinity),
    ys.reduce((a, b) => Math.min(a, b), Infinity),
  ]
  const [right, bottom] = [
    xs.reduce((a, b) => Math.max(a, b), -Infinity),
    ys.reduce((a, b) => Math.max(a, b), -Infinity),
  ]
  return xs.length === 0 ? { x: 0, y: 0, w: 0, h: 0 } : { x, y, w: right - x, h: bottom - y }
}

function stampRect({ x, y, w, h }: Rect, page: Size): Rect {
  const { width, height } = stampSize({ width: w, height: h }, page, ANNOTATION_DEFAULTS.stampShare)
  return { x, y, w: width, h: height }
}

const within = (value: number, most: number): number =>
  Math.max(0, Math.min(value, Math.max(0, most)))

export function placeAt(piece: Piece, rect: Rect, page: Size): Piece {
  if (piece.kind === 'IMAGE') return { ...piece, rect: clampField(stampRect(rect, page), page) }
  if (!isStroke(piece)) return { ...piece, rect: clampField(rect, page) }
  const x = within(rect.x, page.width - piece.rect.w)
  const y = within(rect.y, page.height - piece.rect.h)
  const by = [x - piece.rect.x, y - piece.rect.y] as const
  const paths = piece.paths.map((path) =>
    path.map((value, index) => value + by[index % 2 === 0 ? 0 : 1]),
  )
  return { ...piece, paths, rect: { ...piece.rect, x, y } }
}

/** Offsets are in points. */
export const moved = (piece: Piece, dx: number, dy: number, page: Size): Piece =>
  placeAt(piece, { ...piece.rect, x: piece.rect.x + dx, y: piece.rect.y + dy }, page)

const COPY_OFFSET = 12

export const duplicateOf = (piece: Piece, now: number, page: Size): Piece => ({
  ...moved(piece, COPY_OFFSET, COPY_OFFSET, page),
  id: newId(now),
})

export const droppedField = (
  kind: FieldPiece['kind'],
  at: SpacePoint & { readonly page: number },
  page: Size,
  participant: number | null,
  now: number,
): FieldPiece => ({
  id: newId(now),
  kind,
  page: at.page,
  rect: dropField(kind, at, page),
  participant,
  required: true,
  label: '',
})

/** `share` limits both width and height. */
export function stampSize(image: Size, page: Size, share: number): Size {
  const scale = Math.min(
    1,
    (page.width * share) / image.width,
    (page.height * share) / image.height,
  )
  return { width: image.width * scale, height: image.height * scale }
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

export function aligned(pieces: Pieces, alignment: Alignment, page: Size): Pieces {
  const left = pieces.reduce((least, { rect }) => Math.min(least, rect.x), Infinity)
  const top = pieces.reduce((least, { rect }) => Math.min(least, rect.y), Infinity)
  const right = pieces.reduce((most, { rect }) => Math.max(most, rect.x + rect.w), -Infinity)
  const bottom = pieces.reduce((most, { rect }) => Math.max(most, rect.y + rect.h), -Infinity)
  const place = ({ w, h }: Rect): { readonly x?: number; readonly y?: number } => {
    switch (alignment) {
      case 'left':
        return { x: left }
      case 'center':
        return { x: (left + right - w) / 2 }
      case 'right':
        return { x: right - w }
      case 'top':
        return { y: top }
      case 'middle':
        return { y: (top + bottom - h) / 2 }
      case 'bottom':
        return { y: bottom - h }
    }
  }
  return pieces.map((piece) => placeAt(piece, { ...piece.rect, ...place(piece.rect) }, page))
}
