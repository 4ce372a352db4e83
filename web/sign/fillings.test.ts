import { describe, expect, it } from 'vitest'
import {
  type Fillings,
  fillingsIn,
  inReadingOrder,
  isFilled,
  keptText,
  nextEmpty,
  type OwnBox,
  progressOf,
  sentOf,
  withSignature,
} from './fillings.ts'

const box = (
  id: string,
  typeName: 'SIGN' | 'TEXT',
  page: number,
  x: number,
  y: number,
  required = true,
): OwnBox => ({
  ...{
    id,
    typeName,
    page,
    required,
    isFilled: false,
    scaledX: x,
    scaledY: y,
    scaledW: 100,
    scaledH: 40,
  },
})

const boxes = inReadingOrder([
  box('late', 'SIGN', 2, 10, 10),
  box('right', 'TEXT', 0, 300, 500),
  box('left', 'SIGN', 0, 10, 500),
  box('free', 'TEXT', 1, 10, 10, false),
  box('above', 'SIGN', 0, 300, 20),
])
const IMAGE = 'data:image/png;base64,AAAA'

describe('the boxes of a signer', () => {
  it('are gone through as they are read', () => {
    expect(boxes.map(({ id }) => id)).toEqual(['above', 'left', 'right', 'free', 'late'])
  })

  it('lead to the next one that must be filled, around the end, and to none when all are', () => {
    let fillings: Fillings = {}
    expect(nextEmpty(boxes, fillings)?.id).toBe('above')
    expect(nextEmpty(boxes, fillings, 'right')?.id).toBe('late')
    expect(nextEmpty(boxes, fillings, 'late')?.id).toBe('above')
    expect(nextEmpty(boxes, fillings, 'gone')?.id).toBe('above')
    fillings = { above: { image: IMAGE }, left: { image: IMAGE }, right: { text: ' ' } }
    expect(nextEmpty(boxes, fillings, 'late')?.id).toBe('right')
    fillings = { ...fillings, right: { text: '홍길동' }, late: { image: IMAGE } }
    expect(nextEmpty(boxes, fillings, 'left')).toBeUndefined()
  })

  it('count those that must be filled, and blanks fill nothing', () => {
    const fillings: Fillings = {
      free: { text: 'x' },
      right: { text: '  \n' },
      left: { image: IMAGE },
    }
    expect(progressOf(boxes, fillings)).toEqual({ done: 1, total: 4 })
    expect(progressOf([], {})).toEqual({ done: 0, total: 0 })
    expect(boxes.filter((one) => isFilled(one, fillings)).map(({ id }) => id)).toEqual([
      'left',
      'free',
    ])
    expect(sentOf(boxes, fillings)).toEqual([
      { id: 'left', image: IMAGE },
      { id: 'free', text: 'x' },
    ])
  })

  it('take one signature, or the same in all boxes for one, and leave texts alone', () => {
    const [, left] = boxes
    if (!left) throw new Error('no box')
    expect(withSignature(boxes, {}, left, IMAGE, false)).toEqual({ left: { image: IMAGE } })
    expect(withSignature(boxes, { right: { text: 'x' } }, left, IMAGE, true)).toEqual({
      ...{ above: { image: IMAGE }, left: { image: IMAGE }, late: { image: IMAGE } },
      right: { text: 'x' },
    })
  })
})

describe('what was filled in', () => {
  const fillings: Fillings = {
    left: { image: IMAGE },
    late: { image: IMAGE },
    right: { text: '가\n나' },
  }

  it('is kept with each image once, and comes back for its participant and its boxes alone', () => {
    const text = keptText(7, fillings)
    expect(text.split(IMAGE)).toHaveLength(2)
    expect(fillingsIn(text, 7, boxes)).toEqual(fillings)
    expect(fillingsIn(text, 8, boxes)).toEqual({})
    expect(
      fillingsIn(text, 7, [box('left', 'TEXT', 0, 0, 0), box('right', 'SIGN', 0, 0, 0)]),
    ).toEqual({})
    expect(fillingsIn(text, 7, [])).toEqual({})
  })

  it('is nothing where it cannot be read, or is no image of ours', () => {
    for (const text of [
      null,
      '',
      '{',
      'null',
      '{"owner":7}',
      '{"owner":7,"boxes":{"left":null},"images":[]}',
    ])
      expect(fillingsIn(text, 7, boxes), String(text)).toEqual({})
    expect(
      fillingsIn(keptText(7, { left: { image: 'https://example.com/x.png' } }), 7, boxes),
    ).toEqual({})
  })
})
