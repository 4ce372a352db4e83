import { describe, expect, it } from 'vitest'
import { framed } from './framed.ts'

describe('a frame', () => {
  it('counts Hangul as two columns, so that its right side is straight', () => {
    const lines = framed([
      '첫 데이터룸',
      [
        ['1', '주소', 'http://a'],
        ['2', 'PIN', '1'],
      ],
      'end',
    ])
    expect(lines).toEqual([
      '┌─────────────────────┐',
      '│ 첫 데이터룸         │',
      '│                     │',
      '│ 1   주소   http://a │',
      '│ 2   PIN    1        │',
      '│                     │',
      '│ end                 │',
      '└─────────────────────┘',
    ])
  })
})
