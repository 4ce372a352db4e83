import type { ErrorEntry } from './error-entry.ts'

export const DISCLOSURE_ERRORS = {
  INDEX_TOO_LARGE: {
    http: 422,
    ko: '이 형식으로는 색인을 {{limit}}행까지 내보낼 수 있습니다.',
    en: 'This format can hold an index of up to {{limit}} rows.',
  },
  DISCLOSURE_TOO_LARGE: {
    http: 422,
    ko: '공개 기록은 휴지통을 포함해 폴더와 문서 {{items}}개, 답변이 있는 질의 {{answers}}건까지 만들 수 있습니다.',
    en: 'A disclosure record can cover up to {{items}} folders and documents, including the trash, and {{answers}} answered questions.',
  },
  DISCLOSURE_NO_GROUP: {
    http: 422,
    ko: '이 그룹은 그 시각에 아직 없었습니다. 그룹을 만든 뒤의 시각을 선택해 주세요.',
    en: 'This group did not exist yet at that time. Please choose a time after it was created.',
  },
  DISCLOSURE_LIMIT: {
    http: 422,
    ko: '공개 기록은 데이터룸마다 {{limit}}건까지 만들 수 있습니다.',
    en: 'A data room can have up to {{limit}} disclosure records.',
  },
} as const satisfies Record<string, ErrorEntry>
