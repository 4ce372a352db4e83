import type { Language } from '../../../../contract/core/errors.ts'

export const INDEX_COLUMNS = [
  ...(['number', 'level', 'type', 'name', 'location', 'version', 'size', 'pages', 'date'] as const),
  ...(['state', 'access', 'sha256', 'link'] as const),
] as const
export type IndexColumn = (typeof INDEX_COLUMNS)[number]

interface IndexWords {
  readonly title: string
  readonly columns: Readonly<Record<IndexColumn, string>>
  readonly folder: string
  readonly document: string
  readonly staged: string
  readonly missing: string
  readonly published: string
  readonly open: string
  readonly asGroup: (name: string) => string
  readonly asOperators: string
  readonly selected: string
  readonly shortSize: string
  readonly unknownVersion: string
  readonly made: (when: string) => string
  readonly none: string
}

/** Folder list imports read the first four headings. */
export const WORDS: Readonly<Record<Language, IndexWords>> = {
  ko: {
    title: '문서 색인',
    columns: {
      number: '번호',
      level: '단계',
      type: '종류',
      name: '이름',
      location: '위치',
      size: '크기(바이트)',
      pages: '쪽수',
      date: '등록일시',
      version: '버전',
      state: '상태',
      access: '권한',
      sha256: 'SHA-256',
      link: '링크',
    },
    folder: '폴더',
    document: '문서',
    staged: '공개 대기',
    missing: '미수령',
    published: '공개',
    open: '열기',
    asGroup: (name) => `${name} 그룹에 보이는 문서`,
    asOperators: '운영자에게 보이는 문서',
    selected: '선택한 항목과 그 하위 항목',
    shortSize: '크기',
    unknownVersion: '그 시각의 버전은 완전히 삭제되어 알 수 없음',
    made: (when) => `${when} 기준`,
    none: '폴더와 문서가 없습니다.',
  },
  en: {
    title: 'Index of documents',
    columns: {
      number: 'Index',
      level: 'Level',
      type: 'Type',
      name: 'Name',
      location: 'Location',
      size: 'Size (bytes)',
      pages: 'Pages',
      date: 'Uploaded',
      version: 'Version',
      state: 'State',
      access: 'Access',
      sha256: 'SHA-256',
      link: 'Link',
    },
    folder: 'Folder',
    document: 'Document',
    staged: 'Staged',
    missing: 'Missing',
    published: 'Published',
    open: 'Open',
    asGroup: (name) => `As seen by the group ${name}`,
    asOperators: 'As seen by operators',
    selected: 'Selected items with all below them',
    shortSize: 'Size',
    unknownVersion: 'The version of that time was permanently deleted',
    made: (when) => `As of ${when}`,
    none: 'There are no folders or documents.',
  },
}
