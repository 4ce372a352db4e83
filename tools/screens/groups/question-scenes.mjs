import sharp from 'sharp'
import { answerWith } from '../invented/answer-with.mjs'
import { GROUPS } from './rights-scenes.mjs'

const id = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const AT = '2026-11-26T05:12:00.000Z'
const TOPICS = ['재무·회계', '세무', '법률·계약', '인사·노무', '지식재산권'].map((name, index) => ({ id: id(900 + index), name }))
const BIDDERS = GROUPS.slice(0, 2).map(({ id: groupId, name, color }) => ({ id: groupId, name, color }))
const EXPERT = { id: 41, name: '오세무' }

const ROWS = [
  ['Q-014', 'QUESTION', '매출채권 대손충당금의 산정 근거와 연령별 내역', 'SUBMITTED', 0, 'HIGH', null, true, null],
  ['R-006', 'REQUEST', '최근 3개 연도 세무조정계산서와 법인세 신고서', 'OPEN', 1, 'NORMAL', '2026-11-20', true, EXPERT],
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
  ['Q-012', 'QUESTION', '핵심 인력의 경업금지 약정', 'ASSIGNED', 3, 'NORMAL', '2026-12-03', false, EXPERT],
  ['Q-011', 'QUESTION', '특허 공동 출원인과 실시권 설정 현황', 'DELIVERED', 4, 'LOW', null, false, EXPERT],
  ['R-005', 'REQUEST', '취업규칙과 단체협약', 'PARTLY', 3, 'NORMAL', '2026-12-05', false, EXPERT],
  ['Q-010', 'QUESTION', '재고자산 평가 방법', 'RETURNED', 0, 'NORMAL', null, false, null],
  ['R-004', 'REQUEST', '소송 중인 사건의 목록과 진행 경과', 'CONFIRMED', 2, 'NORMAL', null, false, EXPERT],
].map(([number, type, title, state, topic, priority, due, unread, assignee], index) => ({
  ...{ id: id(index + 1), type, title, state, priority, due, unread, assignee, rev: 3, updatedAt: AT },
  ...{ number: `${index % 3 === 2 ? 'C' : 'B'}/${number}`, group: BIDDERS[index % 2], topic: TOPICS[topic] },
}))

const INNER = ['SUBMITTED', 'ASSIGNED', 'ANSWERED', 'APPROVED']

const outer = ({ group: _, assignee: __, ...row }) => ({
  ...row,
  number: row.number.slice(2),
  state: row.type === 'QUESTION' && INNER.includes(row.state) ? 'IN_PROGRESS' : row.state,
  due: row.type === 'REQUEST' ? row.due : null,
})

const A4_FILE = { status: 'READY', pages: Array.from({ length: 3 }, () => ({ width: 595, height: 842 })) }

const ENTRIES = [
  {
    ...{ id: id(101), kind: 'QUESTION', at: '2026-11-24T01:20:00.000Z', by: '정하윤', isOwn: false, side: 'group' },
    text: '계약서 초안 3쪽의 해지 조항에 따르면 지배권이 변경되는 경우 고객이 계약을 해지할 수 있습니다.\n\n1. 상위 10개 고객 가운데 같은 조항이 있는 계약은 몇 건입니까?\n2. 이번 거래와 관련하여 고객의 사전 동의를 받을 계획입니까?',
    links: [{ itemId: 1, parent: 0, name: '계약서 초안.pdf', isFolder: false, page: 3 }],
    files: [
      { ...A4_FILE, id: id(201), name: '해지 조항 검토의견 (법무법인 한결).pdf', size: 482_310 },
      { id: id(203), name: '고객별 계약 현황.xlsx', size: 61_440, status: 'WAITING', pages: [] },
      { id: id(204), name: '사전 동의 요청서 초안.docx', size: 38_912, status: 'LOCKED', pages: [] },
    ],
  },
  {
    ...{ id: id(102), kind: 'NOTE', at: '2026-11-25T02:05:00.000Z', by: '김운영', isOwn: true, side: 'operators' },
    text: '법무팀 확인 전까지는 건수만 답변해 주세요.',
    links: [],
    files: [],
  },
  {
    ...{ id: id(103), kind: 'ANSWER', at: '2026-11-26T05:12:00.000Z', by: '오세무', isOwn: false, side: 'operators', isPending: true },
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
  { at: '2026-11-24T06:00:00.000Z', from: 'SUBMITTED', to: 'ASSIGNED', by: '김운영', assignee: '오세무' },
  { at: AT, from: 'ASSIGNED', to: 'ANSWERED', by: '오세무' },
]

const NOTHING = { moves: [], entries: [], edit: false, fulfil: false, publish: false, assign: false, download: true }

const THREAD = {
  ...ROWS[2],
  ...{ createdAt: '2026-11-24T01:20:00.000Z', author: '정하윤', isOwn: false, entries: ENTRIES, history: HISTORY, mergedInto: null },
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

const OF_GROUP = {
  ...outer({ ...ROWS[4], state: 'DELIVERED' }),
  ...{ createdAt: '2026-11-24T01:20:00.000Z', author: '이참여', isOwn: true, mergedInto: null, faqs: [] },
  entries: [
    { ...ENTRIES[0], by: '이참여', isOwn: true },
    { ...ENTRIES[2], by: null, isPending: undefined, links: ENTRIES[2].links.map(({ isUnseen: _, ...link }) => link) },
  ],
  history: HISTORY.slice(0, 1).concat({ at: AT, from: 'SUBMITTED', to: 'DELIVERED', by: null }),
  can: { ...NOTHING, moves: ['CLOSED', 'SUBMITTED'], entries: ['QUESTION'] },
}

const VIEWS = [
  { name: '이번 주 마감', filter: { overdue: true, sort: 'due' } },
  { name: '법무 자료요청', filter: { type: 'REQUEST', topicId: TOPICS[1].id } },
]

const OWN = { canDraft: true, canSubmit: true, reason: null, lastDay: null, left: {}, unread: 2, mails: 'each' }
const FAQ = [
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
].map((faq, index) => ({ ...faq, id: id(700 + index), topic: TOPICS[index], publishedAt: AT, updatedAt: AT }))

const SETTINGS = {
  ...{ limits: { total: 100, day: 10, priority: { HIGH: 5 } }, lastDay: '2026-12-12', approval: true, names: false, hidesGroups: false },
  groups: [{ groupId: GROUPS[1].id, limits: null, lastDay: '2026-12-19' }],
  answerers: [
    { id: 1, name: '김운영', isOperator: true },
    { id: 41, name: '오세무', isOperator: false },
  ],
}

const hours = (open, answered, meanHours) => ({ open, answered, meanHours })
const SUMMARY = {
  ...{ open: 17, overdue: 2, unassigned: 5, toApprove: 3, oldest: { id: id(1), number: 'B/Q-004', since: '2026-11-12T03:00:00.000Z' } },
  topics: TOPICS.slice(0, 4).map((topic, index) => ({ topic, ...hours(6 - index, 10 + index, [31.5, 72, 18.2, null][index]) })),
  experts: [{ person: EXPERT, ...hours(9, 21, 27.4) }],
}

/** Rooms of scenes have no threads. */
async function pretendThreads({ page }, isArea) {
  const rows = isArea ? ROWS : ROWS.map(outer)
  const answers = [
    ['**/room/api/thread/list', rows],
    ['**/room/api/thread/0*', isArea ? THREAD : OF_GROUP],
    ['**/room/api/thread/read', null],
    ['**/room/api/thread/views/*', isArea ? VIEWS : []],
    [
      '**/room/api/topic/list/*',
      isArea
        ? TOPICS.map((topic, index) => ({ ...topic, approval: index === 1 ? true : null, experts: index < 2 ? [EXPERT] : [] }))
        : TOPICS,
    ],
    [
      '**/room/api/thread/own/*',
      { ...OWN, role: isArea ? 'coordinator' : 'submitter', ...(isArea ? {} : { lastDay: '2026-12-12', left: { total: 86, day: 7 } }) },
    ],
    ['**/room/api/room/questions/*', SETTINGS],
    ['**/room/api/faq/list', FAQ],
    ['**/room/api/thread/summary/*', SUMMARY],
    ['**/room/api/thread/similar', { threads: [{ id: id(5), number: 'Q-011', title: ROWS[4].title, state: 'DELIVERED' }], faqs: [] }],
  ]
  for (const [url, answer] of answers) await page.route(url, (route) => answerWith(route, answer))
  if (isArea)
    await page.route('**/room/api/group/list/*', (route) =>
      answerWith(
        route,
        GROUPS.map((group, index) => ({ ...group, kind: index === 3 ? 'experts' : 'participants' })),
      ),
    )
}

const show =
  (isArea, search = '') =>
  async (stage) => {
    const { page } = stage
    await pretendThreads(stage, isArea)
    await page.goto(`${isArea ? '/admin/questions' : '/questions'}${search}`)
    await page.locator('.question-row, .thread-entry, .faq-item, .question-panel').first().waitFor()
  }

async function write(stage) {
  const { page, t } = stage
  await show(false)(stage)
  await page.getByRole('button', { name: t('questions.write'), exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('textbox', { name: t('questions.writeTitle'), exact: true })
    .fill('특허 공동 출원 현황')
  await page.getByText(t('questions.similar')).waitFor()
}

async function selected(stage) {
  const { page } = stage
  await show(true)(stage)
  const boxes = page.locator('.question-item input')
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
}

async function readFile(stage) {
  const { page } = stage
  await show(true, `?thread=${id(3)}`)(stage)
  await page.route('**/room/api/thread/file/*/page/*', async (route) =>
    route.fulfill({ contentType: 'image/jpeg', body: await drawnPage(new URL(route.request().url()).pathname.split('/').at(-1)) }),
  )
  await page.locator('.thread-file').first().click()
  await page.getByRole('dialog').locator('img').first().waitFor()
}

async function convertingFile(stage, at) {
  await show(true, `?thread=${id(3)}`)(stage)
  await stage.page.locator('.thread-file').nth(at).click()
  await stage.page.getByRole('dialog').locator('.state').waitFor()
}

async function publishSelected(stage) {
  await selected(stage)
  await stage.page.getByRole('button', { name: stage.t('questions.publishTitle'), exact: true }).click()
  await stage.page.getByRole('dialog').waitFor()
}

async function nameView(stage) {
  const { page, t } = stage
  await show(true)(stage)
  await page.getByRole('button', { name: new RegExp(`${t('questions.view')}$`) }).click()
  await page.getByRole('option', { name: t('questions.viewUnread'), exact: true }).click()
  await page.getByRole('button', { name: t('questions.saveView') }).click()
  await page.getByRole('dialog').waitFor()
}

const drawnPage = (number) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="595" height="842"><rect width="595" height="842" fill="#fff"/>
      <text x="60" y="90" font-family="sans-serif" font-size="18">지배권 변경 조항 검토의견 (${number}/3)</text>
      ${Array.from({ length: 24 }, (_, line) => `<rect x="60" y="${130 + line * 26}" width="${470 - ((line * 37) % 120)}" height="8" fill="#c5c9d2"/>`).join('')}
      </svg>`),
  )
    .resize(1190)
    .jpeg()
    .toBuffer()

const IMPORTED = {
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
  ].map(([row, change, number, title, errors]) => ({ row, change, number, title, errors, fields: change === 'changed' ? ['due'] : [] })),
  counts: { new: 1, changed: 1, same: 1, error: 1 },
  isApplied: false,
}

async function importList(stage) {
  const { page, t } = stage
  await show(false)(stage)
  await page.route('**/room/api/thread/import', (route) => answerWith(route, IMPORTED))
  await page.getByRole('button', { name: t('questions.exchange'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('questions.import') }).click()
  const dialog = page.getByRole('dialog')
  const list = { name: '실사 자료요청목록.csv', mimeType: 'text/csv', buffer: Buffer.from('제목\n') }
  await dialog.locator('input[type=file]').setInputFiles(list)
  await dialog.getByText(IMPORTED.rows[0].title).waitFor()
}

async function dialog(stage, button) {
  const { page } = stage
  await show(true, `?thread=${id(3)}`)(stage)
  await page.getByRole('button', { name: stage.t(button), exact: true }).click()
  await page.getByRole('dialog').waitFor()
}

export const QUESTION_SCENES = [
  { name: 'questions', as: 'raised', open: show(true) },
  { name: 'questions-thread', of: 'questions', as: 'raised', open: show(true, `?thread=${id(3)}`) },
  { name: 'questions-selected', of: 'questions', as: 'raised', open: selected },
  { name: 'questions-back', of: 'questions', as: 'raised', open: (stage) => dialog(stage, 'questions.doSendBack') },
  { name: 'questions-file', of: 'questions', as: 'raised', open: readFile },
  { name: 'questions-converting', of: 'questions', as: 'raised', open: (stage) => convertingFile(stage, 1) },
  { name: 'questions-locked', of: 'questions', as: 'raised', open: (stage) => convertingFile(stage, 2) },
  { name: 'questions-publish', of: 'questions', as: 'raised', open: publishSelected },
  { name: 'questions-view', of: 'questions', as: 'raised', open: nameView },
  { name: 'questions-import', of: 'questions-own', as: 'participant', open: importList },
  { name: 'questions-faq', as: 'raised', open: show(true, '?tab=faq') },
  { name: 'questions-settings', as: 'raised', open: show(true, '?tab=settings') },
  { name: 'questions-own', as: 'participant', open: show(false) },
  { name: 'questions-own-thread', of: 'questions-own', as: 'participant', open: show(false, `?thread=${id(5)}`) },
  { name: 'questions-write', of: 'questions-own', as: 'participant', open: write },
  {
    name: 'questions-none',
    of: 'questions-own',
    as: 'participant',
    async open({ page, t }) {
      await page.goto('/questions')
      await page.getByText(t('questions.none')).waitFor()
    },
  },
]
