import fc from 'fast-check'
import { expect, test } from 'vitest'
import { annotation as annotationSchema, boxIn } from '../../../../contract/features/composed.ts'
import { moved, ownedBy, type Piece, placeAt, stampSize } from './pieces/pieces.ts'
import { isSamePlacing, isStoredAs, piecesOf, wireOf } from './wire.ts'

const A3_ACROSS = { width: 1190.55, height: 841.89 }

test('a box on a landscape A3 page is sent in units of the reference page, and comes back where it was', () => {
  const box: Piece = {
    id: '1',
    kind: 'SIGN',
    page: 0,
    rect: { x: 1190.55 / 2, y: 0, w: 119.055, h: 84.189 },
    participant: 7,
    required: true,
    label: '',
  }
  const { boxes } = wireOf([box], [A3_ACROSS])
  expect(boxes).toEqual([
    {
      id: '1',
      typeName: 'SIGN',
      page: 0,
      scaledX: expect.closeTo(297.5, 9),
      scaledY: 0,
      scaledW: expect.closeTo(59.5, 9),
      scaledH: expect.closeTo(84.2, 9),
      participant: 7,
      required: true,
    },
  ])
})

test('placed elements come back from the wire within a thousandth of a point, on pages of any size', () => {
  const side = fc.double({ min: 40, max: 3_000, noNaN: true })
  const share = fc.double({ min: 0.01, max: 0.9, noNaN: true })
  fc.assert(
    fc.property(side, side, share, share, share, share, (width, height, x, y, w, h) => {
      const rect = { x: x * width, y: y * height, w: w * (1 - x) * width, h: h * (1 - y) * height }
      const line = [rect.x, rect.y, rect.x + rect.w, rect.y + rect.h]
      const pieces: Piece[] = [
        {
          id: 'i',
          kind: 'INK',
          page: 0,
          rect,
          paths: [line],
          thickness: 1,
          opacity: 1,
          color: '#112233',
        },
        { id: 'n', kind: 'NOTE', page: 0, rect, text: '확인', size: 10, color: '#000000' },
        { id: 'p', kind: 'IMAGE', page: 0, rect, image: 4 },
        { id: 's', kind: 'TEXT', page: 0, rect, participant: null, required: false, label: '' },
        { id: 't', kind: 'TEXT', page: 0, rect, participant: null, required: true, label: '직책' },
      ]
      const pages = [{ width, height }]
      const { boxes, annotations } = wireOf(pieces, pages)
      for (const box of boxes) boxIn.parse(box)
      for (const annotation of annotations) annotationSchema.parse(annotation)
      const stored = {
        boxes: boxes.map((box) => ({ ...box, id: String(box.id) })) as never,
        annotations,
        pages,
      }
      const back = piecesOf(stored)
      expect(isStoredAs(pieces, stored)).toBe(true)
      expect(isStoredAs(pieces.slice(1), stored)).toBe(false)
      expect(back.map(({ id }) => id)).toEqual(['i', 'n', 'p', 's', 't'])
      for (const [index, piece] of back.entries()) {
        for (const key of ['x', 'y', 'w', 'h'] as const)
          expect(Math.abs(piece.rect[key] - rect[key])).toBeLessThan(1e-3)
        expect({ ...piece, rect: 0, paths: 0 }).toEqual({ ...pieces[index], rect: 0, paths: 0 })
      }
    }),
  )
})

test('elements on a page that the document does not have are not sent', () => {
  const box: Piece = {
    id: '1',
    kind: 'SIGN',
    page: 3,
    rect: { x: 0, y: 0, w: 1, h: 1 },
    participant: null,
    required: true,
    label: '',
  }
  expect(wireOf([box], [A3_ACROSS])).toEqual({ boxes: [], annotations: [] })
})

test('a box is stored as it is placed, and not where it lies elsewhere or is somebody else’s', () => {
  const rect = { x: 10, y: 20, w: 30, h: 40 }
  const box = {
    id: '1',
    kind: 'TEXT',
    page: 0,
    rect,
    participant: 7,
    required: true,
    label: '직책',
  } as const
  const { boxes } = wireOf([box], [A3_ACROSS])
  const stored = { boxes: boxes as never, annotations: [], pages: [A3_ACROSS] }
  expect(isStoredAs([box], stored)).toBe(true)
  for (const other of [
    { ...box, rect: { ...rect, x: 10.1 } },
    { ...box, participant: 8 },
    { ...box, label: '' },
  ])
    expect(isStoredAs([other], stored)).toBe(false)
})

test('a line is moved with its points, and stops at the edge of the page', () => {
  const line: Piece = {
    id: '1',
    kind: 'HIGHLIGHT',
    page: 0,
    rect: { x: 10, y: 10, w: 40, h: 0 },
    paths: [[10, 10, 50, 10]],
    thickness: 12,
    opacity: 1,
    color: '#ffe066',
  }
  expect(moved(line, -30, 5, A3_ACROSS)).toMatchObject({
    rect: { x: 0, y: 15, w: 40, h: 0 },
    paths: [[0, 15, 40, 15]],
  })
})

test('a stamp takes three quarters of the page at most, in its own proportions, and is not made larger', () => {
  expect(stampSize({ width: 2000, height: 1000 }, { width: 600, height: 800 }, 0.75)).toEqual({
    width: 450,
    height: 225,
  })
  expect(stampSize({ width: 80, height: 80 }, { width: 600, height: 800 }, 0.75)).toEqual({
    width: 80,
    height: 80,
  })
})

test('a stamp that is made larger stops at three quarters of the page, in its own proportions; a box for text does not', () => {
  const page = { width: 600, height: 800 }
  const stamp: Piece = {
    id: '1',
    kind: 'IMAGE',
    page: 0,
    rect: { x: 0, y: 0, w: 100, h: 50 },
    image: 4,
  }
  expect(placeAt(stamp, { x: 0, y: 0, w: 600, h: 300 }, page).rect).toEqual({
    x: 0,
    y: 0,
    w: 450,
    h: 225,
  })
  expect(placeAt(stamp, { x: 500, y: 0, w: 440, h: 220 }, page).rect).toEqual({
    x: 160,
    y: 0,
    w: 440,
    h: 220,
  })
  const box: Piece = {
    id: '2',
    kind: 'TEXT',
    page: 0,
    rect: { x: 0, y: 0, w: 100, h: 50 },
    participant: null,
    required: true,
    label: '',
  }
  expect(placeAt(box, { x: 0, y: 0, w: 600, h: 300 }, page).rect).toEqual({
    x: 0,
    y: 0,
    w: 600,
    h: 300,
  })
})

test('boxes of somebody who can fill none are nobody’s, and theirs again once they can', () => {
  const own = (id: string, participant: number | null): Piece => ({
    ...{
      id,
      kind: 'SIGN',
      page: 0,
      rect: { x: 0, y: 0, w: 10, h: 10 },
      participant,
      required: true,
      label: '',
    },
  })
  const pieces = [own('a', 7), own('b', 8), own('c', null)]
  expect(
    ownedBy(pieces, new Set([8])).map((piece) => 'participant' in piece && piece.participant),
  ).toEqual([null, 8, null])
  expect(ownedBy(pieces, new Set([7, 8]))).toBe(pieces)
})

test('a draft is placed alike for any assigned people, and not where a box was moved or renamed, or a remark added', () => {
  const rect = { scaledX: 1, scaledY: 2, scaledW: 30, scaledH: 40 }
  const box = {
    id: '1',
    typeName: 'SIGN',
    page: 0,
    ...rect,
    participant: 7,
    required: true,
  } as const
  const one = { boxes: [box], annotations: [] }
  expect(isSamePlacing(one, { boxes: [{ ...box, participant: null }], annotations: [] })).toBe(true)
  expect(isSamePlacing(one, { boxes: [{ ...box, label: '직책' }], annotations: [] })).toBe(false)
  expect(isSamePlacing(one, { boxes: [{ ...box, scaledX: 3 }], annotations: [] })).toBe(false)
  expect(
    isSamePlacing(one, {
      boxes: [box],
      annotations: [{ id: '2', kind: 'IMAGE', page: 0, ...rect, image: 4 }],
    }),
  ).toBe(false)
})
