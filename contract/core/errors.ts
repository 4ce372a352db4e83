import type { ErrorEntry } from './errors/error-entry.ts'
import { AGREEMENT_ERRORS } from './errors/errors-of-agreement.ts'
import { BRAND_ERRORS } from './errors/errors-of-brand.ts'
import { CLOSING_ERRORS } from './errors/errors-of-closing.ts'
import { CONSOLE_ERRORS } from './errors/errors-of-console.ts'
import { DISCLOSURE_ERRORS } from './errors/errors-of-disclosure.ts'
import { DOCUMENT_ERRORS } from './errors/errors-of-documents.ts'
import { ENTERING_ERRORS } from './errors/errors-of-entering.ts'
import { MAIL_TEXT_ERRORS } from './errors/errors-of-mail-texts.ts'
import { PROGRAM_ERRORS } from './errors/errors-of-programs.ts'
import { READING_ERRORS } from './errors/errors-of-reading.ts'
import { REQUEST_ERRORS } from './errors/errors-of-requests.ts'
import { RIGHTS_ERRORS } from './errors/errors-of-rights.ts'
import { SIGNING_ERRORS } from './errors/errors-of-signing.ts'
import { THREAD_ERRORS } from './errors/errors-of-threads.ts'
import { UPLOAD_ERRORS } from './errors/errors-of-uploads.ts'
import type { Language } from './language.ts'

export type { Language } from './language.ts'

/** Any other error becomes INTERNAL without details. */
export const ERRORS = {
  PIN_REFUSED: { http: 200, ko: 'PIN을 확인해 주세요.', en: 'Please check the PIN' },
  EMAIL_UNREGISTERED: {
    http: 200,
    ko: '등록되지 않은 이메일 주소입니다.',
    en: 'Not a registered e-mail address',
  },
  LINK_REFUSED: {
    http: 200,
    ko: '이미 사용했거나 유효 기간이 지난 링크입니다. PIN 찾기로 메일을 다시 받아 주세요.',
    en: 'This link has already been used or has expired. Please use Lost PIN to receive another e-mail.',
  },
  PASSKEY_REFUSED: {
    http: 200,
    ko: '패스키를 확인하지 못했습니다. 다시 시도해 주세요.',
    en: 'The passkey was not accepted. Please try again.',
  },
  PROOF_OLD: {
    http: 403,
    ko: '패스키를 추가하려면 이메일 주소를 다시 확인해 주세요.',
    en: 'Please confirm your e-mail address again to add a passkey.',
  },
  NO_PASSKEY: {
    http: 200,
    ko: '이 데이터룸에 등록된 패스키가 없습니다. 운영자 코드를 입력해 주세요.',
    en: 'You have no passkey in this data room. Please enter the operator code.',
  },
  TOO_MANY_PASSKEYS: {
    http: 200,
    ko: '패스키는 {{limit}}개까지 등록할 수 있습니다. 쓰지 않는 패스키를 삭제해 주세요.',
    en: 'You can have up to {{limit}} passkeys. Please remove one you do not use.',
  },
  ARCHIVE_PENDING: {
    http: 409,
    ko: '보관본을 아직 만들고 있습니다. 완료된 뒤에 다운로드해 주세요.',
    en: 'This archive is still being prepared. Please download it once it is ready.',
  },
  ARCHIVE_OUTDATED: {
    http: 409,
    ko: '보관본을 만든 뒤 권한이나 문서가 바뀌었습니다. 새 보관본을 만들어 주세요.',
    en: 'Permissions or documents have changed since this archive was prepared. Please prepare a new one.',
  },
  TOO_MANY_ARCHIVES: {
    http: 200,
    ko: '보관본은 동시에 {{limit}}개까지 보관할 수 있습니다. 필요 없는 보관본을 삭제해 주세요.',
    en: 'Up to {{limit}} archives are kept at a time. Please delete one you no longer need.',
  },
  STEP_REFUSED: {
    http: 200,
    ko: '코드가 일치하지 않습니다. 메일에 있는 8자리 코드를 확인해 주세요.',
    en: 'The code does not match. Please check the 8-digit code in the e-mail.',
  },
  STEP_EXPIRED: {
    http: 200,
    ko: '코드의 유효 시간이 지났습니다. 새 코드를 받아 주세요.',
    en: 'This code has expired. Please request a new one.',
  },
  STEP_SPENT: {
    http: 200,
    ko: '코드를 여러 번 잘못 입력해 더 이상 사용할 수 없습니다. 새 코드를 받아 주세요.',
    en: 'This code no longer works because of too many incorrect entries. Please request a new one.',
  },
  EMAIL_DUPLICATE: {
    http: 200,
    ko: '이미 초대된 이메일 주소입니다: {{list}}',
    en: 'These e-mail addresses have already been invited: {{list}}',
  },
  NAME_EXISTS: {
    http: 200,
    ko: '같은 이름이 이미 있습니다. 다른 이름을 입력해 주세요.',
    en: 'This name already exists. Please choose another.',
  },
  PDF_PASSWORD: {
    http: 200,
    ko: '비밀번호가 올바르지 않습니다. 다시 입력해 주세요.',
    en: 'Invalid password. Please try again.',
  },
  PASSWORD_NEEDED: {
    http: 200,
    ko: '이 PDF 파일을 열려면 비밀번호를 입력해 주세요.',
    en: 'Enter the password to open this PDF file.',
  },
  MAIL_GONE: {
    http: 200,
    ko: '내용이 이미 삭제되어 다시 보낼 수 없습니다. 보낸 사람이 새로 보내야 합니다.',
    en: 'The content has been deleted, so this cannot be resent. The sender must send a new message.',
  },
  USER_LIMIT: {
    http: 200,
    ko: '이 데이터룸의 사용자 수 한도({{limit}}명)를 넘습니다.',
    en: 'This data room is limited to {{limit}} people.',
  },
  PARTICIPANT_LIMIT: {
    http: 200,
    ko: '한 문서에는 {{limit}}명까지 추가할 수 있습니다.',
    en: 'A document can have up to {{limit}} participants.',
  },
  PERSON_BLOCKED: {
    http: 200,
    ko: '접근이 일시 차단된 사용자에게는 보이는 화면이 없습니다.',
    en: 'Access is suspended, so this participant sees nothing of the data room.',
  },
  INVITE_BLOCKED: {
    http: 200,
    ko: '접근이 일시 차단된 사용자에게는 PIN을 보낼 수 없습니다. 먼저 차단을 해제해 주세요.',
    en: 'No PIN can be sent while access is suspended. Please restore access first.',
  },
  NO_RECIPIENTS: {
    http: 200,
    ko: '보낼 대상이 없습니다.',
    en: 'There are no recipients to send to',
  },
  ...ENTERING_ERRORS,
  ...RIGHTS_ERRORS,
  ...DOCUMENT_ERRORS,
  ...DISCLOSURE_ERRORS,
  NETWORK_FORMAT: {
    http: 400,
    ko: '네트워크 범위 형식이 올바르지 않습니다: {{list}}',
    en: 'These are not valid network ranges: {{list}}',
  },
  RECIPIENT_CANNOT_SEE: {
    http: 409,
    ko: '받는 사람 중 이 문서를 볼 수 없는 사람이 있습니다: {{list}}',
    en: 'These recipients cannot see the document: {{list}}',
  },
  TITLE_MISSING: { http: 400, ko: '제목을 입력해 주세요.', en: 'Please enter the title' },
  CONTENT_MISSING: { http: 400, ko: '내용을 입력해 주세요.', en: 'Please enter the content' },
  NAME_UNUSABLE: {
    http: 400,
    ko: '이 이름은 사용할 수 없습니다. 다른 이름을 입력해 주세요.',
    en: 'This name cannot be used. Please choose another.',
  },
  FOLDER_DEPTH: {
    http: 400,
    ko: '폴더를 더 깊이 만들 수 없습니다.',
    en: 'Folders cannot be nested any deeper.',
  },
  EXTENSION_FIXED: {
    http: 400,
    ko: '확장자는 바꿀 수 없습니다: {{ext}}',
    en: 'The extension cannot be changed: {{ext}}',
  },
  INTO_ITSELF: {
    http: 400,
    ko: '폴더를 그 폴더 자신이나 하위 폴더에 넣을 수 없습니다.',
    en: 'A folder cannot be moved into itself or one of its subfolders.',
  },
  COPY_TOO_LARGE: {
    http: 400,
    ko: '한 번에 {{limit}}개까지 복사할 수 있습니다.',
    en: 'Up to {{limit}} items can be copied at a time.',
  },
  ZIP_TOO_LARGE: {
    http: 400,
    ko: '한 번에 {{limit}}개까지 다운로드할 수 있습니다. 나누어 다운로드해 주세요.',
    en: 'Up to {{limit}} items can be downloaded at a time. Please download them in batches.',
  },
  EMAIL_FORMAT: {
    http: 400,
    ko: '이메일 주소 형식이 올바르지 않습니다. 예: name@example.com ({{list}})',
    en: 'These e-mail addresses are not valid: {{list}}',
  },
  PHONE_FORMAT: {
    http: 400,
    ko: '전화번호 형식이 올바르지 않습니다. 예: 010-1234-5678 ({{list}})',
    en: 'These phone numbers are not valid: {{list}}',
  },
  PERSON_FIXED: {
    http: 400,
    ko: '이름, 이메일, 전화번호는 바꿀 수 없습니다.',
    en: 'Name, e-mail address and phone number cannot be changed.',
  },
  PIN_OF_OPERATOR: {
    http: 200,
    ko: '운영자의 PIN은 표시할 수 없습니다. PIN 다시 보내기를 이용해 주세요.',
    en: 'The PIN of an operator cannot be displayed. Please resend it by e-mail.',
  },
  PIN_OF_BLOCKED: {
    http: 200,
    ko: '접근이 차단된 사용자의 PIN은 표시할 수 없습니다. 접근을 먼저 허용해 주세요.',
    en: 'This person’s access is suspended, so no PIN can be displayed. Restore access first.',
  },
  PIN_IN_USE: {
    http: 200,
    ko: '이미 입장한 사용자의 PIN은 표시할 수 없습니다. PIN 다시 보내기를 이용해 주세요.',
    en: 'This person has already entered the room, so no PIN can be displayed. Please resend it by e-mail.',
  },
  PIN_MAILED: {
    http: 200,
    ko: 'PIN 메일을 보냈거나 보내는 중입니다. PIN은 메일을 전달하지 못했을 때만 표시할 수 있습니다.',
    en: 'The PIN has been sent, or is being sent, by e-mail. It can be displayed only if the e-mail could not be delivered.',
  },
  ADDRESS_UNCHANGED: {
    http: 200,
    ko: '지금 사용하는 이메일 주소입니다.',
    en: 'This is already your e-mail address.',
  },
  ADDRESS_UNPROVEN: {
    http: 403,
    ko: '메일로 받은 링크로 이메일 주소를 먼저 확인해 주세요.',
    en: 'Please confirm your e-mail address with a mailed link first.',
  },
  NOT_PROVEN: {
    http: 403,
    ko: '메일로 받은 코드를 먼저 입력해 주세요.',
    en: 'Please enter the code from the e-mail first.',
  },
  NOT_AGREED: {
    http: 403,
    ko: '비밀유지에 동의한 뒤 이용할 수 있습니다.',
    en: 'Please accept the confidentiality agreement first.',
  },
  NOT_OPERATOR: { http: 403, ko: '운영자가 아닙니다.', en: 'You are not an operator' },
  VIEW_AS_READ_ONLY: {
    http: 403,
    ko: '다른 사용자로 보는 중에는 보기만 할 수 있습니다.',
    en: 'While viewing as another participant, you can only read.',
  },
  TEXT_DENIED: {
    http: 403,
    ko: '이 문서의 텍스트를 볼 권한이 없습니다.',
    en: 'You have no permission to receive document text.',
  },
  WATERMARK: {
    http: 403,
    ko: '워터마크가 켜져 있어 원본을 다운로드할 수 없고, 이 파일은 워터마크를 넣은 사본을 만들 수 없습니다.',
    en: 'While the watermark is on, originals cannot be downloaded, and this file cannot be watermarked.',
  },
  NOTICE_CHANGED: {
    http: 409,
    ko: '동의할 내용이 바뀌었습니다. 새 내용을 읽고 다시 동의해 주세요.',
    en: 'The agreement has changed. Please read the new version and agree again.',
  },
  ATTACHMENT_GONE: {
    http: 410,
    ko: '보관 기간이 지나 삭제된 첨부 파일입니다. 보낸 사람에게 다시 요청해 주세요.',
    en: 'This attachment has expired and was deleted. Please ask the sender to send it again.',
  },
  ...BRAND_ERRORS,
  ...AGREEMENT_ERRORS,
  ...MAIL_TEXT_ERRORS,
  READING_LIMITS_ORDER: {
    http: 400,
    ko: '1시간 한도는 1분 한도보다 작을 수 없습니다.',
    en: 'The hourly limit cannot be lower than the per-minute limit.',
  },
  PASSKEYS_UNAVAILABLE: {
    http: 422,
    ko: '이 서버의 주소에서는 패스키를 사용할 수 없습니다.',
    en: 'Passkeys cannot be used at this server address.',
  },
  PASSWORD_FIRST: {
    http: 422,
    ko: '비밀번호로 잠긴 문서입니다. 먼저 문서를 열어 비밀번호를 입력해 주세요.',
    en: 'This document is password-protected. Please open it and enter the password first.',
  },
  RENAMES_REFUSED: {
    http: 422,
    ko: '{{row}}번째 항목 ‘{{name}}’의 이름을 바꿀 수 없어 아무것도 바꾸지 않았습니다. 같은 이름이 있는지, 그사이 이름이 바뀌었는지 확인해 주세요.',
    en: 'Item {{row}}, “{{name}}”, cannot be renamed, so nothing was changed. Please check for equal names and for names that were changed meanwhile.',
  },
  TOO_MANY_PAGES: {
    http: 422,
    ko: '서명할 문서는 {{limit}}쪽까지 사용할 수 있습니다.',
    en: 'A document for signature can have up to {{limit}} pages.',
  },
  MESSAGE_SPACE: {
    http: 507,
    ko: '메시지 첨부 파일을 보관할 공간이 {{left}} 남아 있어 이 파일을 보낼 수 없습니다. 첨부 파일은 보낸 지 7일이 지나면 삭제됩니다.',
    en: 'This file cannot be sent: only {{left}} of attachment storage is left. Attachments are deleted 7 days after sending.',
  },
  TOO_FAST: {
    http: 429,
    ko: '사람이 읽는 속도보다 빠르게 열람하여 잠시 제한되었습니다. {{minutes}}분 뒤에 다시 시도해 주세요.',
    en: 'You have been reading faster than a person can, so access is paused. Please try again in {{minutes}} minutes.',
  },
  LINK_NEEDED: {
    http: 429,
    ko: '지금은 이 기기에서 PIN만으로 입장할 수 없습니다. PIN 찾기로 메일을 받아 그 안의 링크로 입장해 주세요.',
    en: 'A PIN alone is not sufficient on this device at present. Please use Lost PIN to receive an e-mail, and enter with the link in it.',
  },
  ...PROGRAM_ERRORS,
  ...CONSOLE_ERRORS,
  ...READING_ERRORS,
  ...SIGNING_ERRORS,
  ...THREAD_ERRORS,
  ...CLOSING_ERRORS,
  ...UPLOAD_ERRORS,
  ...REQUEST_ERRORS,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

type Variables = Readonly<Record<string, string | number>>

export function errorText(code: ErrorCode, language: Language, variables: Variables = {}): string {
  return ERRORS[code][language].replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(variables[name] ?? ''),
  )
}
