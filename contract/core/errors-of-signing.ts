import type { ErrorEntry } from './error-entry.ts'

/** Refusals of what is composed, signed and sealed, by their status. */
export const SIGNING_ERRORS = {
  SIGN_LINK: {
    http: 401,
    ko: '사용할 수 없는 링크입니다. 가장 최근에 받은 메일의 링크를 이용해 주세요.',
    en: 'This link does not work (any more). Please use the one in the newest mail',
  },
  SIGN_EXPIRED: {
    http: 401,
    ko: '서명 기한이 지난 링크입니다. 요청한 사람에게 문의해 주세요.',
    en: 'The time for this link is over. Please ask whoever sent it',
  },
  SIGN_CANCELLED: { http: 401, ko: '요청한 사람이 서명 요청을 취소했습니다.', en: 'Whoever sent this document has called it back' },
  SIGN_DECLINED: {
    http: 401,
    ko: '서명이 거절되어 종료된 문서입니다.',
    en: 'This document has ended because somebody declined to sign it',
  },
  COMPOSE_CHANGED: {
    http: 409,
    ko: '다른 창이나 다른 운영자가 이 문서를 바꾸었습니다. 새로 불러온 뒤 다시 시도해 주세요.',
    en: 'This document was changed in another window or by another operator. Please load it again',
  },
  COMPOSE_NOT_DRAFT: {
    http: 409,
    ko: '이미 서명을 요청한 문서는 바꿀 수 없습니다. 복사본을 만들어 다시 요청해 주세요.',
    en: 'A document that was sent to be signed cannot be changed. Please make a copy and send that',
  },
  COMPOSE_OUT: {
    http: 409,
    ko: '서명이 진행 중인 문서는 삭제할 수 없습니다. 먼저 서명 요청을 취소해 주세요.',
    en: 'A document that is being signed cannot be deleted. Please call it back first',
  },
  COMPOSE_CONFIRM: {
    http: 409,
    ko: '서명이 완료된 문서입니다. 삭제하려면 문서 이름을 정확히 입력해 주세요.',
    en: 'This document is signed by all. To delete it, enter its name exactly',
  },
  COMPOSE_NOT_SEALED: {
    http: 409,
    ko: '아직 서명이 완료되지 않은 문서입니다.',
    en: 'This document is not signed by all yet',
  },
  BOX_BEYOND_PAGE: {
    http: 400,
    ko: '{{page}}쪽의 입력란({{id}})이 페이지 밖에 있습니다.',
    en: 'The box {{id}} does not lie on page {{page}}',
  },
  COMPOSE_TOO_LARGE: {
    http: 413,
    ko: '문서에 쓰고 그린 내용이 너무 많습니다. {{limit}} 이하로 줄여 주세요.',
    en: 'There is too much written and drawn on this document. It may have up to {{limit}}',
  },
  STAMP_TOO_LARGE: {
    http: 413,
    ko: '이미지가 너무 큽니다. {{limit}} 이하의 이미지를 사용해 주세요.',
    en: 'The image is too large. It may have up to {{limit}}',
  },
  STAMP_TYPE: { http: 415, ko: '지원하지 않는 이미지 형식입니다.', en: 'This type of image is not supported' },
  STAMP_BROKEN: { http: 422, ko: '손상되어 사용할 수 없는 이미지입니다.', en: 'This image is damaged and cannot be used' },
  SIGN_NOBODY: {
    http: 422,
    ko: '{{name}}: 서명하거나 승인할 사람이 없습니다. 서명자를 추가해 주세요.',
    en: '{{name}}: there is nobody to sign or approve it. Please add a signer',
  },
  SIGN_BOX_OF_NOBODY: {
    http: 422,
    ko: '{{name}}: 서명자가 지정되지 않은 입력란이 {{count}}개 있습니다. 서명자를 지정해 주세요.',
    en: '{{name}}: {{count}} boxes belong to nobody. Please assign them to signers',
  },
  SIGN_WITHOUT_BOX: {
    http: 422,
    ko: '{{name}}: 입력란이 없는 서명자가 있습니다: {{list}}',
    en: '{{name}}: these signers have no box: {{list}}',
  },
  SIGN_SHUT_OUT: {
    http: 422,
    ko: '접근이 차단된 사용자에게는 서명을 요청할 수 없습니다: {{list}}',
    en: 'Access is suspended for these people, who cannot be asked to sign: {{list}}',
  },
  SIGN_ONE_SIGNER: {
    http: 422,
    ko: '여러 명에게 나누어 요청하려면 서명자가 한 명인 문서여야 합니다.',
    en: 'Only a document with exactly one signer can be sent to many people at once',
  },
  SIGN_REMINDED: {
    http: 429,
    ko: '조금 전에 메일을 보냈습니다. {{minutes}}분 뒤에 다시 보낼 수 있습니다.',
    en: 'They were mailed just now. You can remind them again in {{minutes}} minutes',
  },
  SIGN_STATE: {
    http: 409,
    ko: '{{name}}: 지금 상태에서는 할 수 없습니다. 화면을 새로 고쳐 확인해 주세요.',
    en: '{{name}}: this cannot be done in its present state. Please reload',
  },
  SIGN_DONE: { http: 409, ko: '이미 서명을 완료하셨습니다.', en: 'You have signed this document already' },
  SIGN_NOT_YET: { http: 409, ko: '아직 서명하실 차례가 아닙니다.', en: 'It is not your turn to sign yet' },
  SIGN_BOX_EMPTY: {
    http: 422,
    ko: '입력하지 않은 필수 항목이 {{count}}개 있습니다.',
    en: '{{count}} boxes that must be filled are empty',
  },
  SIGN_TEXT: {
    http: 422,
    ko: '사용할 수 없는 문자가 있거나 {{limit}}자를 넘는 항목이 있습니다.',
    en: 'A text holds characters that cannot be used, or more than {{limit}}',
  },
  SIGN_LETTERS: {
    http: 422,
    ko: '문서에 쓸 수 없는 문자가 있습니다: {{list}}',
    en: 'These characters cannot be written on a document: {{list}}',
  },
  SIGN_IMAGE: {
    http: 422,
    ko: '서명 이미지를 읽을 수 없습니다. 다시 서명해 주세요.',
    en: 'The image of a signature cannot be read. Please sign again',
  },
  SIGN_REASON: {
    http: 422,
    ko: '거절 사유를 {{limit}}자 이내로 입력해 주세요.',
    en: 'Please say why you decline, in up to {{limit}} characters',
  },
  SEAL_NOT_FAILED: {
    http: 409,
    ko: '봉인에 실패한 문서가 아닙니다. 화면을 새로 고쳐 확인해 주세요.',
    en: 'This document is not one that could not be sealed. Please reload',
  },
  SEAL_PDF: {
    http: 422,
    ko: '이 PDF는 구조가 온전하지 않거나 프로그램마다 다르게 보이는 입력란이 있어 봉인할 수 없습니다. PDF로 인쇄해 다시 만든 뒤 새로 요청해 주세요.',
    en: 'This PDF cannot be sealed because its structure is not sound, or it has fields that each program shows differently. Please print it to a new PDF and send that',
  },
  SEAL_TOO_LARGE: {
    http: 422,
    ko: '문서가 너무 커서 봉인할 수 없습니다. 나누어 새로 요청해 주세요.',
    en: 'This document is too large to be sealed. Please divide it and send it again',
  },
  SEAL_NO_SPACE: {
    http: 507,
    ko: '데이터룸의 저장 공간이 부족하여 봉인하지 못했습니다. 공간을 확보한 뒤 다시 봉인해 주세요.',
    en: 'There is not enough storage in the data room for the sealed document. Please make room and seal it again',
  },
  SEAL_TIME_STAMP: {
    http: 503,
    ko: '시점확인 기관에서 쓸 수 있는 응답을 받지 못해 봉인하지 못했습니다. 잠시 후 다시 봉인해 주세요.',
    en: 'The time-stamp authority gave no usable answer. Please seal it again shortly',
  },
  SEAL_REVOKED: {
    http: 503,
    ko: '이 서버의 봉인 인증서가 폐기되어 봉인하지 않았습니다. 서버 관리자에게 인증서 교체를 요청한 뒤 다시 봉인해 주세요.',
    en: 'The certificate with which this server seals was revoked. Please have whoever runs it replace it, and seal again',
  },
  SEAL_CERTIFICATE: {
    http: 503,
    ko: '이 서버의 봉인 인증서를 사용할 수 없습니다. 서버 관리자에게 문의해 주세요.',
    en: 'The certificate with which this server seals cannot be used. Please ask whoever runs it',
  },
  SEAL_FAILED: {
    http: 500,
    ko: '봉인하는 중에 오류가 발생했습니다. 다시 봉인해 주세요.',
    en: 'Something went wrong while the document was sealed. Please seal it again',
  },
} as const satisfies Record<string, ErrorEntry>
