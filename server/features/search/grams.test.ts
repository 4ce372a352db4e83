import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finderOf, foldedForm } from '../../workers/render/index.ts'
import { gramsOf, packedTokens, shortTokens, tokensOf } from './grams.ts'

const key = randomBytes(32)

describe('pairs of characters', () => {
  it('are those of the folded text, across spaces, lines and words that a line parts', () => {
    expect(gramsOf('Ａb - 계\n약')).toEqual(new Set(['ab', 'b계', '계약']))
    expect(gramsOf('agree\u0002ment').has('em')).toBe(true)
    expect(gramsOf('계약')).toEqual(gramsOf('계약'.normalize('NFD')))
    expect(gramsOf('😀😀a')).toEqual(new Set(['😀😀', '😀a']))
    for (const none of ['', 'a', ' a ', '- \n', '\u0002']) expect(gramsOf(none).size).toBe(0)
  })

  it('of what is found in a text are all pairs of the text', () => {
    const unit = fc.constantFrom(
      '가',
      '나',
      '다',
      'a',
      'B',
      'é',
      'ｆ',
      '1',
      ' ',
      '\n',
      '-',
      '\u0002',
      '‐',
      '.',
      '¨',
      'ㄱ',
      'ᄀ',
      'ᅡ',
      '😀',
      '\u00ad',
    )
    const text = fc.string({ unit, minLength: 20, maxLength: 60 })
    let found = 0
    fc.assert(
      fc.property(
        text,
        fc.nat(15),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        (page, from, length, isOther) => {
          const part = page.slice(from, from + length)
          const words = isOther ? part.replaceAll(/\s/g, '\n').toUpperCase() : part
          const finder = finderOf(words)
          if (!finder || foldedForm(page).search(finder) < 0) return
          found += 1
          const tokens = new Set(tokensOf(key, gramsOf(page)))
          expect(tokensOf(key, gramsOf(words)).filter((token) => !tokens.has(token))).toEqual([])
        },
      ),
      { numRuns: 2_000 },
    )
    expect(found).toBeGreaterThan(500)
  })
})

describe('tokens', () => {
  it('are each once and in their own order, the same under one key and others under another', () => {
    const grams = gramsOf('계약서의 계약서에 관한 계약 agreement 2026')
    const tokens = tokensOf(key, grams)
    expect(tokens).toEqual([...new Set(tokens)].sort((a, b) => a - b))
    expect(tokens).toHaveLength(grams.size)
    expect(tokensOf(key, grams)).toEqual(tokens)
    const others = new Set(tokensOf(randomBytes(32), grams))
    expect(tokens.filter((token) => others.has(token))).toEqual([])
  })

  it('are packed by their first three bytes, each once and in ascending order, also where they are below zero', () => {
    const [one, other] = [-0x7f_00_00_01, -0x7f_00_00_ff]
    expect(packedTokens([one, other, 0x01_02_03_04, 255])).toEqual(
      Buffer.from('00000001020380ffff', 'hex'),
    )
    expect(shortTokens([one, 0x01_02_03_04, other])).toEqual([0x01_02_03, 0x80_ff_ff])
    expect(packedTokens([])).toEqual(Buffer.alloc(0))
  })
})
