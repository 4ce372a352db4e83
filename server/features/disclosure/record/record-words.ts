import type { Language } from '../../../../contract/core/language.ts'
import type { DisclosedAnswer } from './disclosed-answers.ts'

interface RecordWords {
  readonly title: string
  readonly listTitle: string
  readonly answers: string
  readonly room: string
  readonly group: string
  readonly at: string
  readonly made: string
  readonly by: string
  readonly counts: (documents: number, answers: number) => string
  readonly period: string
  readonly proof: string
  readonly noProof: string
  readonly past: string
  readonly unplaced: (documents: number) => string
  readonly outside: string
  readonly tooLong: string
  readonly columns: Readonly<
    Record<'number' | 'kind' | 'title' | 'question' | 'answeredAt' | 'answer' | 'attached', string>
  >
  readonly kinds: Readonly<Record<DisclosedAnswer['kind'], string>>
}

export const RECORD_WORDS: Readonly<Record<Language, RecordWords>> = {
  ko: {
    title: '공개 기록',
    listTitle: '과거 시점의 문서 색인',
    answers: '답변',
    room: '데이터룸',
    group: '그룹',
    at: '기준 시각',
    made: '작성 시각',
    by: '작성자',
    counts: (documents, answers) => `문서 ${documents}개, 답변 ${answers}건`,
    period: '그룹의 접속 기간',
    proof:
      '이 그룹이 기준 시각에 볼 수 있던 문서와 버전, 받은 답변을 적은 기록입니다. 함께 있는 verify.html에서 이 기록이 바뀌지 않았는지 확인할 수 있고, SHA-256은 데이터룸의 활동 내역에도 남아 있습니다.',
    noProof:
      '이 그룹이 기준 시각에 볼 수 있던 문서와 버전, 받은 답변의 목록입니다. 서명하지 않은 목록이므로, 입증이 필요한 경우에는 공개 기록을 이용해 주십시오.',
    past: '기준 시각이 지난 뒤에 작성되었습니다. 그 사이에 완전히 삭제된 문서, 수정되거나 삭제된 FAQ, 다른 그룹에서 옮겨 온 질의는 포함되지 않으며, 답변은 지금 남아 있는 내용입니다.',
    unplaced: (documents) =>
      `문서 ${documents}개는 그 시각에 있던 폴더가 완전히 삭제되어 볼 수 있었는지 알 수 없으므로 포함하지 않았습니다.`,
    outside: '기준 시각은 이 그룹의 접속 기간 밖입니다. 접속했다면 볼 수 있던 문서를 적었습니다.',
    tooLong: '문서나 답변이 많아 목록은 disclosure.xlsx와 disclosure.json에만 있습니다.',
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
    listTitle: 'Index as of an earlier time',
    answers: 'Answers',
    room: 'Data room',
    group: 'Group',
    at: 'As of',
    made: 'Recorded at',
    by: 'Recorded by',
    counts: (documents, answers) =>
      `${documents} ${documents === 1 ? 'document' : 'documents'}, ${answers} ${answers === 1 ? 'answer' : 'answers'}`,
    period: 'Access period of the group',
    proof:
      'This record states which documents and versions the group could see at that time, and which answers it had received. Use the enclosed verify.html to check that it is unchanged. The activity log of the data room holds its SHA-256 as well.',
    noProof:
      'This list states which documents and versions the group could see at that time, and which answers it had received. It is not signed. If proof is needed, create a disclosure record.',
    past: 'Prepared after that time. Documents permanently deleted since, FAQ entries changed or removed since and questions taken over from another group since are not included, and answers are given as they stand today.',
    unplaced: (documents) =>
      `${documents} ${documents === 1 ? 'document is' : 'documents are'} not included, because the folder of that time was permanently deleted and it is not known whether the group could see ${documents === 1 ? 'it' : 'them'}.`,
    outside:
      'That time is outside the access period of this group. What it could have seen is stated.',
    tooLong:
      'There are too many documents or answers for a PDF. They are listed in disclosure.en.xlsx and disclosure.json.',
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
