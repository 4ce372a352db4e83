import type { ErrorEntry } from './error-entry.ts'

/** Status 401 concerns the administrator's session. */
export const CONSOLE_ERRORS = {
  CONSOLE_SESSION: {
    http: 401,
    ko: '콘솔에 로그인해 주세요.',
    en: 'Please sign on to the console.',
  },
  CONSOLE_SESSION_ENDED: {
    http: 401,
    ko: '콘솔 로그인이 종료되었습니다. 다시 로그인해 주세요.',
    en: 'Your console session has ended. Please sign on again.',
  },
  CONSOLE_PASSKEY: {
    http: 422,
    ko: '이 패스키로는 로그인할 수 없습니다. 초대 링크로 등록한 패스키를 사용해 주세요.',
    en: 'This passkey was not accepted. Please use the one that you registered with your invitation link.',
  },
  CONSOLE_ACCOUNT: {
    http: 403,
    ko: '이 계정으로는 콘솔에 로그인할 수 없습니다. 설치 관리자로 초대받은 주소의 계정인지, 2단계 인증을 마쳤는지 확인해 주세요.',
    en: 'This account cannot sign on to the console. Please check that it is the account of the invited address and that you used two-step verification.',
  },
  CONSOLE_INVITATION: {
    http: 422,
    ko: '이미 사용했거나 유효 기간이 지난 초대 링크입니다. 새 링크를 받아 주세요.',
    en: 'This invitation has already been used or has expired. Please ask for another one.',
  },
  ADMINISTRATOR_PASSKEY: {
    http: 422,
    ko: '이미 패스키나 계정을 등록한 적이 있는 관리자입니다. 새 링크는 서버에서만 만들 수 있습니다.',
    en: 'This administrator has, or has had, a passkey or an account. Only the server can make another link for them.',
  },
  LAST_ADMINISTRATOR: {
    http: 422,
    ko: '콘솔에 로그인할 수 있는 마지막 관리자입니다. 먼저 다른 관리자를 등록해 주세요.',
    en: 'This is the last administrator who can sign on. Please have another one registered first.',
  },
  TEMPLATE_UNKNOWN: { http: 422, ko: '그런 템플릿이 없습니다.', en: 'There is no such template.' },
  REQUEST_WAITING: {
    http: 422,
    ko: '같은 주소에 대한 요청이 이미 결정을 기다리고 있습니다.',
    en: 'A request for this address is already waiting for a decision.',
  },
  REQUEST_LIMIT: {
    http: 422,
    ko: '한 데이터룸에서는 요청 세 건까지만 결정을 기다릴 수 있습니다. 먼저 한 건을 취소하거나 결정을 기다려 주세요.',
    en: 'At most three requests can wait in one data room. Please withdraw one or wait for a decision first.',
  },
  REQUEST_DECIDED: {
    http: 422,
    ko: '이미 처리된 요청입니다.',
    en: 'This request has already been decided.',
  },
  KEY_SCOPE: {
    http: 422,
    ko: '사람을 초대하는 API 키는 콘솔에서 만들 수 없습니다. 서버에서 만들어 주세요.',
    en: 'API keys that invite people cannot be made in the console. Please make them on the server.',
  },
  KEY_END: {
    http: 422,
    ko: 'API 키의 유효 기간은 1년 안에서 정해 주세요.',
    en: 'An API key must end within a year.',
  },
} as const satisfies Record<string, ErrorEntry>
