import type { Language } from '../language.ts'

/** These reasons reject one file of an upload only. */
export const REJECTIONS = {
  NAME: { ko: '파일 이름을 사용할 수 없습니다.', en: 'This file name cannot be used.' },
  EXTENSION: { ko: '허용되지 않은 확장자입니다.', en: 'This extension is not allowed.' },
  EMPTY: { ko: '빈 파일입니다.', en: 'The file is empty.' },
  SIZE: { ko: '300MB를 초과했습니다.', en: 'Larger than 300MB.' },
  CONTENT: {
    ko: '파일 내용이 확장자와 다릅니다.',
    en: 'The content does not match the extension.',
  },
  MACROS: {
    ko: '매크로가 들어 있는 파일은 업로드할 수 없습니다. 매크로 없이 저장해 주세요.',
    en: 'Files containing macros are not allowed. Please save the file without macros.',
  },
  OLD_FORMAT: {
    ko: '너무 오래된 형식이라 지원하지 않습니다. 최신 형식으로 저장해 주세요.',
    en: 'This format is too old and not supported. Please save the file in a current format.',
  },
  DIMENSIONS: { ko: '이미지가 너무 큽니다.', en: 'The image is too large.' },
  INFECTED: { ko: '바이러스가 발견되었습니다.', en: 'A virus was found.' },
  UNSCANNED: {
    ko: '바이러스 검사를 할 수 없는 파일입니다.',
    en: 'The file cannot be scanned for viruses.',
  },
  DEPTH: { ko: '폴더가 너무 깊습니다.', en: 'The folders are nested too deeply.' },
} as const satisfies Record<string, Record<Language, string>>

export type RejectionCode = keyof typeof REJECTIONS
