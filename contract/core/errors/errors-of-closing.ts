import type { ErrorEntry } from './error-entry.ts'

export const CLOSING_ERRORS = {
  OPERATOR_HELD: {
    http: 200,
    ko: '파기가 신청된 동안에는 운영자를 해제하거나 내보낼 수 없습니다. 신청을 먼저 철회해 주세요.',
    en: 'No operator can be removed or suspended while destruction is requested. Withdraw the request first.',
  },
  LAST_OPERATOR: {
    http: 200,
    ko: '마지막 운영자는 해제하거나 내보낼 수 없습니다.',
    en: 'The last operator cannot be removed.',
  },
  CLOSING_PASSED: {
    http: 400,
    ko: '종료 예정 일시는 지금보다 뒤여야 합니다.',
    en: 'The closing time must be in the future.',
  },
  ROOM_NUMBER_DIFFERS: {
    http: 400,
    ko: '데이터룸 번호가 일치하지 않습니다. 그대로 입력해 주세요.',
    en: 'The room number does not match. Please type it exactly.',
  },
  CODE_DIFFERS: {
    http: 200,
    ko: '운영자 코드가 올바르지 않습니다.',
    en: 'The operator code is incorrect.',
  },
  DESTRUCTION_ASKED: {
    http: 409,
    ko: '파기가 이미 신청되어 있습니다.',
    en: 'Destruction has already been requested.',
  },
  NO_DESTRUCTION: {
    http: 409,
    ko: '신청된 파기가 없습니다.',
    en: 'No destruction has been requested.',
  },
  SECOND_OPERATOR: {
    http: 409,
    ko: '신청한 운영자와 확인하는 다른 운영자가 모두 신청 전 7일 동안 계속 운영자였어야 확인할 수 있습니다. 그렇지 않으면 24시간 뒤에 시작됩니다.',
    en: 'Confirmation requires two operators who both held that role throughout the 7 days before the request. Otherwise, destruction starts after 24 hours.',
  },
} as const satisfies Record<string, ErrorEntry>
