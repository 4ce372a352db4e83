import { expect, it } from 'vitest'
import { unwrittenLetters } from '../../../../contract/core/letters.ts'
import { FALLBACKS, REGULAR } from './drawing-board.ts'
import { Glyphs } from './glyphs.ts'

const LAST = 0x1ffff

it('every letter that can be written is drawn, none as an empty box', () => {
  const glyphs = new Glyphs([REGULAR, ...FALLBACKS])
  const missing: string[] = []
  let drawn = 0
  for (let number = 0x20; number <= LAST; number += 1) {
    const letter = String.fromCodePoint(number)
    if (letter === '□' || unwrittenLetters(letter).length > 0) continue
    drawn += 1
    if (glyphs.shown(letter).includes('□')) missing.push(number.toString(16))
  }
  expect(missing).toEqual([])
  expect(drawn).toBeGreaterThan(40_000)
})
