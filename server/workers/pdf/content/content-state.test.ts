import { describe, expect, it } from 'vitest'
import { contentState } from './content-state.ts'

const stateOf = (content: string) => contentState(Buffer.from(content, 'latin1'))

describe('what a content stream leaves behind', () => {
  it.each([
    'q 1 0 0 1 0 0 cm Q',
    'BT /F1 12 Tf (Q Q \\) Q (Q) q) Tj ET',
    'q % Q Q Q\nQ',
    '/Q gs /q1 Do q Q',
    '<51 20 51> Tj q Q',
    '/Span << /A (Q) /B <51> >> BDC q Q EMC',
    'q[(Q)-20(Q)]TJ Q',
    '',
  ])('nothing: %s', (content) => {
    expect(stateOf(content)).toMatchObject({ isBalanced: true, closesMarks: true })
  })

  it.each([
    'q',
    'Q',
    'Q q',
    'q Q Q q',
    'BT (a) Tj',
    'ET BT',
    'q Q Q',
    'q Q (unclosed \\) q',
    'q Q <51',
    'q Q [ 1 2',
    'q Q /Span << /A 1',
  ])('a changed state: %s', (content) => {
    expect(stateOf(content).isBalanced).toBe(false)
  })

  it.each(['/OC /Layer BDC q Q', '/Span BMC /Span BMC EMC'])(
    'a mark that is still open: %s',
    (content) => {
      expect(stateOf(content).closesMarks).toBe(false)
    },
  )

  it('is not said of inline images, the end of which readers find in different ways', () => {
    expect(stateOf('q BI /W 1 /H 1 ID \x00 EI Q')).toMatchObject({
      isBalanced: false,
      closesMarks: false,
    })
  })
})
