import type { ErrorEntry } from './error-entry.ts'

export const ENTERING_ERRORS = {
  SIGN_ON_REFUSED: {
    http: 403,
    ko: '이 계정으로 입장할 수 있는 데이터룸이 없습니다. 초대받은 이메일 주소의 계정인지 확인하거나 운영자에게 문의해 주세요.',
    en: 'There is no data room that you can enter with this account. Please check that it is the account of the address that was invited, or contact the operator.',
  },
  SIGN_ON_UNVERIFIED: {
    http: 403,
    ko: '계정의 이메일 주소가 아직 확인되지 않았습니다. 계정을 관리하는 곳에서 주소를 확인한 뒤 다시 시도해 주세요.',
    en: 'The e-mail address of this account has not been verified. Please have it verified where the account is managed, then try again.',
  },
  SIGN_ON_OVER: {
    http: 422,
    ko: '계정 로그인을 이미 마쳤거나 시간이 지났습니다. 처음부터 다시 시도해 주세요.',
    en: 'This sign-in has already been completed or has expired. Please start again.',
  },
  SIGN_ON_ISSUER: {
    http: 422,
    ko: '서버 관리자가 계정 서버의 주소를 바꾸었습니다. 창을 다시 열어 새 주소를 확인한 뒤 허용해 주세요.',
    en: 'The administrator has changed the address of the account server. Please reopen the dialog and check the new address before accepting it.',
  },
  SIGN_ON_NO_PROOF: {
    http: 422,
    ko: 'PIN 입장을 운영자로 제한하려면 참여자가 사용할 계정을 하나 이상 허용해 주세요.',
    en: 'To limit PINs to operators, please accept at least one account provider for participants.',
  },
  STEP_STRONG: {
    http: 422,
    ko: '이 데이터룸에서는 등록한 인증 앱이나 패스키로 본인 확인을 해야 합니다. 사용할 수 없으면 운영자에게 초기화를 요청해 주세요.',
    en: 'In this data room you need to use your authenticator app or passkey. If you no longer have it, please ask the operator to reset it.',
  },
  APP_CODE_REFUSED: {
    http: 200,
    ko: '코드가 일치하지 않습니다. 인증 앱에 지금 표시된 6자리 코드를 입력해 주세요. 한 번 사용한 코드는 다시 쓸 수 없습니다.',
    en: 'The code does not match. Please enter the 6 digits that your authenticator app shows now. Each code works once.',
  },
  APP_EXISTS: {
    http: 422,
    ko: '인증 앱이 이미 등록되어 있습니다. 바꾸려면 먼저 삭제해 주세요.',
    en: 'You already have an authenticator app. Please remove it first to set up another one.',
  },
  PROOF_NEEDED: {
    http: 422,
    ko: '로그인 보안을 바꾸려면 먼저 본인 확인을 해 주세요.',
    en: 'Please confirm that it is you before changing your sign-in security.',
  },
} as const satisfies Record<string, ErrorEntry>
