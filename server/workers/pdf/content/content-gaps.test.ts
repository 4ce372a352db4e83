import { describe, expect, it } from 'vitest'
import { contentState } from './content-state.ts'

const placesIn = (content: string): string[] =>
  contentState(Buffer.from(content, 'latin1')).gaps.map(({ at }) => content.slice(0, at))

describe('gaps among the orders of a page', () => {
  it.each([
    [
      'behind each text',
      'BT /F1 9 Tf (a) Tj ET BT (b) Tj ET',
      ['BT /F1 9 Tf (a) Tj ET', 'BT /F1 9 Tf (a) Tj ET BT (b) Tj ET'],
    ],
    ['behind a line', '0 0 m 9 9 l S', ['0 0 m 9 9 l S']],
    [
      'behind a state that is closed, and not in its clip',
      'q 0 0 9 9 re W n BT ET Q',
      ['q 0 0 9 9 re W n BT ET Q'],
    ],
    [
      'behind marked content, and not in it',
      '/P << /MCID 0 >> BDC BT (a) Tj ET EMC',
      ['/P << /MCID 0 >> BDC BT (a) Tj ET EMC'],
    ],
    ['not before what covers it', 'BT ET 0 0 9 9 re f BT ET', ['BT ET 0 0 9 9 re f BT ET']],
    ['not before an image', 'BT ET q /Im0 Do Q', ['BT ET q /Im0 Do Q']],
    ['not behind text that clips', 'BT 7 Tr (a) Tj ET', []],
    ['not in a path', 'BT ET 0 0 m', ['BT ET']],
    ['not in what a name, a string or a comment says', '/ET gs (Q ET) Tj % ET\n', []],
    ['not where nothing could be drawn', '0 0 0 0 0 0 cm BT ET', []],
    ['not in what is behind its beginning', 'Q BT ET', []],
  ])('are %s', (_, content, places) => {
    expect(placesIn(content)).toEqual(places)
  })

  it('know the way back to the user space of the page', () => {
    const [outer, inner, closed] = contentState(
      Buffer.from('2 0 0 4 10 20 cm BT ET q .5 0 0 .25 1 1 cm BT ET Q'),
    ).gaps.map(({ transform }) => transform.map((number) => number + 0))
    expect(outer).toEqual([0.5, 0, 0, 0.25, -5, -5])
    expect(inner).toEqual([1, 0, 0, 1, -12, -24])
    expect(closed).toEqual(outer)
  })

  it('are bounded, however long a page is, and reach to its end', () => {
    const content = 'BT ET '.repeat(5_000)
    const { gaps } = contentState(Buffer.from(content))
    expect(gaps.length).toBeLessThanOrEqual(256)
    expect(gaps.length).toBeGreaterThan(100)
    expect(gaps.at(-1)?.at).toBeGreaterThan(content.length - 12 * 256)
  })
})
