import type { ErrorEntry } from './error-entry.ts'

export const DOCUMENT_ERRORS = {
  ACT_STOPPED: {
    http: 422,
    ko: '중단했습니다. 아무것도 바뀌지 않았습니다.',
    en: 'Stopped. Nothing was changed.',
  },
  STRUCTURE_INVALID: {
    http: 422,
    ko: '{{row}}행: {{reason}} 오류가 있는 행이 {{count}}개여서 폴더를 하나도 만들지 않았습니다.',
    en: 'Row {{row}}: {{reason}} No folder was created. Rows with errors: {{count}}.',
  },
  STRUCTURE_TOO_LARGE: {
    http: 422,
    ko: '폴더 구조가 너무 큽니다. 한 번에 {{rows}}행까지 만들 수 있습니다.',
    en: 'The folder structure is too large. Up to {{rows}} rows can be created at a time.',
  },
  STRUCTURE_EMPTY: {
    http: 422,
    ko: '폴더로 만들 행이 없습니다. ‘단계’와 ‘이름’ 열이 있는 목록인지 확인해 주세요.',
    en: 'No row describes a folder. Please make sure that the table has columns for “Level” and “Name”.',
  },
  TEMPLATE_EMPTY: {
    http: 422,
    ko: '템플릿으로 저장할 하위 폴더가 없습니다.',
    en: 'There are no subfolders to save as a template.',
  },
  TEMPLATE_LIMIT: {
    http: 422,
    ko: '템플릿은 데이터룸마다 {{limit}}개까지 저장할 수 있습니다. 쓰지 않는 템플릿을 삭제해 주세요.',
    en: 'Up to {{limit}} templates can be saved in a data room. Please remove one that you no longer use.',
  },
  EXPECTED_LIMIT: {
    http: 422,
    ko: '받을 문서는 데이터룸마다 {{limit}}건까지 등록할 수 있습니다.',
    en: 'Up to {{limit}} expected documents can be listed in a data room.',
  },
  NUMBERING_OFF: {
    http: 422,
    ko: '이 데이터룸에서는 지금 이 색인 번호 기능을 사용하지 않습니다. 설정의 색인 번호를 확인해 주세요.',
    en: 'This is not available with the index numbering that this data room uses now. Please check index numbers in the settings.',
  },
  NUMBERS_CHANGED: {
    http: 422,
    ko: '되돌릴 수 없습니다. 그 뒤에 색인 번호가 다시 바뀌었거나 이미 되돌렸거나 시간이 지났습니다. 번호는 지금 그대로입니다.',
    en: 'This can no longer be undone: the index numbers were changed again, it was undone already, or too much time has passed. The numbers are as they were.',
  },
} as const satisfies Record<string, ErrorEntry>
