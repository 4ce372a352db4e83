import type { Warning } from '../../../members/index.ts'
import type { PaceSpan, What } from './pace.rules.ts'

const WHAT: Record<What, readonly [ko: string, en: string]> = {
  documents: ['문서 열람', 'documents opened'],
  pages: ['페이지 열람', 'pages viewed'],
  downloads: ['다운로드와 인쇄', 'downloads and prints'],
}
const SPAN: Record<PaceSpan, readonly [ko: string, en: string]> = {
  minute: ['1분', 'minute'],
  hour: ['1시간', 'hour'],
}

interface FastReadingReport {
  readonly what: What
  readonly span: PaceSpan
  readonly limit: number
}

export const fastReading = ({ what, span, limit }: FastReadingReport): Warning => ({
  subject: '지나치게 빠른 열람 / Unusually fast reading',
  paragraphs: [
    '한 사용자가 사람이 읽을 수 있는 속도보다 빠르게 자료를 열었습니다. 프로그램으로 자료를 모으고 있거나 다른 사람이 로그인을 사용하고 있을 수 있으니 활동 내역을 확인하고, 필요하면 접근을 차단해 주세요.',
    'A participant is reading faster than a person can. They may be collecting documents with a program, or someone else may be using their session. Please check the activity log and suspend their access if necessary.',
  ],
  fact: {
    label: '한도 / Limit',
    value: `${WHAT[what][0]} ${SPAN[span][0]}에 ${limit} / ${limit} ${WHAT[what][1]} per ${SPAN[span][1]}`,
  },
})
