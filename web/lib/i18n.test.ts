import { expect, test } from 'vitest'
import { preferredLanguage, translator } from './i18n.ts'

test('the choice of the person counts first', () => {
  expect(preferredLanguage('en', ['ko-KR'])).toBe('en')
  expect(preferredLanguage('ko', ['en-US'])).toBe('ko')
})

test('else Korean, unless English is preferred', () => {
  expect(preferredLanguage(null, ['en-GB', 'ko'])).toBe('en')
  expect(preferredLanguage(null, ['ko-KR', 'en'])).toBe('ko')
  expect(preferredLanguage(null, ['fr', 'en'])).toBe('en')
  expect(preferredLanguage(null, ['fr'])).toBe('ko')
  expect(preferredLanguage('xx', [])).toBe('ko')
})

test('a text is filled in, with numbers as the language writes them', () => {
  const ko = translator('ko', {
    documents: { count: '파일 {{count, number}}개', root: '바탕화면' },
  })
  expect(ko('documents.root')).toBe('바탕화면')
  expect(ko('documents.count', { count: 12_345 })).toBe('파일 12,345개')
  expect(
    translator('ko', { app: { roomNo: '{{no}} {{no}}{{gone}}' } })('app.roomNo', { no: '<b>&' }),
  ).toBe('<b>& <b>&')
})

test('the count chooses the plural form that the language has', () => {
  const en = translator('en', {
    documents: { count_one: '{{count}} file', count_other: '{{count}} files' },
  })
  expect([0, 1, 2].map((count) => en('documents.count', { count }))).toEqual([
    '0 files',
    '1 file',
    '2 files',
  ])
})

test('what has no text stays its key, and nothing of the prototype is text', () => {
  const empty = translator('en', { app: {} })
  expect(empty('app.title')).toBe('app.title')
  expect(translator('en', {})('app.title')).toBe('app.title')
})
