import type { ErrorEntry } from './error-entry.ts'

export const THREAD_ERRORS = {
  THREAD_MOVED: {
    http: 409,
    ko: '지금 상태에서는 할 수 없는 작업입니다. 최신 상태를 확인해 주세요.',
    en: 'This cannot be done in the current state. Please check the latest status.',
  },
  THREAD_CHANGED: {
    http: 409,
    ko: '그사이 다른 사람이 이 건을 바꾸었습니다. 최신 내용을 확인한 뒤 다시 시도해 주세요.',
    en: 'Somebody else has changed this item in the meantime. Please review it and try again.',
  },
  THREAD_ROLE: {
    http: 403,
    ko: '질의를 제출할 권한이 없습니다. 그룹의 제출 담당자에게 요청해 주세요.',
    en: 'You cannot submit questions. Please ask a submitter of your group.',
  },
  QUESTION_LIMIT: {
    http: 409,
    ko: '제출할 수 있는 질의 수({{limit}}건)를 모두 사용했습니다. 임시 저장한 뒤 나중에 제출해 주세요.',
    en: 'The limit of {{limit}} questions has been reached. Please save this as a draft and submit it later.',
  },
  QUESTIONS_ENDED: {
    http: 409,
    ko: '질의 기간이 {{day}}에 끝났습니다.',
    en: 'The period for questions ended on {{day}}.',
  },
  REASON_MISSING: { http: 400, ko: '사유를 입력해 주세요.', en: 'Please enter a reason.' },
  ANSWER_MISSING: {
    http: 400,
    ko: '답변을 입력하거나 문서를 연결해 주세요.',
    en: 'Please enter an answer or link a document.',
  },
  ASSIGNEE_INVALID: {
    http: 400,
    ko: '담당자는 운영자이거나 전문가 그룹의 사용자여야 합니다.',
    en: 'Only operators and people of an expert group can be assigned.',
  },
  SECOND_PERSON: {
    http: 409,
    ko: '답변을 작성한 운영자는 그 답변을 승인할 수 없습니다. 다른 운영자가 승인해야 합니다.',
    en: 'An answer must be approved by an operator who did not write it.',
  },
  THREAD_SPACE: {
    http: 409,
    ko: '데이터룸의 질의·자료요청은 {{limit}}건까지 만들 수 있습니다.',
    en: 'A data room can hold up to {{limit}} questions and requests.',
  },
  THREAD_FILE: {
    http: 415,
    ko: '{{name}}: 20MB 이하의 PDF, 이미지(JPG, PNG, BMP), Office·한글 문서만 첨부할 수 있으며 PDF는 암호 없이 열려야 합니다.',
    en: '{{name}}: only PDF files that open without a password, images (JPG, PNG, BMP), and Office or Hangul documents up to 20MB can be attached.',
  },
  THREAD_FILES_FULL: {
    http: 507,
    ko: '질의·자료요청의 첨부 파일을 보관할 공간이 {{left}} 남아 있어 첨부할 수 없습니다.',
    en: 'The files cannot be attached: only {{left}} of storage for files of questions and requests is left.',
  },
  THREAD_VIEWS_FULL: {
    http: 409,
    ko: '저장한 보기는 {{count}}개까지 둘 수 있습니다. 쓰지 않는 보기를 지운 뒤 저장해 주세요.',
    en: 'Up to {{count}} views can be saved. Please remove one that you no longer use first.',
  },
  GROUP_NOT_SHARED: {
    http: 409,
    ko: '이 그룹의 사용자는 서로의 질의를 볼 수 없어 그룹 이름으로 등록할 수 없습니다. 그룹 안 공유를 먼저 켜 주세요.',
    en: 'People of this group do not see each other’s questions, so none can be entered for the group. Please share questions within the group first.',
  },
  IMPORT_FILE: {
    http: 400,
    ko: '목록으로 읽을 수 없는 파일입니다. Excel(.xlsx) 또는 CSV 파일을 선택해 주세요.',
    en: 'This file cannot be read as a list. Please choose an Excel (.xlsx) or CSV file.',
  },
  IMPORT_HEADS: {
    http: 400,
    ko: '제목 열을 찾지 못했습니다. 첫 행에 ‘제목’과 같은 열 이름이 있는지 확인해 주세요.',
    en: 'No title column was found. Please make sure that a row of headings includes “Title”.',
  },
  IMPORT_TOO_LARGE: {
    http: 400,
    ko: '목록이 너무 큽니다. 한 번에 {{rows}}행까지 가져올 수 있습니다.',
    en: 'The list is too large. Up to {{rows}} rows can be imported at a time.',
  },
  IMPORT_INVALID: {
    http: 400,
    ko: '{{count}}개 행에 오류가 있어 아무것도 가져오지 않았습니다. 오류를 고친 뒤 다시 시도해 주세요.',
    en: 'Nothing was imported, because {{count}} rows have errors. Please correct them and try again.',
  },
  EXPORT_TOO_LARGE: {
    http: 400,
    ko: 'PDF로는 {{limit}}건까지 내보낼 수 있습니다. 조건을 좁히거나 Excel로 내보내 주세요.',
    en: 'A PDF can hold up to {{limit}} items. Please narrow the filters or export to Excel.',
  },
  TOPIC_LIMIT: {
    http: 200,
    ko: '주제는 {{limit}}개까지 만들 수 있습니다.',
    en: 'A data room can have up to {{limit}} topics.',
  },
} as const satisfies Record<string, ErrorEntry>
