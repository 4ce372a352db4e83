import type { ErrorEntry } from './error-entry.ts'

export const SIGNING_ERRORS = {
  SIGN_LINK: {
    http: 401,
    ko: '사용할 수 없는 링크입니다. 가장 최근에 받은 메일의 링크를 이용해 주세요.',
    en: 'This link does not work. Please use the link in the most recent e-mail.',
  },
  SIGN_EXPIRED: {
    http: 401,
    ko: '서명 기한이 지난 링크입니다. 요청한 사람에게 문의해 주세요.',
    en: 'The signing deadline for this link has passed. Please contact the requester.',
  },
  SIGN_CANCELLED: {
    http: 401,
    ko: '요청한 사람이 서명 요청을 취소했습니다.',
    en: 'The requester has cancelled this signature request.',
  },
  SIGN_DECLINED: {
    http: 401,
    ko: '서명이 거절되어 종료된 문서입니다.',
    en: 'This signature request has ended because a signer declined.',
  },
  COMPOSE_CHANGED: {
    http: 409,
    ko: '다른 창이나 다른 운영자가 이 문서를 바꾸었습니다. 새로 불러온 뒤 다시 시도해 주세요.',
    en: 'This document was changed in another window or by another operator. Please reload and try again.',
  },
  COMPOSE_NOT_DRAFT: {
    http: 409,
    ko: '이미 서명을 요청한 문서는 바꿀 수 없습니다. 복사본을 만들어 다시 요청해 주세요.',
    en: 'A document sent for signature cannot be changed. Please copy it and send the copy.',
  },
  COMPOSE_OUT: {
    http: 409,
    ko: '서명이 진행 중인 문서는 삭제할 수 없습니다. 먼저 서명 요청을 취소해 주세요.',
    en: 'A document out for signature cannot be deleted. Please cancel the request first.',
  },
  COMPOSE_CONFIRM: {
    http: 409,
    ko: '서명이 완료된 문서입니다. 삭제하려면 문서 이름을 정확히 입력해 주세요.',
    en: 'Everyone has signed this document. To delete it, type its name exactly.',
  },
  COMPOSE_NOT_SEALED: {
    http: 409,
    ko: '아직 서명이 완료되지 않은 문서입니다.',
    en: 'Not everyone has signed this document yet.',
  },
  BOX_BEYOND_PAGE: {
    http: 400,
    ko: '{{page}}쪽의 입력란({{id}})이 페이지 밖에 있습니다.',
    en: 'Field {{id}} lies outside page {{page}}.',
  },
  COMPOSE_TOO_LARGE: {
    http: 413,
    ko: '문서에 쓰고 그린 내용이 너무 많습니다. {{limit}} 이하로 줄여 주세요.',
    en: 'There are too many texts and drawings on this document. The limit is {{limit}}.',
  },
  STAMP_TOO_LARGE: {
    http: 413,
    ko: '이미지가 너무 큽니다. {{limit}} 이하의 이미지를 사용해 주세요.',
    en: 'The image is too large. The limit is {{limit}}.',
  },
  STAMP_TYPE: {
    http: 415,
    ko: '지원하지 않는 이미지 형식입니다.',
    en: 'This image type is not supported.',
  },
  STAMP_BROKEN: {
    http: 422,
    ko: '손상되어 사용할 수 없는 이미지입니다.',
    en: 'This image is damaged and cannot be used.',
  },
  SIGN_NOBODY: {
    http: 422,
    ko: '{{name}}: 서명하거나 승인할 사람이 없습니다. 서명자를 추가해 주세요.',
    en: '{{name}} has no signer or approver. Please add a signer.',
  },
  SIGN_BOX_OF_NOBODY: {
    http: 422,
    ko: '{{name}}: 서명자가 지정되지 않은 입력란이 {{count}}개 있습니다. 서명자를 지정해 주세요.',
    en: '{{name}}: unassigned fields: {{count}}. Please assign them to signers.',
  },
  SIGN_WITHOUT_BOX: {
    http: 422,
    ko: '{{name}}: 입력란이 없는 서명자가 있습니다: {{list}}',
    en: '{{name}}: these signers have no field: {{list}}',
  },
  SIGN_SHUT_OUT: {
    http: 422,
    ko: '접근이 차단된 사용자에게는 서명을 요청할 수 없습니다: {{list}}',
    en: 'Signatures cannot be requested from people whose access is suspended: {{list}}',
  },
  SIGN_ONE_SIGNER: {
    http: 422,
    ko: '여러 명에게 나누어 요청하려면 서명자가 한 명인 문서여야 합니다.',
    en: 'Only a document with exactly one signer can be sent to many people at once.',
  },
  SIGN_REMINDED: {
    http: 429,
    ko: '조금 전에 메일을 보냈습니다. {{minutes}}분 뒤에 다시 보낼 수 있습니다.',
    en: 'An e-mail was sent just now. You can send another in {{minutes}} minutes.',
  },
  SIGN_STATE: {
    http: 409,
    ko: '{{name}}: 지금 상태에서는 할 수 없습니다. 화면을 새로 고쳐 확인해 주세요.',
    en: '{{name}}: this is not possible in its current state. Please reload.',
  },
  SIGN_DONE: {
    http: 409,
    ko: '이미 서명을 완료하셨습니다.',
    en: 'You have already signed this document.',
  },
  SIGN_NOT_YET: {
    http: 409,
    ko: '아직 서명하실 차례가 아닙니다.',
    en: 'It is not your turn to sign yet.',
  },
  SIGN_BOX_EMPTY: {
    http: 422,
    ko: '입력하지 않은 필수 항목이 {{count}}개 있습니다.',
    en: 'Required fields still empty: {{count}}.',
  },
  SIGN_TEXT: {
    http: 422,
    ko: '사용할 수 없는 문자가 있거나 {{limit}}자를 넘는 항목이 있습니다.',
    en: 'A field contains unsupported characters or more than {{limit}} characters.',
  },
  SIGN_LETTERS: {
    http: 422,
    ko: '문서에 쓸 수 없는 문자가 있습니다: {{list}}',
    en: 'These characters cannot be used in the document: {{list}}',
  },
  SIGN_IMAGE: {
    http: 422,
    ko: '서명 이미지를 읽을 수 없습니다. 다시 서명해 주세요.',
    en: 'The signature image cannot be read. Please sign again.',
  },
  SIGN_REASON: {
    http: 422,
    ko: '거절 사유를 {{limit}}자 이내로 입력해 주세요.',
    en: 'Please give a reason for declining, in up to {{limit}} characters.',
  },
  SEAL_NOT_FAILED: {
    http: 409,
    ko: '봉인에 실패한 문서가 아닙니다. 화면을 새로 고쳐 확인해 주세요.',
    en: 'Sealing of this document did not fail. Please reload.',
  },
  SEAL_PDF: {
    http: 422,
    ko: '이 PDF는 구조가 온전하지 않거나 프로그램마다 다르게 보이는 입력란이 있어 봉인할 수 없습니다. PDF로 인쇄해 다시 만든 뒤 새로 요청해 주세요.',
    en: 'This PDF cannot be sealed because its structure is damaged or it contains form fields that display differently from one program to another. Please print it to a new PDF and send a new request.',
  },
  SEAL_TOO_LARGE: {
    http: 422,
    ko: '문서가 너무 커서 봉인할 수 없습니다. 나누어 새로 요청해 주세요.',
    en: 'This document is too large to be sealed. Please split it and send a new request.',
  },
  SEAL_NO_SPACE: {
    http: 507,
    ko: '데이터룸의 저장 공간이 부족하여 봉인하지 못했습니다. 공간을 확보한 뒤 다시 봉인해 주세요.',
    en: 'The data room does not have enough storage for the sealed document. Please free up space and seal it again.',
  },
  SEAL_TIME_STAMP: {
    http: 503,
    ko: '시점확인 기관에서 쓸 수 있는 응답을 받지 못해 봉인하지 못했습니다. 잠시 후 다시 봉인해 주세요.',
    en: 'The time-stamp authority did not return a usable response. Please seal the document again shortly.',
  },
  SEAL_REVOKED: {
    http: 503,
    ko: '이 서버의 봉인 인증서가 폐기되어 봉인하지 않았습니다. 서버 관리자에게 인증서 교체를 요청한 뒤 다시 봉인해 주세요.',
    en: 'This server’s sealing certificate has been revoked. Please ask the server administrator to replace it, then seal again.',
  },
  SEAL_CERTIFICATE: {
    http: 503,
    ko: '이 서버의 봉인 인증서를 사용할 수 없습니다. 서버 관리자에게 문의해 주세요.',
    en: 'This server’s sealing certificate cannot be used. Please contact the server administrator.',
  },
  SEAL_FAILED: {
    http: 500,
    ko: '봉인하는 중에 오류가 발생했습니다. 다시 봉인해 주세요.',
    en: 'An error occurred during sealing. Please seal the document again.',
  },
} as const satisfies Record<string, ErrorEntry>
