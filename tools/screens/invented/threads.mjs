import { GROUPS } from '../groups/rights-scenes.mjs'

export const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const AT = '2026-11-26T05:12:00.000Z'
export const TOPICS = ['재무·회계', '세무', '법률·계약', '인사·노무', '지식재산권'].map(
  (name, index) => ({ id: id(900 + index), name }),
)
const BIDDERS = GROUPS.slice(0, 2).map(({ id: groupId, name, color }) => ({
  id: groupId,
  name,
  color,
}))
export const EXPERT = { id: 41, name: '오세무' }

export const ROWS = [
  [
    'Q-014',
    'QUESTION',
    '매출채권 대손충당금의 산정 근거와 연령별 내역',
    'SUBMITTED',
    0,
    'HIGH',
    null,
    true,
    null,
  ],
  [
    'R-006',
    'REQUEST',
    '최근 3개 연도 세무조정계산서와 법인세 신고서',
    'OPEN',
    1,
    'NORMAL',
    '2026-11-20',
    true,
    EXPERT,
  ],
  [
    'Q-013',
    'QUESTION',
    '주요 고객 계약의 지배권 변경(change of control) 조항과 해지 사유',
    'ANSWERED',
    2,
    'HIGH',
    '2026-12-01',
    false,
    EXPERT,
  ],
  [
    'Q-012',
    'QUESTION',
    '핵심 인력의 경업금지 약정',
    'ASSIGNED',
    3,
    'NORMAL',
    '2026-12-03',
    false,
    EXPERT,
  ],
  [
    'Q-011',
    'QUESTION',
    '특허 공동 출원인과 실시권 설정 현황',
    'DELIVERED',
    4,
    'LOW',
    null,
    false,
    EXPERT,
  ],
  ['R-005', 'REQUEST', '취업규칙과 단체협약', 'PARTLY', 3, 'NORMAL', '2026-12-05', false, EXPERT],
  ['Q-010', 'QUESTION', '재고자산 평가 방법', 'RETURNED', 0, 'NORMAL', null, false, null],
  [
    'R-004',
    'REQUEST',
    '소송 중인 사건의 목록과 진행 경과',
    'CONFIRMED',
    2,
    'NORMAL',
    null,
    false,
    EXPERT,
  ],
].map(([number, type, title, state, topic, priority, due, unread, assignee], index) => ({
  ...{
    id: id(index + 1),
    type,
    title,
    state,
    priority,
    due,
    unread,
    assignee,
    rev: 3,
    updatedAt: AT,
  },
  ...{
    number: `${index % 3 === 2 ? 'C' : 'B'}/${number}`,
    group: BIDDERS[index % 2],
    topic: TOPICS[topic],
  },
}))

const INNER = ['SUBMITTED', 'ASSIGNED', 'ANSWERED', 'APPROVED']

export const outer = ({ group: _, assignee: __, ...row }) => ({
  ...row,
  number: row.number.slice(2),
  state: row.type === 'QUESTION' && INNER.includes(row.state) ? 'IN_PROGRESS' : row.state,
  due: row.type === 'REQUEST' ? row.due : null,
})

const A4_FILE = {
  status: 'READY',
  pages: Array.from({ length: 3 }, () => ({ width: 595, height: 842 })),
}

const ENTRIES = [
  {
    ...{
      id: id(101),
      kind: 'QUESTION',
      at: '2026-11-24T01:20:00.000Z',
      by: '정하윤',
      isOwn: false,
      side: 'group',
    },
    text: '계약서 초안 3쪽의 해지 조항에 따르면 지배권이 변경되는 경우 고객이 계약을 해지할 수 있습니다.\n\n1. 상위 10개 고객 가운데 같은 조항이 있는 계약은 몇 건입니까?\n2. 이번 거래와 관련하여 고객의 사전 동의를 받을 계획입니까?',
    links: [{ itemId: 1, parent: 0, name: '계약서 초안.pdf', isFolder: false, page: 3 }],
    files: [
      { ...A4_FILE, id: id(201), name: '해지 조항 검토의견 (법무법인 한결).pdf', size: 482_310 },
      { id: id(203), name: '고객별 계약 현황.xlsx', size: 61_440, status: 'WAITING', pages: [] },
      {
        id: id(204),
        name: '사전 동의 요청서 초안.docx',
        size: 38_912,
        status: 'LOCKED',
        pages: [],
      },
    ],
  },
  {
    ...{
      id: id(102),
      kind: 'NOTE',
      at: '2026-11-25T02:05:00.000Z',
      by: '김운영',
      isOwn: true,
      side: 'operators',
    },
    text: '법무팀 확인 전까지는 건수만 답변해 주세요.',
    links: [],
    files: [],
  },
  {
    ...{
      id: id(103),
      kind: 'ANSWER',
      at: '2026-11-26T05:12:00.000Z',
      by: '오세무',
      isOwn: false,
      side: 'operators',
      isPending: true,
    },
    text: '상위 10개 고객 가운데 4개 고객의 계약에 같은 조항이 있습니다. 해당 계약은 연결한 문서에서 확인하실 수 있습니다.',
    links: [
      { itemId: 2, parent: 0, name: '부속합의서.pdf', isFolder: false, isUnseen: true },
      { itemId: 3, parent: 0, name: '02 재무', isFolder: true },
    ],
    files: [{ ...A4_FILE, id: id(202), name: '조항 요약표.png', size: 96_400 }],
  },
]

const HISTORY = [
  { at: '2026-11-24T01:20:00.000Z', from: null, to: 'SUBMITTED', by: '정하윤' },
  {
    at: '2026-11-24T06:00:00.000Z',
    from: 'SUBMITTED',
    to: 'ASSIGNED',
    by: '김운영',
    assignee: '오세무',
  },
  { at: AT, from: 'ASSIGNED', to: 'ANSWERED', by: '오세무' },
]

const NOTHING = {
  moves: [],
  entries: [],
  edit: false,
  fulfil: false,
  publish: false,
  assign: false,
  download: true,
}

export const THREAD = {
  ...ROWS[2],
  ...{
    createdAt: '2026-11-24T01:20:00.000Z',
    author: '정하윤',
    isOwn: false,
    entries: ENTRIES,
    history: HISTORY,
    mergedInto: null,
  },
  faqs: [],
  can: {
    moves: ['APPROVED', 'ASSIGNED'],
    entries: ['ANSWER', 'NOTE'],
    edit: false,
    fulfil: false,
    publish: true,
    assign: true,
    download: true,
  },
}

export const OF_GROUP = {
  ...outer({ ...ROWS[4], state: 'DELIVERED' }),
  ...{
    createdAt: '2026-11-24T01:20:00.000Z',
    author: '이참여',
    isOwn: true,
    mergedInto: null,
    faqs: [],
  },
  entries: [
    { ...ENTRIES[0], by: '이참여', isOwn: true },
    {
      ...ENTRIES[2],
      by: null,
      isPending: undefined,
      links: ENTRIES[2].links.map(({ isUnseen: _, ...link }) => link),
    },
  ],
  history: HISTORY.slice(0, 1).concat({ at: AT, from: 'SUBMITTED', to: 'DELIVERED', by: null }),
  can: { ...NOTHING, moves: ['CLOSED', 'SUBMITTED'], entries: ['QUESTION'] },
}

export const VIEWS = [
  { name: '이번 주 마감', filter: { overdue: true, sort: 'due' } },
  { name: '법무 자료요청', filter: { type: 'REQUEST', topicId: TOPICS[1].id } },
]

export const OWN = {
  canDraft: true,
  canSubmit: true,
  reason: null,
  lastDay: null,
  left: {},
  unread: 2,
  mails: 'each',
}
export const FAQ = [
  {
    number: 'FAQ-002',
    title: '실사 기간의 연장',
    question: '실사 기간을 연장할 수 있습니까?',
    answer: '12월 12일까지 연장되었습니다. 이후에는 연장할 계획이 없습니다.',
  },
  {
    number: 'FAQ-001',
    title: '재무제표의 기준',
    question: '공개된 재무제표는 어느 기준으로 작성되었습니까?',
    answer: '한국채택국제회계기준(K-IFRS)에 따라 작성한 연결 재무제표입니다.',
  },
].map((faq, index) => ({
  ...faq,
  id: id(700 + index),
  topic: TOPICS[index],
  publishedAt: AT,
  updatedAt: AT,
}))

export const SETTINGS = {
  ...{
    limits: { total: 100, day: 10, priority: { HIGH: 5 } },
    lastDay: '2026-12-12',
    approval: true,
    names: false,
    hidesGroups: false,
  },
  groups: [{ groupId: GROUPS[1].id, limits: null, lastDay: '2026-12-19' }],
  answerers: [
    { id: 1, name: '김운영', isOperator: true },
    { id: 41, name: '오세무', isOperator: false },
  ],
}

const hours = (open, answered, meanHours) => ({ open, answered, meanHours })
export const SUMMARY = {
  ...{
    open: 17,
    overdue: 2,
    unassigned: 5,
    toApprove: 3,
    oldest: { id: id(1), number: 'B/Q-004', since: '2026-11-12T03:00:00.000Z' },
  },
  topics: TOPICS.slice(0, 4).map((topic, index) => ({
    topic,
    ...hours(6 - index, 10 + index, [31.5, 72, 18.2, null][index]),
  })),
  experts: [{ person: EXPERT, ...hours(9, 21, 27.4) }],
}

export const IMPORTED = {
  columns: [
    ['번호', 'number'],
    ['요청 자료', 'title'],
    ['상세 내용', 'text'],
    ['분야', 'topic'],
    ['회신 기한', 'due'],
    ['비고', null],
  ].map(([head, field]) => ({ head, field })),
  rows: [
    [2, 'new', null, '최근 3개 연도 결산 감사보고서', []],
    [3, 'changed', 'R-004', '소송 중인 사건의 목록과 진행 경과', []],
    [4, 'same', 'R-005', '취업규칙과 단체협약', []],
    [
      5,
      'error',
      null,
      '주요 거래처별 매출 현황',
      [
        { field: 'due', code: 'DATE' },
        { field: 'topic', code: 'TOPIC' },
      ],
    ],
  ].map(([row, change, number, title, errors]) => ({
    row,
    change,
    number,
    title,
    errors,
    fields: change === 'changed' ? ['due'] : [],
  })),
  counts: { new: 1, changed: 1, same: 1, error: 1 },
  isApplied: false,
}
