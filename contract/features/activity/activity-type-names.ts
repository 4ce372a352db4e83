import type { Language } from '../../core/language.ts'
import { ACTIVITY_TYPES, type ActivityType } from './activity-types.ts'

const NAMES: Readonly<Record<ActivityType, readonly [korean: string, english: string]>> = {
  login: ['로그인', 'Login'],
  refusal: ['거부', 'Refusal'],
  view: ['열람', 'View'],
  print: ['인쇄', 'Print'],
  download: ['다운로드', 'Download'],
  capture: ['화면 캡처 시도', 'Screen capture attempt'],
  upload: ['업로드', 'Upload'],
  rename: ['이름 바꾸기', 'Rename'],
  move: ['이동', 'Move'],
  copy: ['복사', 'Copy'],
  delete: ['삭제', 'Delete'],
  restore: ['복원', 'Restore'],
  publish: ['문서 공개', 'Publication'],
  invite: ['사용자 초대', 'Invitation'],
  rights: ['권한 변경', 'Permission change'],
  switch: ['설정 변경', 'Settings change'],
  message: ['메시지', 'Message'],
  question: ['질의·자료요청', 'Question or request'],
  export: ['내보내기', 'Export'],
  sign: ['전자 서명', 'E-signature'],
  viewAs: ['다른 사용자로 보기', 'View as participant'],
  gate: ['운영자 화면 열기', 'Operator area opened'],
  session: ['로그인 종료', 'Session ended'],
  room: ['데이터룸', 'Data room'],
}

export function nameOfType(type: string, language: Language): string {
  const known = ACTIVITY_TYPES.find((name) => name === type)
  return known ? NAMES[known][language === 'ko' ? 0 : 1] : type
}
