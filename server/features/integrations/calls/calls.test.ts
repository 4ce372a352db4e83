import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer } from '../../../test/harness/wire-client.ts'
import { KEY_NAME, type ProgramClient, programClient } from '../../../test/programs/program-client.ts'
import { ending, look, secondOperator } from '../../../test/scenarios/endings.ts'
import { newGroup } from '../../../test/scenarios/groups.ts'

const DAY_MS = 86_400_000
const ROOM = { name: '새 인수 룸', operator: { name: '최운영', email: 'choi@example.com' } }

let app: TestApp
let room: TestRoom
let program: ProgramClient
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  program = await programClient(app)
})
afterAll(() => app.close())

let addresses = 0
const newRoom = () => {
  addresses += 1
  return { ...ROOM, operator: { ...ROOM.operator, email: `choi${addresses}@example.com` } }
}
const madeBy = (answer: WireAnswer) => answer.json.payload as { roomId: number; roomNo: string; url: string }
const countRooms = async () => (await app.database.pool.query('select count(*)::int as count from rooms')).rows[0].count as number
const entriesOf = async (of: TestRoom) => {
  const answer = await of.operator.call('GET', `/room/api/room/roomActivity/list/${of.roomId}`)
  const { roomActivityItem } = answer.json.payload as { roomActivityItem: { name: string; description: string; position: string }[] }
  return roomActivityItem
}

describe('rooms made by a program', () => {
  it('answer id, number and address; PIN and code go to the operator by mail alone', async () => {
    const asked = newRoom()
    const answer = await program.post('/rooms', { ...asked, storage: 5_000_000, users: 3 })
    expect(Object.keys(answer.json.payload as object).sort()).toEqual(['roomId', 'roomNo', 'url'])
    const { roomId, roomNo, url } = madeBy(answer)
    expect(url).toBe('http://room.test/login')
    const pin = await app.pinMailedTo(asked.operator.email)
    const code = await app.codeMailedTo(asked.operator.email)
    for (const secret of [pin, pin.replaceAll('-', ''), code, code.replaceAll('-', '')]) expect(answer.text).not.toContain(secret)
    const operator = app.stranger()
    await operator.join(pin)
    await operator.agree()
    expect((await operator.elevate(code)).json.payload).toMatchObject({ checked: true })
    expect(operator.me.roomId).toBe(roomId)
    expect((await program.get(`/rooms/${roomId}/storage`)).json.payload).toEqual({ storage: 5_000_000, used: 0, users: 3 })
    const [mail] = await app.mailsTo(asked.operator.email)
    expect(mail?.text).toContain(roomNo)
    const entries = await entriesOf({ roomId, operator } as TestRoom)
    expect(entries.at(-1)).toMatchObject({ name: KEY_NAME, position: 'API', description: `데이터룸 개설: ${ROOM.name}` })
  })

  it('are not made for what is no address, or with fields that nobody knows', async () => {
    const before = await countRooms()
    const wrong = await program.post('/rooms', { ...ROOM, operator: { name: '최운영', email: 'a@b.example, c@d.example' } })
    expect(wrong.json.code).toBe('EMAIL_FORMAT')
    for (const body of [{}, { ...ROOM, name: ' ' }, { ...ROOM, pin: '1' }, { ...ROOM, storage: 0 }, { ...ROOM, users: 10_001 }])
      expect((await program.post('/rooms', body)).http).toBe(400)
    expect(await countRooms()).toBe(before)
  })

  it('are listed in pages', async () => {
    await program.post('/rooms', newRoom())
    const first = await program.get('/rooms', { limit: 1 })
    expect(first.json.payload).toMatchObject([{ roomId: room.roomId, name: '시험 룸', phase: 'open', closesAt: null }])
    const rest = await program.get('/rooms', { cursor: first.json.nextCursor ?? '' })
    expect((rest.json.payload as { roomId: number }[]).map(({ roomId }) => roomId)).not.toContain(room.roomId)
    expect((await program.get('/rooms', { cursor: 'x' })).http).toBe(400)
  })
})

describe('an Idempotency-Key', () => {
  it('makes one room of repeated and of simultaneous calls', async () => {
    const before = await countRooms()
    const asked = newRoom()
    const answers = await Promise.all(Array.from({ length: 5 }, () => program.post('/rooms', asked, 'order-1')))
    const again = await program.post('/rooms', asked, 'order-1')
    const made = answers.filter(({ http }) => http === 200)
    expect(new Set([...made, again].map(({ text }) => text)).size).toBe(1)
    for (const busy of answers.filter(({ http }) => http !== 200)) expect(busy).toMatchObject({ http: 429, json: { code: 'API_KEY_BUSY' } })
    expect(made.length).toBeGreaterThan(0)
    expect(await countRooms()).toBe(before + 1)
    expect(await app.secretsMailedTo(asked.operator.email)).toBeLessThanOrEqual(2)
  })

  it('refuses another body, another call and another room', async () => {
    const before = await countRooms()
    await program.post(`/rooms/${room.roomId}/rename`, { name: '시험 룸' }, 'order-2')
    for (const other of [
      await program.post(`/rooms/${room.roomId}/rename`, { name: '다른 이름' }, 'order-2'),
      await program.post(`/rooms/${room.roomId + 1}/rename`, { name: '시험 룸' }, 'order-2'),
      await program.post('/rooms', newRoom(), 'order-2'),
    ])
      expect(other).toMatchObject({ http: 422, json: { code: 'IDEMPOTENCY_DIFFERS' } })
    expect(await countRooms()).toBe(before)
    expect((await program.get(`/rooms/${room.roomId}/rename`)).json.payload).toEqual({ name: '시험 룸' })
    expect((await program.post('/rooms', newRoom(), 'with space')).http).toBe(400)
  })

  it('belongs to one key of a program, and leaves nothing of a refused call', async () => {
    const other = await programClient(app)
    const [one, two] = [await program.post('/rooms', newRoom(), 'order-3'), await other.post('/rooms', newRoom(), 'order-3')]
    expect(madeBy(one).roomId).not.toBe(madeBy(two).roomId)
    const wrong = { ...ROOM, operator: { name: '최운영', email: 'x' } }
    expect((await program.post('/rooms', wrong, 'order-4')).json.code).toBe('EMAIL_FORMAT')
    expect((await program.post('/rooms', newRoom(), 'order-4')).json.status).toBe('OK')
  })

  it('is forgotten after 24 hours', async () => {
    const first = await program.post('/rooms', newRoom(), 'order-5')
    app.clock.advance(DAY_MS + 1_000)
    const second = await program.post('/rooms', newRoom(), 'order-5')
    expect(madeBy(second).roomId).not.toBe(madeBy(first).roomId)
  })
})

describe('a program that runs wild', () => {
  const held = async (work: () => Promise<void>, query: string, values: unknown[]) => {
    const other = await app.database.pool.connect()
    await other.query('begin')
    await other.query(query, values)
    await work().finally(async () => {
      await other.query('rollback')
      other.release()
    })
  }

  it('has four readings at a time, and other keys go on', async () => {
    const [wild, other] = [await programClient(app), await programClient(app)]
    let waiting: Promise<WireAnswer[]> = Promise.resolve([])
    const work = async () => {
      const answers = Array.from({ length: 6 }, () => wild.get('/rooms'))
      waiting = Promise.all(answers)
      expect(await Promise.race(answers)).toMatchObject({ http: 429, json: { code: 'API_KEY_BUSY' } })
      expect((await other.get('/webhooks')).http).toBe(200)
    }
    await held(work, 'lock table rooms in access exclusive mode', [])
    expect((await waiting).filter(({ http }) => http === 200)).toHaveLength(4)
    expect((await wild.get('/rooms')).http).toBe(200)
  })

  it('has two changes at a time, and other keys go on', async () => {
    const [here, elsewhere] = [await app.room(), await app.room()]
    const [wild, other] = [await programClient(app), await programClient(app)]
    const rename = () => wild.post(`/rooms/${here.roomId}/rename`, { name: '잠긴 룸' })
    let waiting: Promise<WireAnswer[]> = Promise.resolve([])
    const work = async () => {
      const answers = Array.from({ length: 4 }, rename)
      waiting = Promise.all(answers)
      const [first, second] = await Promise.all([1, 2].map(() => Promise.race(answers)))
      for (const refused of [first, second]) expect(refused).toMatchObject({ http: 429, json: { code: 'API_KEY_BUSY' } })
      expect(first?.headers.get('retry-after')).toBe('1')
      expect((await other.post(`/rooms/${elsewhere.roomId}/rename`, { name: '다른 룸' })).http).toBe(200)
      expect((await wild.get(`/rooms/${here.roomId}/rename`)).http).toBe(200)
    }
    await held(work, 'select from rooms where id = $1 for update', [here.roomId])
    expect((await waiting).filter(({ http }) => http === 200)).toHaveLength(2)
    expect((await rename()).http).toBe(200)
  })

  it('makes 600 changes in ten minutes and no more, also such as repeat one', async () => {
    const [wild, other] = [await programClient(app), await programClient(app)]
    const rename = (by: ProgramClient) => by.post(`/rooms/${room.roomId}/rename`, { name: '시험 룸' }, 'again')
    expect((await rename(wild)).http).toBe(200)
    const counted = await app.database.pool.query(
      "update throttles set attempts = attempts + 598 where kind = 'program' and subject = $1 returning attempts",
      [`${wild.keyId}`],
    )
    expect(counted.rows).toEqual([{ attempts: 599 }])
    expect((await rename(wild)).http).toBe(200)
    expect(await rename(wild)).toMatchObject({ http: 429, json: { code: 'TOO_MANY' } })
    expect((await wild.get('/rooms')).http).toBe(200)
    expect((await rename(other)).http).toBe(200)
    app.clock.advance(601_000)
    expect((await rename(wild)).http).toBe(200)
  })
})

describe('what a program changes', () => {
  it('is in the log of that room alone, under the name of the key', async () => {
    const [here, elsewhere] = [await app.room(), await app.room()]
    const before = await app.logged(elsewhere.roomId)
    expect((await program.post(`/rooms/${here.roomId}/rename`, { name: '한강 인수' })).json.payload).toBeNull()
    const limits = await program.post(`/rooms/${here.roomId}/storage`, { storage: 2_000_000_000, users: 40 })
    expect(limits.json.payload).toMatchObject({ storage: 2_000_000_000, users: 40 })
    const [second, first] = await entriesOf(here)
    expect(first).toMatchObject({ name: KEY_NAME, description: '데이터룸 이름 변경: 시험 룸 → 한강 인수' })
    expect(second).toMatchObject({ name: KEY_NAME, description: '한도 변경: 저장 공간 2.00 GB, 인원 40명' })
    expect(await app.logged(elsewhere.roomId)).toEqual(before)
  })

  it('never takes what is in use', async () => {
    const here = await app.room()
    await here.operator.put('보고서.pdf', makePdf(1))
    await app.participant(here)
    for (const limits of [{ storage: 1 }, { users: 1 }])
      expect(await program.post(`/rooms/${here.roomId}/storage`, limits)).toMatchObject({ http: 422, json: { code: 'STORAGE_IN_USE' } })
    expect((await app.logged(here.roomId)).includes('room.limits')).toBe(false)
  })

  it('is refused in a closed room, and in one that is not there', async () => {
    const here = await app.room()
    await ending.move(here.operator, 'closed')
    const invitation = { inviteUserList: [{ name: '이참여', email: 'late@example.com' }] }
    for (const [call, body] of [
      ['rename', { name: '이름' }],
      ['storage', { users: 50 }],
      ['close', undefined],
      ['members', invitation],
    ] as const) {
      expect(await program.post(`/rooms/${here.roomId}/${call}`, body)).toMatchObject({ http: 422, json: { code: 'ROOM_ENDED' } })
      expect((await program.post(`/rooms/999999/${call}`, body)).json.code).toBe('NOT_FOUND')
    }
    for (const call of ['rename', 'storage', 'close', 'events'])
      expect((await program.get(`/rooms/999999/${call}`)).json.code).toBe('NOT_FOUND')
  })
})

describe('a room that closes meanwhile', () => {
  it('takes nobody and no name any more', async () => {
    const here = await app.room()
    const before = await app.logged(here.roomId)
    const closing = await app.database.pool.connect()
    await closing.query('begin')
    await closing.query("update rooms set phase = 'closed', phase_at = now() where id = $1", [here.roomId])
    const inviteUserList = [{ name: '이참여', email: 'meanwhile@example.com' }]
    const calls = [
      program.post(`/rooms/${here.roomId}/members`, { inviteUserList }),
      program.post(`/rooms/${here.roomId}/rename`, { name: '늦은 이름' }),
    ]
    await eventually(async () => {
      const { rows } = await app.database.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rows.length).toBeGreaterThanOrEqual(2)
    })
    await closing.query('commit')
    closing.release()
    for (const answer of await Promise.all(calls)) expect(answer).toMatchObject({ http: 422, json: { code: 'ROOM_ENDED' } })
    expect(await app.logged(here.roomId)).toEqual(before)
    expect(await app.mailsTo('meanwhile@example.com')).toEqual([])
  })
})

describe('a closing asked by a program', () => {
  it('freezes at once, mails the operators, and closes after 24 hours', async () => {
    const here = await app.room()
    const person = await app.participant(here)
    const email = (await here.operator.members())[0]?.email ?? ''
    const answer = await program.post(`/rooms/${here.roomId}/close`)
    const { phase, closesAt } = answer.json.payload as { phase: string; closesAt: string }
    expect(phase).toBe('frozen')
    expect(Date.parse(closesAt) - app.clock.now().getTime()).toBeGreaterThan(DAY_MS - 60_000)
    expect((await here.operator.makeFolder('늦은 폴더')).json.code).toBe('ROOM_FROZEN')
    await eventually(async () =>
      expect((await app.mailsTo(email)).some(({ subject, text }) => subject?.includes('종료 요청') && text?.includes(KEY_NAME))).toBe(true),
    )
    expect((await app.mailsTo(person.email)).some(({ subject }) => subject?.includes('종료 요청'))).toBe(false)
    const before = await app.logged(here.roomId)
    expect((await program.post(`/rooms/${here.roomId}/close`)).json.payload).toEqual({ phase, closesAt })
    expect(await app.logged(here.roomId)).toEqual(before)
    app.clock.advance(DAY_MS - 120_000)
    await look(app)
    expect((await program.get(`/rooms/${here.roomId}/close`)).json.payload).toMatchObject({ phase: 'frozen' })
    app.clock.advance(180_000)
    await look(app)
    expect((await program.get(`/rooms/${here.roomId}/close`)).json.payload).toEqual({ phase: 'closed', closesAt: null })
  })

  it('is taken back by any operator', async () => {
    const here = await app.room()
    await program.post(`/rooms/${here.roomId}/close`)
    expect((await ending.schedule(here.operator, null)).json.status).toBe('OK')
    expect((await ending.move(here.operator, 'open')).json.status).toBe('OK')
    app.clock.advance(DAY_MS + 60_000)
    await look(app)
    expect((await program.get(`/rooms/${here.roomId}/close`)).json.payload).toEqual({ phase: 'open', closesAt: null })
  })
})

describe('people invited by a program', () => {
  it('are participants of the group, learn their PIN by mail, and are answered without names', async () => {
    const here = await app.room()
    const groupId = await newGroup(here, '매수인')
    const answer = await program.post(`/rooms/${here.roomId}/members`, {
      inviteUserList: [
        { id: 7, name: '박매수', email: 'park@buyer.example' },
        { name: '정자문', email: 'jung@buyer.example' },
      ],
      groupId,
      roleId: 5,
    })
    const [first, second] = answer.json.payload as { id: number; row?: number }[]
    expect(first).toEqual({ id: expect.any(Number), row: 7 })
    expect(second).toEqual({ id: expect.any(Number) })
    for (const word of ['박매수', '정자문', 'buyer.example']) expect(answer.text).not.toContain(word)
    const client = app.stranger()
    await client.join(await app.pinMailedTo('park@buyer.example'))
    expect(client.me.roomId).toBe(here.roomId)
    expect((await here.operator.members()).filter((member) => member.groupId === groupId)).toHaveLength(2)
    const invited = (await entriesOf(here)).filter(({ name }) => name === KEY_NAME)
    expect(invited.map(({ description }) => description).join()).toContain('박매수')
  })

  it('are reported to the operators, in one mail for each call, which names the key', async () => {
    const here = await app.room()
    const other = await secondOperator(app, here)
    const invite = (emails: string[], name?: string) =>
      program.post(`/rooms/${here.roomId}/members`, { inviteUserList: emails.map((email) => ({ name: '김초대', email })) }, name)
    await invite(['one@reported.example', 'two@reported.example', 'three@reported.example'], 'reported-1')
    await invite(['one@reported.example', 'two@reported.example', 'three@reported.example'], 'reported-1')
    expect((await invite(['one@reported.example'])).json.code).toBe('EMAIL_DUPLICATE')
    await invite(['four@reported.example'])
    const reports = async (email: string) =>
      (await app.mailsTo(email)).flatMap(({ subject, text = '' }) => (subject?.includes('Participants invited by a program') ? [text] : []))
    for (const email of [here.operator.me.email, other.email]) {
      await eventually(async () => expect(await reports(email)).toHaveLength(2))
      const texts = await reports(email)
      for (const count of [3, 1]) expect(texts.filter((text) => text.includes(`Invited: ${count}\n`))).toHaveLength(1)
      for (const text of texts) expect(text).toContain(KEY_NAME)
    }
    expect(await reports('four@reported.example')).toEqual([])
  })

  it('never become operators, by role or by scope', async () => {
    const here = await app.room()
    const row = { name: '나운영', email: 'na@example.com' }
    for (const body of [
      { inviteUserList: [row], roleId: 4 },
      { inviteUserList: [{ ...row, scope: 'full' }] },
      {
        inviteUserList: [
          { name: '이참여', email: 'lee@example.com' },
          { ...row, scope: 'content' },
        ],
      },
    ])
      expect(await program.post(`/rooms/${here.roomId}/members`, body)).toMatchObject({ http: 422, json: { code: 'OPERATOR_BY_PROGRAM' } })
    expect(await here.operator.members()).toHaveLength(1)
  })

  it('join no group of another room, and nobody is invited twice', async () => {
    const [here, elsewhere] = [await app.room(), await app.room()]
    const groupId = await newGroup(elsewhere, '다른 룸의 그룹')
    const inviteUserList = [{ name: '이참여', email: 'twice@example.com' }]
    expect((await program.post(`/rooms/${here.roomId}/members`, { inviteUserList, groupId })).json.code).toBe('NOT_FOUND')
    expect((await program.post(`/rooms/${here.roomId}/members`, { inviteUserList })).json.status).toBe('OK')
    const again = await program.post(`/rooms/${here.roomId}/members`, {
      inviteUserList: [{ name: '박참여', email: 'other@example.com' }, ...inviteUserList],
    })
    expect(again.json.code).toBe('EMAIL_DUPLICATE')
    expect(again.text).toContain(': 2')
    expect(again.text).not.toContain('twice@')
    expect(await here.operator.members()).toHaveLength(2)
  })
})

describe('events for a program', () => {
  it('come in the order of the log, page by page and later, and name nothing and nobody', async () => {
    const here = await app.room()
    await here.operator.put('비밀 계약서.pdf', makePdf(1))
    await app.participant(here, '오참여')
    await app.program.sequence()
    const first = await program.get(`/rooms/${here.roomId}/events`, { limit: 2 })
    expect(first.json.payload).toMatchObject([{ sequence: 0, kind: 'room.created' }, { sequence: 1 }])
    for (const event of first.json.payload as object[]) expect(Object.keys(event).sort()).toEqual(['at', 'kind', 'sequence'])
    const rest = await program.get(`/rooms/${here.roomId}/events`, { cursor: first.json.nextCursor ?? '' })
    const kinds = (rest.json.payload as { kind: string }[]).map(({ kind }) => kind)
    expect([...(await app.logged(here.roomId))].slice(2)).toEqual(kinds)
    for (const word of ['비밀', '오참여', 'person', '김운영', '시험 룸']) expect(`${first.text}${rest.text}`).not.toContain(word)
    const { cursor = '' } = rest.json as { cursor?: string }
    expect((await program.get(`/rooms/${here.roomId}/events`, { cursor })).json).toMatchObject({ payload: [], cursor })
    await here.operator.makeFolder('뒤에 온 폴더')
    await app.program.sequence()
    const later = await program.get(`/rooms/${here.roomId}/events`, { cursor })
    expect(later.json.payload).toMatchObject([{ kind: 'document.folder-created', sequence: 2 + kinds.length }])
  })
})
