import type { ErrorEntry } from './error-entry.ts'

export const BRAND_ERRORS = {
  COLOR_CONTRAST: {
    http: 422,
    ko: '{{color}} 색은 대비가 4.5:1보다 낮아 글자와 버튼을 읽기 어렵습니다. 가장 가까운 색은 {{nearest}}입니다.',
    en: 'The colour {{color}} has a contrast below 4.5:1, which makes text and buttons hard to read. Please use {{nearest}}, the nearest one that has it.',
  },
  SENDER_NAME: {
    http: 422,
    ko: '보내는 사람 이름에는 @, 꺾쇠괄호, 큰따옴표를 쓸 수 없습니다.',
    en: 'The sender name cannot contain @, angle brackets or double quotes.',
  },
  REPLY_ADDRESS: {
    http: 422,
    ko: '회신 주소를 확인해 주세요.',
    en: 'Please check the reply address.',
  },
  LOGO_REFUSED: {
    http: 422,
    ko: '로고는 512 kB 이하의 PNG, JPEG, SVG 파일이어야 합니다.',
    en: 'A logo must be a PNG, JPEG or SVG file of up to 512 kB.',
  },
} as const satisfies Record<string, ErrorEntry>
