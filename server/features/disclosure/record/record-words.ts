import type { Language } from '../../../../contract/core/language.ts'
import type { DisclosedAnswer } from './disclosed-answers.ts'

interface Words {
  readonly title: string
  readonly answers: string
  readonly group: string
  readonly at: string
  readonly made: string
  readonly by: string
  readonly counts: (documents: number, answers: number) => string
  readonly period: string
  readonly networks: string
  readonly proof: string
  readonly past: string
  readonly tooLong: string
  readonly columns: Readonly<Record<'number' | 'kind' | 'title' | 'question' | 'answeredAt' | 'answer' | 'attached', string>>
  readonly kinds: Readonly<Record<DisclosedAnswer['kind'], string>>
}

export const RECORD_WORDS: Readonly<Record<Language, Words>> = {
  ko: {
    title: '공개 기록',
    answers: '답변',
    group: '그룹',
    at: '기준 시각',
    made: '작성 시각',
    by: '작성자',
    counts: (documents, answers) => `문서 ${documents}개, 답변 ${answers}건`,
    period: '그룹의 접속 기간',
    networks: '접속 네트워크',
    proof:
      '이 그룹이 기준 시각에 볼 수 있던 문서와 버전, 받은 답변을 적은 기록입니다. 함께 있는 verify.html에서 이 기록이 바뀌지 않았는지 확인할 수 있고, SHA-256은 데이터룸의 활동 내역에도 남아 있습니다.',
    past: '기준 시각이 지난 뒤에 만든 기록입니다. 그 사이에 완전히 삭제된 문서는 포함되지 않습니다.',
    tooLong: '문서가 많아 목록은 disclosure.xlsx와 disclosure.json에만 있습니다.',
    columns: {
      number: '번호',
      kind: '종류',
      title: '제목',
      question: '내용',
      answeredAt: '답변일시',
      answer: '답변',
      attached: '연결·첨부 문서',
    },
    kinds: { QUESTION: '질의', REQUEST: '자료요청', FAQ: 'FAQ' },
  },
  en: {
    title: 'Disclosure record',
    answers: 'Answers',
    group: 'Group',
    at: 'As of',
    made: 'Recorded at',
    by: 'Recorded by',
    counts: (documents, answers) =>
      `${documents} ${documents === 1 ? 'document' : 'documents'}, ${answers} ${answers === 1 ? 'answer' : 'answers'}`,
    period: 'Access period of the group',
    networks: 'Networks',
    proof:
      'This record states which documents and versions the group could see at that time, and which answers it had received. Use the enclosed verify.html to check that it is unchanged. The activity log of the data room holds its SHA-256 as well.',
    past: 'This record was made after that time. Documents permanently deleted in between are not included.',
    tooLong: 'The room holds too many documents for a PDF. They are listed in disclosure.en.xlsx and disclosure.json.',
    columns: {
      number: 'No.',
      kind: 'Type',
      title: 'Subject',
      question: 'Text',
      answeredAt: 'Answered',
      answer: 'Answer',
      attached: 'Linked and attached documents',
    },
    kinds: { QUESTION: 'Question', REQUEST: 'Request', FAQ: 'FAQ' },
  },
}
