import { describe, expect, it } from 'vitest'
import { REJECTIONS } from './errors/rejections.ts'
import { ERRORS, type ErrorCode, errorText } from './errors.ts'
import { LANGUAGES } from './language.ts'

const codes = Object.keys(ERRORS) as ErrorCode[]
const variablesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort()

/** The specification prescribes these texts word for word. */
const SPECIFIED = [
  ['PIN_REFUSED', 'PIN을 확인해 주세요.', 'Please check the PIN'],
  ['EMAIL_UNREGISTERED', '등록되지 않은 이메일 주소입니다.', 'Not a registered e-mail address'],
  ['NOT_OPERATOR', '운영자가 아닙니다.', 'You are not an operator'],
  ['PRINT_DENIED', '인쇄 권한이 없습니다.', 'You have no print permission'],
  [
    'PRINT_TYPE',
    '이미지와 PDF 파일만 인쇄할 수 있습니다.',
    'Only image and PDF files can be printed',
  ],
  ['DOWNLOAD_DENIED', '다운로드 권한이 없습니다.', 'You have no download permission'],
  ['TITLE_MISSING', '제목을 입력해 주세요.', 'Please enter the title'],
  ['CONTENT_MISSING', '내용을 입력해 주세요.', 'Please enter the content'],
  ['NO_RECIPIENTS', '보낼 대상이 없습니다.', 'There are no recipients to send to'],
  [
    'PDF_PASSWORD',
    '비밀번호가 올바르지 않습니다. 다시 입력해 주세요.',
    'Invalid password. Please try again.',
  ],
  [
    'TYPE_REFUSED',
    '올바르지 않은 파일이 있습니다. 허용된 확장자의 300MB 이하 파일만 업로드할 수 있습니다.',
    'Some files are not valid. Only files of up to 300MB with the allowed extensions can be uploaded',
  ],
] as const

describe('the table of errors', () => {
  it('says what the specification has the server say, in both languages [error-texts]', () => {
    expect(SPECIFIED.map(([code]) => [code, errorText(code, 'ko'), errorText(code, 'en')])).toEqual(
      SPECIFIED,
    )
  })

  it.each(codes)(
    '%s has a status and a text in every language, with the same variables',
    (code) => {
      const entry = ERRORS[code]
      expect([
        200, 400, 401, 403, 404, 409, 410, 412, 413, 415, 416, 422, 429, 500, 503, 507,
      ]).toContain(entry.http)
      for (const language of LANGUAGES) {
        expect(entry[language].trim()).not.toBe('')
        expect(variablesIn(entry[language])).toEqual(variablesIn(entry.ko))
        expect(entry[language].replace(/\{\{\w+\}\}/g, '')).not.toMatch(/[{}<>]/)
      }
      expect(entry.ko).toMatch(/[가-힣]/)
      expect(entry.en).not.toMatch(/[가-힣]/)
      expect(entry.ko).not.toMatch(/\s$|[.?!]{2}/)
    },
  )

  it.each(Object.entries(REJECTIONS))('the reason %s has a text in every language', (_, texts) => {
    expect(texts.ko).toMatch(/[가-힣]/)
    expect(texts.en).toMatch(/^[A-Z]/)
    expect(variablesIn(texts.ko + texts.en)).toEqual([])
  })

  it('has different texts for codes of the same status', () => {
    for (const language of LANGUAGES) {
      const texts = codes.map((code) => `${ERRORS[code].http} ${ERRORS[code][language]}`)
      expect(new Set(texts).size).toBe(texts.length)
    }
  })

  it('fills in variables, literally, and leaves no braces', () => {
    expect(errorText('TOO_MANY', 'en', { minutes: 15 })).toBe(
      'Too many attempts. Please try again in 15 minutes.',
    )
    expect(errorText('EMAIL_DUPLICATE', 'ko', { list: '$& {{list}} $1' })).toBe(
      '이미 초대된 이메일 주소입니다: $& {{list}} $1',
    )
    expect(errorText('USER_LIMIT', 'en')).toBe('This data room is limited to  people.')
  })
})
