import type { ErrorEntry } from './error-entry.ts'

/** A 401 among these is about the key of a program, never about a session. */
export const PROGRAM_ERRORS = {
  API_KEY: {
    http: 401,
    ko: 'API 키가 없거나 올바르지 않습니다.',
    en: 'The API key is missing or not valid.',
  },
  API_KEY_ENDED: {
    http: 401,
    ko: '유효 기간이 지난 API 키입니다.',
    en: 'This API key has expired.',
  },
  API_KEY_REVOKED: { http: 401, ko: '폐기된 API 키입니다.', en: 'This API key has been revoked.' },
  API_KEY_SCOPE: {
    http: 403,
    ko: '이 API 키에는 {{scope}} 범위가 없습니다.',
    en: 'This API key does not have the scope {{scope}}.',
  },
  IDEMPOTENCY_DIFFERS: {
    http: 422,
    ko: '같은 Idempotency-Key로 다른 요청을 보냈습니다. 새 키를 사용해 주세요.',
    en: 'This Idempotency-Key was already used for a different request. Please use a new one.',
  },
  OPERATOR_BY_PROGRAM: {
    http: 422,
    ko: 'API로는 데이터룸을 만들 때만 운영자를 지정할 수 있습니다. 그 뒤의 운영자는 데이터룸에서 운영자가 초대해야 합니다.',
    en: 'The API appoints an operator only when it creates a room. Later operators are invited by an operator in the room.',
  },
  ROOM_ENDED: {
    http: 422,
    ko: '종료되었거나 파기된 데이터룸이라 바꿀 수 없습니다.',
    en: 'This data room is closed or destroyed and cannot be changed.',
  },
  STORAGE_IN_USE: {
    http: 422,
    ko: '이미 사용 중인 용량이나 인원보다 작게 정할 수 없습니다.',
    en: 'The limit cannot be lower than what is already in use.',
  },
  WEBHOOK_URL: {
    http: 422,
    ko: '웹훅 주소는 인터넷에서 접근할 수 있는 https:// 주소여야 하며, 사용자 이름이나 비밀번호를 넣을 수 없습니다.',
    en: 'A webhook needs a public https:// address without a user name or password.',
  },
  TOO_MANY_WEBHOOKS: {
    http: 422,
    ko: '웹훅은 API 키마다 {{ofKey}}개, 모두 합해 {{inAll}}개까지 만들 수 있습니다.',
    en: 'Up to {{ofKey}} webhooks can be created with an API key, and {{inAll}} in all.',
  },
  API_KEY_BUSY: {
    http: 429,
    ko: '이 API 키의 다른 변경 요청을 처리하고 있습니다. 잠시 후 다시 시도해 주세요.',
    en: 'Other changes by this API key are in progress. Please try again shortly.',
  },
  DELIVERY_WAITING: {
    http: 422,
    ko: '아직 전달을 시도하고 있어 다시 보낼 수 없습니다.',
    en: 'This delivery is still being attempted and cannot be sent again yet.',
  },
} as const satisfies Record<string, ErrorEntry>
