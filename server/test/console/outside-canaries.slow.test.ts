import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WEBHOOK_EVENTS } from '../../../contract/features/programs/webhook-events.ts'
import { OPERATIONS, type OperationName } from '../../../contract/registry.ts'
import { line, pdfOf } from '../fixtures/pdf-file.ts'
import { eventually } from '../harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../harness/test-app.ts'
import type { WireAnswer } from '../harness/wire-client.ts'
import { type ProgramClient, programClient } from '../programs/program-client.ts'
import { type Receiver, startReceiver } from '../programs/receiver.ts'
import { newGroup } from '../scenarios/groups.ts'
import { PASSKEY_URL } from '../scenarios/passkeys.ts'
import { write } from '../scenarios/threads.ts'
import { administrator, type ConsoleClient, payload, tokenIn } from './console-client.ts'
import type { OUTSIDE_ROOMS } from './outside-rooms.ts'

vi.setConfig({ testTimeout: 120_000 })

type OutsideOperation = keyof typeof OUTSIDE_ROOMS

const CANARY = /카나리아|canary/i
const [NAME, WORD] = ['카나리아', 'CANARYPAGE'] as const
const ROOM_NAME = '옆방 이름'

interface CanaryPlace {
  readonly admin: ConsoleClient
  readonly program: ProgramClient & { readonly keyId: number }
  readonly roomId: number
}

/** `made` has ids of earlier calls. */
const made = { webhook: 0, hook: 0, key: 0, other: 0, delivery: '', request: 0, invitation: '' }

const get =
  (path: string | (() => string)) =>
  ({ admin }: CanaryPlace) =>
    admin.get(typeof path === 'string' ? path : path())
const post =
  (path: string | (() => string), body?: object | (() => object)) =>
  ({ admin }: CanaryPlace) =>
    admin.post(typeof path === 'string' ? path : path(), typeof body === 'function' ? body() : body)
const ofRoom =
  (rest: string, body?: object) =>
  ({ admin, roomId }: CanaryPlace) =>
    body ? admin.post(`/rooms/${roomId}${rest}`, body) : admin.get(`/rooms/${roomId}${rest}`)
const byProgram =
  (rest: string, body?: object) =>
  ({ program, roomId }: CanaryPlace) =>
    body ? program.post(`/rooms/${roomId}${rest}`, body) : program.get(`/rooms/${roomId}${rest}`)

const inAMonth = () => new Date(app.clock.now().getTime() + 30 * 86_400_000).toISOString()
let names = 0
const address = () => `neutral${++names}@example.com`
const newRoom = (more: object = {}) => ({
  name: '새 룸',
  operator: { name: '최운영', email: address() },
  ...more,
})
const noting =
  (field: keyof typeof made, from: string, call: (place: CanaryPlace) => Promise<WireAnswer>) =>
  async (place: CanaryPlace): Promise<WireAnswer> => {
    const answer = await call(place)
    const found = [answer.json.payload].flat()[0] as Record<string, never> | undefined
    Object.assign(made, { [field]: found?.[from] })
    return answer
  }

const CALLS: Readonly<Record<OutsideOperation, (place: CanaryPlace) => Promise<WireAnswer>>> = {
  'programs.rooms': ({ program }) => program.get('/rooms', { limit: 100 }),
  'programs.createRoom': ({ program }) => program.post('/rooms', newRoom()),
  'programs.readName': byProgram('/rename'),
  'programs.readClosing': byProgram('/close'),
  'programs.readStorage': byProgram('/storage'),
  'programs.updateStorage': byProgram('/storage', {}),
  'programs.invite': (place) =>
    byProgram('/members', { inviteUserList: [{ name: '이참여', email: address() }] })(place),
  'programs.events': byProgram('/events'),
  'webhooks.create': noting('hook', 'id', ({ program }) =>
    program.post('/webhooks', { url: receiver.url, events: ['room.closed'] }),
  ),
  'webhooks.list': ({ program }) => program.get('/webhooks'),
  'webhooks.deliveries': noting('delivery', 'id', ({ program }) =>
    program.get(`/webhooks/${heard.id}/deliveries`, { state: 'delivered' }),
  ),
  'webhooks.redeliver': ({ program }) =>
    program.post(`/webhooks/${heard.id}/deliveries/${made.delivery}/redeliver`),
  'webhooks.removeByPath': ({ program }) =>
    program.call('DELETE', `/platform/webhooks/${made.hook}`),
  'webhooks.remove': async ({ program }) => {
    const { id } = payload<{ id: number }>(
      await program.post('/webhooks', { url: receiver.url, events: ['room.closed'] }),
    )
    return program.call('DELETE', '/platform/webhooks', { body: { id } })
  },
  'programs.rename': byProgram('/rename', { name: '이름' }),
  'console.signOnOptions': post('/session/options'),
  'console.signOn': post('/session', {
    credential: 'AAAA',
    clientDataJSON: 'AAAA',
    authenticatorData: 'AAAA',
    signature: 'AAAA',
  }),
  'console.accounts': get('/session/oidc'),
  'console.startAccount': get('/session/oidc/none/start'),
  'console.signOnByAccount': post('/session/oidc/complete'),
  'console.me': get('/session'),
  'console.rooms': ({ admin }) => admin.get('/rooms', { limit: 100 }),
  'console.readRoom': ofRoom(''),
  'console.templates': get('/templates'),
  'console.createRoom': (place) => post('/rooms', newRoom({ structureOf: place.roomId }))(place),
  'console.renameRoom': ofRoom('/rename', { name: '이름' }),
  'console.limitRoom': ofRoom('/limits', { users: 50 }),
  'console.askForOperator': (place) =>
    ofRoom('/operators', { kind: 'operator', name: '새사람', email: address() })(place),
  'console.operatorRequests': noting('request', 'id', ofRoom('/operators')),
  'console.withdrawOperatorRequest': (place) =>
    ofRoom(`/operators/${made.request}/withdraw`, {})(place),
  'console.health': get('/health'),
  'console.failedMails': get('/mails'),
  'console.createApiKey': noting(
    'key',
    'id',
    post('/keys', () => ({ name: '포털', scopes: ['rooms:read'], endsAt: inAMonth() })),
  ),
  'console.apiKeys': get('/keys'),
  'console.revokeApiKey': post(() => `/keys/${made.key}/revoke`),
  'console.createWebhook': noting(
    'webhook',
    'id',
    post('/webhooks', () => ({ url: receiver.url, events: ['room.frozen'] })),
  ),
  'console.webhooks': get('/webhooks'),
  'console.deliveries': get(() => `/webhooks/${heard.id}/deliveries`),
  'console.redeliver': post(() => `/webhooks/${heard.id}/deliveries/${made.delivery}/redeliver`),
  'console.removeWebhook': post(() => `/webhooks/${made.webhook}/remove`),
  'console.inviteAdministrator': noting(
    'invitation',
    'link',
    post('/administrators', () => ({ email: address(), name: '이관리' })),
  ),
  'console.openInvitation': post('/invitation', () => ({ token: tokenIn(made.invitation) })),
  'console.acceptInvitation': post('/invitation/accept', () => ({
    token: tokenIn(made.invitation),
    answer: {
      credential: 'AAAA',
      clientDataJSON: 'AAAA',
      attestationObject: 'AAAA',
      transports: [],
    },
  })),
  'console.administrators': get('/administrators'),
  'console.unbindAdministrator': post('/administrators/999999/unbind'),
  'console.removeAdministrator': async ({ admin }) => {
    const { id } = payload<{ id: number }>(
      await admin.post('/administrators', { email: address(), name: '김관리' }),
    )
    return admin.post(`/administrators/${id}/remove`)
  },
  'console.closeRoom': ofRoom('/close', {}),
  'programs.close': byProgram('/close', {}),
  'console.log': get('/log'),
  'console.signOff': ({ admin }) => admin.call('DELETE', '/console/session'),
}

/** These calls lack an authenticator or account. */
const REFUSED: ReadonlySet<OperationName> = new Set([
  'console.signOn',
  'console.acceptInvitation',
  'console.startAccount',
  'console.signOnByAccount',
  'console.unbindAdministrator',
])

let app: TestApp
let receiver: Receiver
let full: TestRoom
let empty: TestRoom
let program: CanaryPlace['program']
let heard: { readonly id: number }
let addresses: readonly string[]
beforeAll(async () => {
  app = await startTestApp({ publicUrl: PASSKEY_URL, mayCallLoopback: true })
  receiver = await startReceiver()
  program = await programClient(app)
  heard = payload(await program.post('/webhooks', { url: receiver.url, events: WEBHOOK_EVENTS }))
  empty = await app.room()
  full = await app.room()
  await program.post(`/rooms/${full.roomId}/rename`, { name: ROOM_NAME })
  const { operator } = full
  const folder = await operator.newFolder(`${NAME}폴더`)
  const document = await operator.put(`${NAME}문서.pdf`, pdfOf([{ content: line(WORD) }]), folder)
  await operator.upload([[`${NAME}둘.pdf`, new Uint8Array(pdfOf([{ content: line(WORD) }]))]])
  await operator.renameItem(document, `${NAME}계약.pdf`)
  await newGroup(full, `${NAME}매수인`, 'view')
  const person = await app.participant(full, `${NAME}사람`)
  addresses = [person.email, operator.me.email]
  await write(person.client, { title: `${NAME}질문`, text: `${NAME}물음` })
  await person.client.message('sendByUser', { title: `${NAME}문의`, content: `${NAME}내용` })
  await person.client.openDocument(document)
  await app.database.pool.query(
    `update mails set status = 'failed', last_error = 'recipient' where room_id = $1 and member_id = $2`,
    [full.roomId, person.memberId],
  )
  await eventually(async () => {
    await app.program.sequence()
    expect(receiver.received.length).toBeGreaterThan(5)
  }, 60_000)
}, 120_000)
afterAll(async () => {
  await app.close()
  await receiver.close()
})

const textOf = ({ text, headers }: WireAnswer): string =>
  `${text} ${headers.get('location') ?? ''} ${headers.get('content-disposition') ?? ''}`

async function ask(roomId: number): Promise<ReadonlyMap<OutsideOperation, string>> {
  const { client: admin } = await administrator(app)
  const answers = new Map<OutsideOperation, string>()
  for (const [name, call] of Object.entries(CALLS) as [
    OutsideOperation,
    (typeof CALLS)[OutsideOperation],
  ][]) {
    const answer = await call({ admin, program, roomId })
    expect({ name, done: answer.http < 400 && answer.json.status === 'OK' }).toEqual({
      name,
      done: !REFUSED.has(name),
    })
    answers.set(name, textOf(answer))
  }
  return answers
}

it('has a row for each call of administrators and programs', () => {
  const outside = OPERATIONS.filter(({ path }) => /^\/(console|platform)\//.test(path)).map(
    ({ name }) => name,
  )
  expect(Object.keys(CALLS).toSorted()).toEqual(outside.toSorted())
})

it('says nothing of documents, people, questions and messages of a room, also where that room is asked about', async () => {
  const said = [...(await ask(full.roomId))].filter(
    ([, text]) => CANARY.test(text) || addresses.some((each) => text.includes(each)),
  )
  expect(said).toEqual([])
})

it('says nothing of another room where one is asked about, and its name in lists of the installation alone', async () => {
  const answers = await ask(empty.roomId)
  const said = [...answers].filter(
    ([, text]) => CANARY.test(text) || addresses.some((each) => text.includes(each)),
  )
  expect(said).toEqual([])
  const number = full.operator.me.roomNo
  const naming = [...answers]
    .filter(([, text]) => text.includes(ROOM_NAME) || text.includes(number))
    .map(([name]) => name)
  const LISTS = [
    'programs.rooms',
    'console.rooms',
    'console.failedMails',
    'console.health',
    'console.log',
  ]
  expect(naming.filter((name) => !LISTS.includes(name))).toEqual([])
  expect(naming).toContain('console.rooms')
})

it('reports by webhook that something happened, and never what or who', () => {
  const types = new Set(
    receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
  )
  for (const type of ['document.added', 'member.added', 'question.asked'])
    expect(types).toContain(type)
  for (const { body, headers } of receiver.received) {
    expect(`${body} ${JSON.stringify(headers)}`).not.toMatch(CANARY)
    for (const each of addresses) expect(body).not.toContain(each)
    expect(body).not.toContain(ROOM_NAME)
  }
})
