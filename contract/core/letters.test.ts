import { describe, expect, it } from 'vitest'
import { describedLetters, unwrittenLetters } from './letters.ts'

describe('letters that cannot be written on a document', () => {
  it.each([
    ['Korean, also decomposed', '가나다 동의합니다'.normalize('NFD')],
    ['Han, Japanese', '張偉 简体 ひらがな カタカナ 々'],
    ['Latin, Greek, Cyrillic', 'Nguyễn Thị Ặn, Łukasz Żółć, Иван, Αθήνα'],
    ['signs', '① ㈜ ㎡ ※ ₩1,000 … “인용” · 「」 ✓ → ○'],
    ['lines and tabs', 'a\r\nb\tc\u2028d\u00a0e'],
    ['what is not seen', 'a\u200bb\u202e\ufeff\ufe0f'],
    ['nothing', ''],
  ])('are none in %s', (_, text) => {
    expect(unwrittenLetters(text)).toEqual([])
  })

  it.each([
    ['emoji', '서명 😀👍😀 끝', ['😀', '👍']],
    ['emoji of several', '👩‍💻', ['👩', '💻']],
    ['Arabic', 'a سل b', ['س', 'ل']],
    ['Hebrew', 'של', ['ש', 'ל']],
    ['Thai', 'ก', ['ก']],
    ['Hindi', 'क', ['क']],
    ['half of a pair', 'a\ud83d', ['\ud83d']],
    ['letters of somebody’s own', '\ue000', ['\ue000']],
    ['unassigned ones', '\u0378\u{1f24f}', ['\u0378', '\u{1f24f}']],
  ])('are listed once each: %s', (_, text, letters) => {
    expect(unwrittenLetters(text)).toEqual(letters)
  })

  it('are limited to ten, and undefined where every letter can be written', () => {
    expect(describedLetters('동의 😀👍')).toBe('😀 👍')
    expect(describedLetters('กขฃคฅฆงจฉชซฌ')).toBe('ก ข ฃ ค ฅ ฆ ง จ ฉ ช')
    expect(describedLetters('동의합니다')).toBeUndefined()
  })
})
