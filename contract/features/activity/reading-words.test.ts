import { expect, test } from 'vitest'
import { sentenceOf } from './activity-sentences.ts'
import { pagesInWords, secondsInWords } from './reading-words.ts'

test.each([
  [[12], '12쪽', 'page 12'],
  [[12, 1], '1, 12쪽', 'pages 1 and 12'],
  [[15, 13, 12, 14], '12–15쪽', 'pages 12–15'],
  [[2, 1, 9, 9], '1–2, 9쪽', 'pages 1–2 and 9'],
  [[12, 13, 14, 15, 20, 22, 40], '12–15쪽 외 3개 쪽', 'pages 12–15 and 3 more'],
  [[3, 5, 7], '3쪽 외 2개 쪽', 'page 3 and 2 more'],
])('pages %j are named, in the order of the document', (pages, korean, english) => {
  expect([pagesInWords(pages, 'ko'), pagesInWords(pages, 'en')]).toEqual([korean, english])
})

test.each([
  [0, '0초', '0 seconds'],
  [0.2, '1초', '1 second'],
  [28.4, '28초', '28 seconds'],
  [60, '1분', '1 minute'],
  [362, '6분 2초', '6 minutes 2 seconds'],
  [7_201, '2시간 1초', '2 hours 1 second'],
])('%d seconds are formatted to the second', (seconds, korean, english) => {
  expect([secondsInWords(seconds, 'ko'), secondsInWords(seconds, 'en')]).toEqual([korean, english])
})

test('an entry of reading names its page, without a page count that reads like a page number', () => {
  const details = { itemId: 7, name: '감사보고서.pdf', pages: [{ page: 12, seconds: 28 }] }
  expect(sentenceOf('document.pages-viewed', details, 'ko')).toBe(
    '열람 시간: 감사보고서.pdf (12쪽, 28초)',
  )
  expect(sentenceOf('document.pages-viewed', details, 'en')).toBe(
    'Read 감사보고서.pdf (page 12, 28 seconds)',
  )
  expect(sentenceOf('document.pages-viewed', { ...details, pages: [] }, 'ko')).toBe(
    '열람 시간: 감사보고서.pdf (0개 쪽, 0초)',
  )
})
