import type { ErrorEntry } from './error-entry.ts'

export const UPLOAD_ERRORS = {
  UPLOAD_OFFSET: {
    http: 409,
    ko: '업로드가 다른 위치에 있습니다. 이어서 다시 시도해 주세요.',
    en: 'The upload is at a different offset. Please resume it.',
  },
  TUS_VERSION: {
    http: 412,
    ko: '지원하지 않는 tus 버전입니다.',
    en: 'This version of tus is not supported.',
  },
  TOO_LARGE: { http: 413, ko: '300MB를 초과했습니다.', en: 'Larger than 300MB.' },
  TYPE_REFUSED: {
    http: 415,
    ko: '올바르지 않은 파일이 있습니다. 허용된 확장자의 300MB 이하 파일만 업로드할 수 있습니다.',
    en: 'Some files are not valid. Only files of up to 300MB with the allowed extensions can be uploaded',
  },
  TOO_MANY_UPLOADS: {
    http: 429,
    ko: '끝나지 않은 업로드가 {{limit}}개 있습니다. 이어서 업로드하거나 취소한 뒤 다시 시도해 주세요.',
    en: 'There are {{limit}} unfinished uploads. Resume or cancel some of them first.',
  },
  SCANNER_DOWN: {
    http: 503,
    ko: '바이러스 검사를 할 수 없어 파일을 받지 않았습니다. 운영자에게 문의해 주세요.',
    en: 'Files cannot be accepted because the virus scanner is unavailable. Please contact the server administrator.',
  },
  NO_SPACE: {
    http: 507,
    ko: '저장 공간이 부족합니다. 운영자에게 문의해 주세요.',
    en: 'There is not enough storage. Please contact an operator.',
  },
} as const satisfies Record<string, ErrorEntry>
