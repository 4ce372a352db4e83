import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import {
  countRooms,
  entriesOf,
  madeBy,
  newRoom,
  ROOM,
} from '../../../test/programs/governed-rooms.ts'
import {
  KEY_NAME,
  type ProgramClient,
  programClient,
} from '../../../test/programs/program-client.ts'
import { ending, look } from '../../../test/scenarios/endings.ts'

const DAY_MS = 86_400_000

let app: TestApp
let room: TestRoom
let program: ProgramClient
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  program = await programClient(app)
})
afterAll(() => app.close())

describe('rooms made by a program', () => {
  it('answer id, number and address; PIN and code go to the operator by mail alone', async () => {
    const asked = newRoom()
    const answer = await program.post('/rooms', { ...asked, storage: 5_000_000, users: 3 })
    expect(Object.keys(answer.json.payload as object).sort()).toEqual(['roomId', 'roomNo', 'url'])
    const { roomId, roomNo, url } = madeBy(answer)
    expect(url).toBe('http://room.test/login')
    const pin = await app.pinMailedTo(asked.operator.email)
    const code = await app.codeMailedTo(asked.operator.email)
    for (const secret of [pin, pin.replaceAll('-', ''), code, code.replaceAll('-', '')])
      expect(answer.text).not.toContain(secret)
    const operator = app.stranger()
    await operator.join(pin)
    await operator.agree()
    expect((await operator.elevate(code)).json.payload).toMatchObject({ checked: true })
    expect(operator.me.roomId).toBe(roomId)
    expect((await program.get(`/rooms/${roomId}/storage`)).json.payload).toEqual({
      storage: 5_000_000,
      used: 0,
      users: 3,
    })
    const [mail] = await app.mailsTo(asked.operator.email)
    expect(mail?.text).toContain(roomNo)
    const entries = await entriesOf({ roomId, operator })
    expect(entries.at(-1)).toMatchObject({
      name: KEY_NAME,
      position: 'API',
      description: `데이터룸 개설: ${ROOM.name}`,
    })
  })

  it('are not made for what is no address, or with fields that nobody knows', async () => {
    const before = await countRooms(app)
    const wrong = await program.post('/rooms', {
      ...ROOM,
      operator: { name: '최운영', email: 'a@b.example, c@d.example' },
    })
    expect(wrong.json.code).toBe('EMAIL_FORMAT')
    for (const body of [
      {},
      { ...ROOM, name: ' ' },
      { ...ROOM, pin: '1' },
      { ...ROOM, storage: 0 },
      { ...ROOM, users: 10_001 },
    ])
      expect((await program.post('/rooms', body)).http).toBe(400)
    expect(await countRooms(app)).toBe(before)
  })

  it('are listed in pages', async () => {
    await program.post('/rooms', newRoom())
    const first = await program.get('/rooms', { limit: 1 })
    expect(first.json.payload).toMatchObject([
      { roomId: room.roomId, name: '시험 룸', phase: 'open', closesAt: null },
    ])
    const rest = await program.get('/rooms', { cursor: first.json.nextCursor ?? '' })
    expect((rest.json.payload as { roomId: number }[]).map(({ roomId }) => roomId)).not.toContain(
      room.roomId,
    )
    expect((await program.get('/rooms', { cursor: 'x' })).http).toBe(400)
  })
})

describe('what a program changes', () => {
  it('is in the log of that room alone, under the name of the key', async () => {
    const [here, elsewhere] = [await app.room(), await app.room()]
    const before = await app.logged(elsewhere.roomId)
    expect(
      (await program.post(`/rooms/${here.roomId}/rename`, { name: '한강 인수' })).json.payload,
    ).toBeNull()
    const limits = await program.post(`/rooms/${here.roomId}/storage`, {
      storage: 2_000_000_000,
      users: 40,
    })
    expect(limits.json.payload).toMatchObject({ storage: 2_000_000_000, users: 40 })
    const [second, first] = await entriesOf(here)
    expect(first).toMatchObject({
      name: KEY_NAME,
      description: '데이터룸 이름 변경: 시험 룸 → 한강 인수',
    })
    expect(second).toMatchObject({
      name: KEY_NAME,
      description: '한도 변경: 저장 공간 2.00 GB, 인원 40명',
    })
    expect(await app.logged(elsewhere.roomId)).toEqual(before)
  })

  it('never takes what is in use', async () => {
    const here = await app.room()
    await here.operator.put('보고서.pdf', makePdf(1))
    await app.participant(here)
    for (const limits of [{ storage: 1 }, { users: 1 }])
      expect(await program.post(`/rooms/${here.roomId}/storage`, limits)).toMatchObject({
        http: 422,
        json: { code: 'STORAGE_IN_USE' },
      })
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
      expect(await program.post(`/rooms/${here.roomId}/${call}`, body)).toMatchObject({
        http: 422,
        json: { code: 'ROOM_ENDED' },
      })
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
    await closing.query("update rooms set phase = 'closed', phase_at = now() where id = $1", [
      here.roomId,
    ])
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
    for (const answer of await Promise.all(calls))
      expect(answer).toMatchObject({ http: 422, json: { code: 'ROOM_ENDED' } })
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
      expect(
        (await app.mailsTo(email)).some(
          ({ subject, text }) => subject?.includes('종료 요청') && text?.includes(KEY_NAME),
        ),
      ).toBe(true),
    )
    expect(
      (await app.mailsTo(person.email)).some(({ subject }) => subject?.includes('종료 요청')),
    ).toBe(false)
    const before = await app.logged(here.roomId)
    expect((await program.post(`/rooms/${here.roomId}/close`)).json.payload).toEqual({
      phase,
      closesAt,
    })
    expect(await app.logged(here.roomId)).toEqual(before)
    app.clock.advance(DAY_MS - 120_000)
    await look(app)
    expect((await program.get(`/rooms/${here.roomId}/close`)).json.payload).toMatchObject({
      phase: 'frozen',
    })
    app.clock.advance(180_000)
    await look(app)
    expect((await program.get(`/rooms/${here.roomId}/close`)).json.payload).toEqual({
      phase: 'closed',
      closesAt: null,
    })
  })

  it('is taken back by any operator', async () => {
    const here = await app.room()
    await program.post(`/rooms/${here.roomId}/close`)
    expect((await ending.schedule(here.operator, null)).json.status).toBe('OK')
    expect((await ending.move(here.operator, 'open')).json.status).toBe('OK')
    app.clock.advance(DAY_MS + 60_000)
    await look(app)
    expect((await program.get(`/rooms/${here.roomId}/close`)).json.payload).toEqual({
      phase: 'open',
      closesAt: null,
    })
  })
})
