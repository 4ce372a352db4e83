import { expect, test } from 'vitest'
import { preferredLanguage } from './i18n.ts'

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
