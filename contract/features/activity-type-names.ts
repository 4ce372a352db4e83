import type { Language } from '../core/language.ts'
import { ACTIVITY_TYPES, type ActivityType } from './activity-types.ts'

const NAMES: Readonly<Record<ActivityType, readonly [korean: string, english: string]>> = {
  login: ['로그인', 'Login'],
  refusal: ['거부', 'Refusal'],
  view: ['열람', 'Viewing'],
  print: ['인쇄', 'Printing'],
  download: ['다운로드', 'Download'],
  capture: ['화면 캡처 시도', 'Screen capture attempt'],
  upload: ['업로드', 'Upload'],
  rename: ['이름 바꾸기', 'Renaming'],
  move: ['이동', 'Move'],
  copy: ['복사', 'Copy'],
  delete: ['삭제', 'Deletion'],
  restore: ['복원', 'Restoring'],
  invite: ['사용자 초대', 'Invitation'],
  rights: ['권한 변경', 'Change of rights'],
  switch: ['설정 변경', 'Change of settings'],
  message: ['메시지', 'Message'],
  export: ['내보내기', 'Export'],
  sign: ['전자 서명', 'Signing'],
  viewAs: ['다른 사용자로 보기', 'Viewing as a person'],
  gate: ['운영자 화면 열기', 'Opening the operator area'],
  session: ['로그인 종료', 'End of a session'],
  room: ['데이터룸', 'Room'],
}

/** What people call a type of entries. A type of another version is called by its own name. */
export function nameOfType(type: string, language: Language): string {
  const known = ACTIVITY_TYPES.find((name) => name === type)
  return known ? NAMES[known][language === 'ko' ? 0 : 1] : type
}
