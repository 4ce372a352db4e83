import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode, errorText, REJECTIONS } from './errors.ts'
import { LANGUAGES } from './language.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]
const variablesIn = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort()

describe('the table of errors', () => {
  it.each(codes)('%s has a status and a text in every language, with the same variables', (code) => {
    const entry = ERRORS[code]
    expect([200, 400, 401, 403, 404, 409, 412, 413, 415, 416, 422, 429, 500, 503, 507]).toContain(entry.http)
    for (const language of LANGUAGES) {
      expect(entry[language].trim()).not.toBe('')
      expect(variablesIn(entry[language])).toEqual(variablesIn(entry.ko))
      expect(entry[language].replace(/\{\{\w+\}\}/g, '')).not.toMatch(/[{}<>]/)
    }
    expect(entry.ko).toMatch(/[가-힣]/)
    expect(entry.en).not.toMatch(/[가-힣]/)
    expect(entry.ko).not.toMatch(/\s$|[.?!]{2}/)
  })

  it.each(Object.entries(REJECTIONS))('the reason %s has a text in every language', (_, texts) => {
    expect(texts.ko).toMatch(/[가-힣]/)
    expect(texts.en).toMatch(/^[A-Z]/)
    expect(variablesIn(texts.ko + texts.en)).toEqual([])
  })

  it('has texts that tell codes of one status apart', () => {
    for (const language of LANGUAGES) {
      const texts = codes.map((code) => `${ERRORS[code].http} ${ERRORS[code][language]}`)
      expect(new Set(texts).size).toBe(texts.length)
    }
  })

  it('fills in variables, literally, and leaves no braces', () => {
    expect(errorText('TOO_MANY', 'en', { minutes: 15 })).toBe('Too many attempts. Try again in 15 minutes')
    expect(errorText('EMAIL_DUPLICATE', 'ko', { list: '$& {{list}} $1' })).toBe('이미 초대된 이메일 주소입니다: $& {{list}} $1')
    expect(errorText('USER_LIMIT', 'en')).toBe('This room is limited to  users')
  })
})
