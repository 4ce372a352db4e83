import type { z } from 'zod'
import type { Annotation, Box, boxIn, Template } from '../../../../contract/features/composed.ts'
import {
  displayedFromReference,
  type Rect,
  referenceFromDisplayed,
  type Size,
} from '../../../../paper/space/page-space.ts'
import { boundsOf, isField, type Piece, type Pieces } from './pieces/pieces.ts'

type BoxIn = z.input<typeof boxIn>

const rectOf = (
  placed: Pick<Box, 'scaledX' | 'scaledY' | 'scaledW' | 'scaledH'>,
  page: Size,
): Rect =>
  displayedFromReference(
    { x: placed.scaledX, y: placed.scaledY, w: placed.scaledW, h: placed.scaledH },
    page,
  )

function scaledOf(rect: Rect, page: Size) {
  const { x, y, w, h } = referenceFromDisplayed(rect, page)
  return { scaledX: x, scaledY: y, scaledW: w, scaledH: h }
}

const mapPath = (
  path: readonly number[],
  convert: (rect: Rect, page: Size) => Rect,
  page: Size,
): number[] => {
  const points: number[] = []
  for (let at = 0; at + 1 < path.length; at += 2) {
    const { x, y } = convert({ x: path[at] ?? 0, y: path[at + 1] ?? 0, w: 0, h: 0 }, page)
    points.push(x, y)
  }
  return points
}

function pieceOf(annotation: Annotation, page: Size): Piece {
  const { id, page: index } = annotation
  switch (annotation.kind) {
    case 'TEXT': {
      const { text, size, color } = annotation
      return { id, page: index, kind: 'NOTE', rect: rectOf(annotation, page), text, size, color }
    }
    case 'IMAGE':
      return {
        id,
        page: index,
        kind: 'IMAGE',
        rect: rectOf(annotation, page),
        image: annotation.image,
      }
    default: {
      const { kind, thickness, color } = annotation
      const paths = annotation.paths.map((path) => mapPath(path, displayedFromReference, page))
      const opacity = annotation.kind === 'INK' ? annotation.opacity : 1
      return { id, page: index, kind, paths, thickness, color, opacity, rect: boundsOf(paths) }
    }
  }
}

/** A draft saved in several calls is stored in page order. */
const byPage = <Placed extends { readonly page: number }>(all: readonly Placed[]): Placed[] =>
  all.toSorted((one, other) => one.page - other.page)

export function isSamePlacing(
  one: Pick<Template, 'boxes' | 'annotations'>,
  other: Pick<Template, 'boxes' | 'annotations'>,
): boolean {
  const placed = ({ boxes, annotations }: typeof one) =>
    JSON.stringify([
      byPage(boxes).map((box) => ({ ...box, participant: null })),
      byPage(annotations),
    ])
  return placed(one) === placed(other)
}

export function piecesOf({
  boxes,
  annotations,
  pages,
}: Pick<Template, 'boxes' | 'annotations' | 'pages'>): Pieces {
  const marks = annotations.flatMap((annotation) => {
    const page = pages[annotation.page]
    return page ? [pieceOf(annotation, page)] : []
  })
  const fields = boxes.flatMap((box): Piece[] => {
    const page = pages[box.page]
    if (!page) return []
    return [
      {
        ...{ id: box.id, page: box.page, kind: box.typeName, rect: rectOf(box, page) },
        ...{ participant: box.participant, required: box.required, label: box.label ?? '' },
      },
    ]
  })
  return [...marks, ...fields]
}

function annotationOf(piece: Piece, page: Size): Annotation | undefined {
  const { id, page: index } = piece
  switch (piece.kind) {
    case 'NOTE':
      return {
        id,
        kind: 'TEXT',
        page: index,
        ...scaledOf(piece.rect, page),
        text: piece.text,
        size: piece.size,
        color: piece.color,
      }
    case 'IMAGE':
      return { id, kind: 'IMAGE', page: index, ...scaledOf(piece.rect, page), image: piece.image }
    case 'INK':
    case 'HIGHLIGHT': {
      const { thickness, color, opacity } = piece
      const paths = piece.paths.map((path) => mapPath(path, referenceFromDisplayed, page))
      return piece.kind === 'INK'
        ? { id, kind: 'INK', page: index, paths, thickness, opacity, color }
        : { id, kind: 'HIGHLIGHT', page: index, paths, thickness, color }
    }
    default:
      return undefined
  }
}

/** @param pages the page sizes, in points. */
export function wireOf(
  pieces: Pieces,
  pages: readonly Size[],
): { readonly boxes: BoxIn[]; readonly annotations: Annotation[] } {
  const boxes: BoxIn[] = []
  const annotations: Annotation[] = []
  for (const piece of pieces) {
    const page = pages[piece.page]
    if (!page) continue
    if (isField(piece)) {
      const { id, kind, page: index, participant, required, label } = piece
      boxes.push({
        id,
        typeName: kind,
        page: index,
        ...scaledOf(piece.rect, page),
        participant,
        required,
        ...(label ? { label } : {}),
      })
      continue
    }
    const annotation = annotationOf(piece, page)
    if (annotation) annotations.push(annotation)
  }
  return { boxes, annotations }
}

/** Wire conversions change values by less than this. */
const CLOSE = 1e-3

function isAlike(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < CLOSE
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const [ones, others] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    ones.length === others.size &&
    ones.every(([key, value]) => others.has(key) && isAlike(value, others.get(key)))
  )
}

export const isStoredAs = (
  pieces: Pieces,
  stored: Pick<Template, 'boxes' | 'annotations' | 'pages'>,
): boolean =>
  isAlike(sorted(wireOf(pieces, stored.pages)), sorted(wireOf(piecesOf(stored), stored.pages)))

const sorted = ({ boxes, annotations }: ReturnType<typeof wireOf>) => ({
  boxes: byPage(boxes),
  annotations: byPage(annotations),
})
