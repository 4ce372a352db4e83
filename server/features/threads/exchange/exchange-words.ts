import type { Language } from '../../../../contract/core/errors.ts'
import type {
  Priority,
  ShownState,
  ThreadType,
} from '../../../../contract/features/threads/thread-states.ts'

export const EXPORT_COLUMNS = [
  'number',
  'type',
  'group',
  'topic',
  'priority',
  'state',
  'due',
  'assignee',
  'title',
  'question',
  'answer',
  'links',
  'createdAt',
  'updatedAt',
] as const
export type ExportColumn = (typeof EXPORT_COLUMNS)[number]

interface ThreadExportWords {
  readonly title: string
  readonly columns: Readonly<Record<ExportColumn, string>>
  readonly types: Readonly<Record<ThreadType, string>>
  readonly priorities: Readonly<Record<Priority, string>>
  readonly states: Readonly<Record<ShownState, string>>
  readonly provided: string
}

/** The import recognizes these heads. */
export const WORDS: Readonly<Record<Language, ThreadExportWords>> = {
  ko: {
    title: '질의·자료요청',
    columns: {
      number: '번호',
      type: '종류',
      group: '그룹',
      topic: '주제',
      priority: '우선순위',
      state: '상태',
      due: '기한',
      assignee: '담당',
      title: '제목',
      question: '내용',
      answer: '답변',
      links: '연결 문서',
      createdAt: '등록일시',
      updatedAt: '변경일시',
    },
    types: { QUESTION: '질의', REQUEST: '자료요청' },
    priorities: { HIGH: '높음', NORMAL: '보통', LOW: '낮음' },
    states: {
      DRAFT: '임시 저장',
      SUBMITTED: '제출됨',
      ASSIGNED: '배정됨',
      ANSWERED: '승인 대기',
      APPROVED: '승인됨',
      DELIVERED: '답변 완료',
      CLOSED: '종결',
      RETURNED: '반려',
      WITHDRAWN: '철회',
      IN_PROGRESS: '답변 준비 중',
      OPEN: '요청됨',
      PARTLY: '일부 제공',
      NOT_AVAILABLE: '제공 불가',
      CONFIRMED: '확인 완료',
    },
    provided: '제공 완료',
  },
  en: {
    title: 'Questions and requests',
    columns: {
      number: 'No.',
      type: 'Type',
      group: 'Group',
      topic: 'Topic',
      priority: 'Priority',
      state: 'Status',
      due: 'Due date',
      assignee: 'Assignee',
      title: 'Title',
      question: 'Text',
      answer: 'Answer',
      links: 'Linked documents',
      createdAt: 'Entered',
      updatedAt: 'Changed',
    },
    types: { QUESTION: 'Question', REQUEST: 'Request' },
    priorities: { HIGH: 'High', NORMAL: 'Normal', LOW: 'Low' },
    states: {
      DRAFT: 'Draft',
      SUBMITTED: 'Submitted',
      ASSIGNED: 'Assigned',
      ANSWERED: 'Awaiting approval',
      APPROVED: 'Approved',
      DELIVERED: 'Answered',
      CLOSED: 'Closed',
      RETURNED: 'Returned',
      WITHDRAWN: 'Withdrawn',
      IN_PROGRESS: 'In progress',
      OPEN: 'Requested',
      PARTLY: 'Partly provided',
      NOT_AVAILABLE: 'Not available',
      CONFIRMED: 'Confirmed',
    },
    provided: 'Provided',
  },
}
