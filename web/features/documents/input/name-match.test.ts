import { expect, test } from 'vitest'
import { beginsWith, findName } from './name-match.ts'

test('a name matches by its first letters, in any case', () => {
  expect(beginsWith('Annex B', 'an')).toBe(true)
  expect(beginsWith('Annex B', 'nn')).toBe(false)
})

test('initial consonants stand for syllables, with or without the number before them', () => {
  expect(beginsWith('계약서 초안.pdf', 'ㄱㅇㅅ')).toBe(true)
  expect(beginsWith('02 재무', 'ㅈㅁ')).toBe(true)
  expect(beginsWith('02 재무', '02')).toBe(true)
  expect(beginsWith('02 재무', 'ㅁ')).toBe(false)
})

test('a syllable is typed letter by letter', () => {
  expect(beginsWith('과세 자료', 'ㄱㅗㅏ')).toBe(true)
  expect(beginsWith('계약서', 'ㄱㅖㅇㅑ')).toBe(true)
  expect(beginsWith('계약서', 'ㄱㅏ')).toBe(false)
})

test('Latin letters of Hangul keys are read as Hangul', () => {
  expect(beginsWith('재무', 'wo')).toBe(true)
  expect(beginsWith('재무', 'wa')).toBe(true)
  expect(beginsWith('재무', 'q')).toBe(false)
})

test('names that macOS took apart are found too', () => {
  expect(beginsWith('재무'.normalize('NFD'), 'ㅈㅁ')).toBe(true)
})

const names = ['01 회사 일반', '02 재무', '03 법무', '2024', '2025', '부동산']

test('the first letter goes on to the next name, and round', () => {
  expect(findName(names, 0, 'ㅂ')).toBe(2)
  expect(findName(names, 2, 'ㅂ')).toBe(5)
  expect(findName(names, 5, 'ㅂ')).toBe(2)
  expect(findName(names, 0, 'ㅋ')).toBe(-1)
  expect(findName([], 0, 'ㅂ')).toBe(-1)
})

test('further letters stay on a name that still fits', () => {
  expect(findName(names, 3, '20')).toBe(3)
  expect(findName(names, 3, '2025')).toBe(4)
})

test('the same letter again goes on, unless a name begins with it twice', () => {
  expect(findName(names, 2, 'ㅂㅂ')).toBe(5)
  expect(findName(['가격', '고객', '나무'], 0, 'ㄱㄱ')).toBe(0)
})
