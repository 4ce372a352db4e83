import type { ErrorEntry } from './error-entry.ts'

export const READING_ERRORS = {
  NO_SESSION: { http: 401, ko: '로그인이 필요합니다.', en: 'Please log in.' },
  SESSION_ENDED: {
    http: 401,
    ko: '로그인이 만료되었습니다. 다시 로그인해 주세요.',
    en: 'Your session has ended. Please log in again.',
  },
  SESSION_IDLE: {
    http: 401,
    ko: '30분 동안 사용하지 않아 로그아웃되었습니다.',
    en: 'You were logged out after 30 minutes of inactivity.',
  },
  SESSION_EXPIRED: {
    http: 401,
    ko: '로그인한 지 12시간이 지나 로그아웃되었습니다. 다시 로그인해 주세요.',
    en: 'You were logged out 12 hours after logging in. Please log in again.',
  },
  ENDED_ELSEWHERE: {
    http: 401,
    ko: '다른 기기에서 이 로그인을 종료했습니다. 다시 로그인해 주세요.',
    en: 'You ended this session on another device. Please log in again.',
  },
  ENDED_BY_OPERATOR: {
    http: 401,
    ko: '운영자가 로그인을 종료했습니다. 다시 로그인해 주세요.',
    en: 'An operator ended your session. Please log in again.',
  },
  ACCESS_BLOCKED: {
    http: 401,
    ko: '운영자가 접근을 일시 차단했습니다. 운영자에게 문의해 주세요.',
    en: 'An operator has suspended your access. Please contact an operator.',
  },
  VIEW_AS_ENDED: {
    http: 401,
    ko: '이 사용자로 보기가 끝났습니다.',
    en: 'Viewing as this participant has ended.',
  },
  ROOM_CLOSED: { http: 401, ko: '종료된 데이터룸입니다.', en: 'This data room is closed.' },
  ROOM_FROZEN: {
    http: 403,
    ko: '동결되었거나 종료된 데이터룸이라 내용을 바꿀 수 없습니다.',
    en: 'This data room is frozen or closed, so its content cannot be changed.',
  },
  NOT_RAISED: {
    http: 403,
    ko: '운영자 코드를 먼저 입력해 주세요.',
    en: 'Please enter the operator code first.',
  },
  DOWNLOAD_DENIED: {
    http: 403,
    ko: '다운로드 권한이 없습니다.',
    en: 'You have no download permission',
  },
  PRINT_DENIED: { http: 403, ko: '인쇄 권한이 없습니다.', en: 'You have no print permission' },
  PRINT_TYPE: {
    http: 415,
    ko: '이미지와 PDF 파일만 인쇄할 수 있습니다.',
    en: 'Only image and PDF files can be printed',
  },
  PREVIEW_PENDING: {
    http: 422,
    ko: '미리보기를 만드는 중입니다. 잠시 후 다시 열어 주세요.',
    en: 'The preview is being generated. Please try again shortly.',
  },
  SLOW: {
    http: 503,
    ko: '이 페이지는 그리는 데 시간이 더 걸립니다. 잠시 후 다시 요청해 주세요.',
    en: 'This page takes longer to render. Please request it again shortly.',
  },
  DOCUMENT_LOCKED: {
    http: 422,
    ko: '비밀번호로 잠긴 문서라 미리 볼 수 없습니다.',
    en: 'This document is password-protected and cannot be previewed.',
  },
  DOCUMENT_BROKEN: {
    http: 422,
    ko: '손상된 문서라 열 수 없습니다.',
    en: 'This document is damaged and cannot be opened.',
  },
  DOCUMENT_TOO_LARGE: {
    http: 422,
    ko: '페이지가 너무 커서 표시할 수 없습니다.',
    en: 'This page is too large to display.',
  },
  DOCUMENT_SLOW: {
    http: 422,
    ko: '문서를 처리하는 데 너무 오래 걸려 중단했습니다.',
    en: 'Processing this document took too long and was stopped.',
  },
  NO_PREVIEW: {
    http: 422,
    ko: '미리보기를 지원하지 않는 형식입니다.',
    en: 'This file type has no preview.',
  },
  NO_CONVERTER: {
    http: 422,
    ko: '이 서버에는 이 형식의 미리보기를 만드는 프로그램이 없습니다.',
    en: 'This server does not have the software to preview this file type.',
  },
} as const satisfies Record<string, ErrorEntry>
