import type { Language } from '../../../../contract/core/errors.ts'
import {
  LEVEL_NAMES,
  LEVELS,
  type Level,
  readLevel,
} from '../../../../contract/features/groups/levels.ts'

/** Kept files contain this name. */
export const HIDDEN_SHEET = 'sealroom'
export const MATRIX_FORMAT = 'sealroom-rights/1'

export const WORDS = {
  ko: {
    sheet: '권한',
    item: '폴더·문서',
    root: '전체 문서',
    since: '부터',
    until: '까지',
    groups: '그룹',
    group: '그룹',
    networks: '접속 네트워크',
    people: '사용자',
    name: '이름',
    operator: '운영자',
    print: '인쇄',
    download: '다운로드',
    access: '접근',
    yes: '허용',
    no: '차단',
    from: '시작',
    end: '종료',
    at: '기준 시각',
    recorded: '변경 기록 시작 (이전 상태는 이 시각의 상태)',
  },
  en: {
    sheet: 'Permissions',
    item: 'Folder or document',
    root: 'All documents',
    since: 'from',
    until: 'until',
    groups: 'Groups',
    group: 'Group',
    networks: 'Networks',
    people: 'People',
    name: 'Name',
    operator: 'Operator',
    print: 'Print',
    download: 'Download',
    access: 'Access',
    yes: 'Allowed',
    no: 'Blocked',
    from: 'From',
    end: 'Until',
    at: 'As of',
    recorded: 'Changes recorded since (earlier state is that of this time)',
  },
} as const satisfies Record<Language, unknown>

export const wordOf = (level: Level, language: Language): string =>
  LEVEL_NAMES[language][LEVELS.indexOf(level)] ?? level

export const BRACKET = '('

/** Returns null for empty cells and bracketed levels. @returns undefined for unknown words */
export function readCell(text: string): Level | null | undefined {
  // Imports ignore the period after the semicolon.
  const [word = ''] = text.split(';')
  const isInherited = word.trim() === '' || word.trim().startsWith(BRACKET)
  return isInherited ? null : readLevel(word)
}
