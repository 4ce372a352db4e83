import type { ErrorEntry } from './error-entry.ts'

export const AGREEMENT_ERRORS = {
  AGREEMENT_EMPTY: {
    http: 422,
    ko: '한국어나 영어 가운데 하나의 동의서는 입력해 주세요.',
    en: 'Please enter the agreement in Korean or English at least.',
  },
  AGREEMENT_PDF: {
    http: 422,
    ko: '동의서로 쓸 수 없는 PDF입니다. 비밀번호가 없고 손상되지 않은 10 MB, 100쪽 이하의 PDF를 선택해 주세요.',
    en: 'This PDF cannot be used as the agreement. Please choose an undamaged PDF without a password, of up to 10 MB and 100 pages.',
  },
  AGREEMENT_ELSEWHERE: {
    http: 422,
    ko: '그사이 다른 운영자가 동의서를 바꾸었습니다. 새로고침한 뒤 다시 확인해 주세요.',
    en: 'Another operator has changed the agreement meanwhile. Please reload and look at it again.',
  },
  SIGNATURE_NEEDED: {
    http: 422,
    ko: '성명을 입력하고 서명에 동의해 주세요.',
    en: 'Please enter your full name and tick that you sign.',
  },
} as const satisfies Record<string, ErrorEntry>
