const DAY_MS = 86_400_000
const START_MS = Date.parse('2026-03-02T00:12:00.000Z')
const instant = (days) => new Date(START_MS + days * DAY_MS).toISOString()

const LONG = '가나다라홀딩스 주식회사의 신재생에너지 발전사업 부문 물적분할 및 지분 매각'
const PHASES = ['open', 'open', 'frozen', 'closed', 'destroying', 'destroyed']
const NAMES = [
  '한빛정밀 인수',
  LONG,
  'Project Northwind — carve-out',
  '해오름 투자 유치',
  '새벽물류 자산 양수도',
  '파기된 데이터룸',
]

const ROOMS = NAMES.map((name, index) => ({
  ...{
    roomId: index + 1,
    roomNo: `20260${index + 1}-0412`,
    name,
    phase: PHASES[index],
    createdAt: instant(index * 9),
  },
  ...{ closesAt: index === 0 ? instant(260) : null, closedAt: null },
  ...{
    used: 734_003_200 * (index + 1),
    storage: 10_737_418_240,
    people: 7 * index + 3,
    users: 50,
    documents: 1_204 * index + 18,
  },
}))

const REQUESTS = [
  {
    id: 1,
    kind: 'operator',
    email: 'later.operator@haneul-law.example.com',
    state: 'waiting',
    createdAt: instant(200),
    dueAt: instant(201),
  },
  {
    id: 2,
    kind: 'reset',
    email: 'yoon@example.com',
    state: 'refused',
    createdAt: instant(180),
    dueAt: instant(181),
  },
]

const ADMINISTRATORS = [
  {
    name: '한관리',
    email: 'han@firm.example',
    passkeys: 1,
    account: null,
    usedAt: instant(240),
    isSelf: true,
  },
  {
    ...{
      name: '윤정연',
      email: 'jeongyeon.yoon@infrastructure.firm.example',
      passkeys: 1,
      usedAt: instant(238),
      isSelf: false,
    },
    account: { provider: '회사 계정 / Firm account', since: instant(120) },
  },
  {
    ...{
      name: '서초대',
      email: 'seo@firm.example',
      passkeys: 0,
      usedAt: null,
      isSelf: false,
      invitedUntil: instant(241),
    },
    account: null,
  },
].map((row, index) => ({ id: index + 1, createdAt: instant(0), invitedUntil: null, ...row }))

const KEYS = [
  {
    name: '사내 포털',
    scopes: ['rooms:read', 'rooms:write', 'events:read'],
    usedAt: instant(240),
    revokedAt: null,
  },
  {
    name: '문서관리시스템 연동 (야간 배치)',
    scopes: ['rooms:read', 'members:write', 'webhooks:write'],
    usedAt: null,
    revokedAt: null,
  },
  { name: '이전 포털', scopes: ['rooms:read'], usedAt: instant(30), revokedAt: instant(31) },
].map((row, index) => ({ id: index + 1, createdAt: instant(index), endsAt: instant(300), ...row }))

const HOOKS = [
  {
    url: 'https://portal.firm.example/hooks/sealroom',
    events: ['room.closed', 'document.published'],
    waiting: 0,
    failed: 0,
    key: null,
  },
  {
    url: 'https://dms.firm.example/…',
    events: ['document.added'],
    waiting: 12,
    failed: 3,
    key: '사내 포털',
  },
].map((row, index) => ({ id: index + 1, createdAt: instant(index), pausedUntil: null, ...row }))

const DELIVERIES = ['delivered', 'failed', 'waiting'].map((state, index) => ({
  ...{
    id: `00000000-0000-4000-8000-00000000000${index}`,
    type: 'document.published',
    timestamp: instant(230 + index),
    roomId: 1,
  },
  ...{ sequence: index + 1, state, attempts: index, status: state === 'delivered' ? 204 : null },
  ...{
    fault: state === 'failed' ? 'connection' : null,
    nextAt: state === 'waiting' ? instant(241) : null,
  },
}))

const HEALTH = {
  ...{
    release: '0.1.0',
    servers: 2,
    disk: { free: 81_604_378_624, size: 536_870_912_000 },
    sessions: 38,
    workers: 4,
  },
  dependencies: [
    { name: 'database', isUp: true },
    { name: 'storage', isUp: true },
    { name: 'scanner', isUp: false },
  ],
  rooms: [
    { phase: 'open', count: 12 },
    { phase: 'closed', count: 4 },
  ],
  mails: { waiting: 3, failed: 1, oldestSeconds: 42 },
  jobs: [
    { name: 'documents.preview', waiting: 14, running: 2, retrying: 1, failed: 0 },
    { name: 'mail.send', waiting: 3, running: 0, retrying: 0, failed: 1 },
  ],
  certificates: [{ name: 'Sealroom', endsAt: instant(400) }],
  backupAt: instant(239),
}

const MAILS = [
  {
    roomId: 1,
    roomNo: '202601-0412',
    kind: 'invitation',
    reason: '550 5.1.1 mailbox unavailable',
    count: 2,
    lastAt: instant(239),
  },
  {
    roomId: 2,
    roomNo: '202602-0412',
    kind: 'daily',
    reason: 'connection timed out',
    count: 14,
    lastAt: instant(238),
  },
]

const LOG = [
  ['session.opened', 'oidc', null],
  ['account.bound', '회사 계정 / Firm account', null],
  ['account.refused-weak', null, null],
  ['room.created', null, '202601-0412'],
  ['api-key.created', '사내 포털', null],
  ['operator.asked-operator', 'later.operator@haneul-law.example.com', '202602-0412'],
].map(([kind, about, roomNo], index) => ({
  ...{ id: 9 - index, at: instant(240 - index), kind, about, roomNo, address: '203.0.113.24' },
  ...(index === 3
    ? { name: '', email: '' }
    : { name: '윤정연', email: 'jeongyeon.yoon@infrastructure.firm.example' }),
}))

const CHALLENGE = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

export const ANSWERS = {
  '/session': { name: '한관리', email: 'han@firm.example', endsAt: instant(241) },
  '/session/oidc': [{ id: 'firm', name: { ko: '회사 계정', en: 'Firm account' } }],
  '/invitation': {
    ...{ name: '서초대', email: 'seo@firm.example' },
    options: {
      ...{
        challenge: CHALLENGE,
        rp: { id: 'localhost', name: 'Sealroom' },
        user: { id: 'AAAA', name: 'x', displayName: 'x' },
      },
      ...{ pubKeyCredParams: [], timeout: 1, attestation: 'none', excludeCredentials: [] },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    },
  },
  '/rooms': ROOMS,
  '/rooms/1': ROOMS[0],
  '/rooms/1/operators': REQUESTS,
  '/templates': [{ id: 'audit', name: '회계감사', language: 'ko', folders: 31 }],
  '/administrators': ADMINISTRATORS,
  '/keys': KEYS,
  '/webhooks': HOOKS,
  '/webhooks/1/deliveries': DELIVERIES,
  '/health': HEALTH,
  '/mails': MAILS,
  '/log': LOG,
}

export const besideOf = (path, payload) => (path === '/rooms' ? { total: payload.length } : {})
