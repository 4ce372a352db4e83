import type { ErrorEntry } from './error-entry.ts'

export const REQUEST_ERRORS = {
  NETWORK: {
    http: 403,
    ko: '이 네트워크에서는 데이터룸을 이용할 수 없습니다.',
    en: 'The data room cannot be used from this network.',
  },
  BAD_REQUEST: {
    http: 400,
    ko: '요청 형식이 올바르지 않습니다.{{at}}',
    en: 'The request is malformed.{{at}}',
  },
  JSON_DEPTH: {
    http: 400,
    ko: '요청의 JSON이 {{limit}}단계보다 깊습니다.',
    en: 'The request JSON is nested more than {{limit}} levels deep.',
  },
  JSON_DUPLICATE_KEY: {
    http: 400,
    ko: '요청의 JSON에 같은 키가 두 번 있습니다.',
    en: 'An object in the request JSON has the same key twice.',
  },
  ORIGIN: {
    http: 403,
    ko: '허용되지 않은 곳에서 온 요청입니다.',
    en: 'Requests from this origin are not allowed.',
  },
  NOT_FOUND: { http: 404, ko: '찾을 수 없습니다.{{at}}', en: 'Not found.{{at}}' },
  BODY_TOO_LARGE: {
    http: 413,
    ko: '요청 본문이 너무 큽니다. {{limit}} 이하로 보내 주세요.',
    en: 'The request body is too large. The limit is {{limit}}.',
  },
  JSON_VALUES: {
    http: 413,
    ko: '요청의 JSON에 값이 너무 많습니다. {{limit}}개 이하로 보내 주세요.',
    en: 'The request JSON has too many values. The limit is {{limit}}.',
  },
  MEDIA_TYPE: {
    http: 415,
    ko: '지원하지 않는 요청 형식입니다.',
    en: 'This media type is not supported.',
  },
  RANGE: {
    http: 416,
    ko: '요청한 범위가 파일을 벗어납니다.',
    en: 'The requested range is outside the file.',
  },
  TOO_MANY: {
    http: 429,
    ko: '시도 횟수를 초과했습니다. {{minutes}}분 뒤에 다시 시도해 주세요.',
    en: 'Too many attempts. Please try again in {{minutes}} minutes.',
  },
  BUSY: {
    http: 503,
    ko: '지금은 요청이 많습니다. 잠시 후 다시 시도해 주세요.',
    en: 'The server is busy. Please try again shortly.',
  },
  TIME_LIMIT: {
    http: 503,
    ko: '제한 시간 안에 끝나지 않아 취소했습니다. 변경된 내용은 없습니다. 항목이 많으면 나누어 다시 시도해 주세요.',
    en: 'The operation exceeded the time limit and was cancelled. Nothing was changed. If many items are involved, please try again with fewer at a time.',
  },
  INTERNAL: {
    http: 500,
    ko: '요청을 처리하지 못했습니다. 잠시 후 다시 시도해 주세요.',
    en: 'The request could not be completed. Please try again shortly.',
  },
} as const satisfies Record<string, ErrorEntry>
