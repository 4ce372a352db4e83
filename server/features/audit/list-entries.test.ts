import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryItem } from '../../../contract/features/history.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'
import { DAY_MS, type EntriesTestQuery, listed, path } from '../../test/scenarios/audit/entries.ts'

describe('the history of a room', () => {
  let app: TestApp
  let room: TestRoom
  let reader: TestPerson
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
    reader = await app.participant(room, '이참여')
  })
  const said = async (query: EntriesTestQuery = {}) =>
    (await listed(room, query)).roomActivityItem.map(
      ({ name, description }) => `${name} ${description}`,
    )

  it('lists who did what and when, the newest first, in the language of the call', async () => {
    await room.operator.upload([['계약서.pdf', makePdf(1)]])
    const [newest, ...rest] = (await listed(room)).roomActivityItem
    expect(newest).toEqual({
      id: expect.any(Number),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      name: '김운영',
      position: '',
      email: room.operator.me.email,
      type: 'upload',
      description: expect.stringMatching(/^업로드: 계약서\.pdf \(\d+(\.\d\d)? (Bytes|KB)\)$/),
      proof: 'waiting',
      entries: 1,
    })
    expect(rest.at(-1)).toMatchObject({
      name: '',
      email: '',
      type: 'room',
      description: '데이터룸 개설: 시험 룸',
    })
    expect(rest.map(({ description }) => description)).toContain(`초대: 이참여 (${reader.email})`)
    const english = await room.operator.call('GET', path(room, 'roomActivity/list'), {
      headers: { 'accept-language': 'en' },
    })
    const { roomActivityItem } = english.json.payload as { roomActivityItem: HistoryItem[] }
    expect(roomActivityItem.at(-1)?.description).toBe('Opened the room: 시험 룸')
    expect(JSON.stringify(roomActivityItem)).not.toMatch(/[가-힣]{2}:/)
  })

  it('is filtered by person, type, document and days, and counts what fits, placed or not', async () => {
    const uploaded = await room.operator.upload([['계약서.pdf', makePdf(1)]])
    const [{ id }] = uploaded.json.payload as [{ id: number }]
    await app.program.sequence()
    await reader.client.call('GET', `/room/api/file/prepareFile/${id}`)
    const own = await listed(room, { roomUserId: reader.client.me.userId })
    expect(new Set(own.roomActivityItem.map(({ email }) => email))).toEqual(new Set([reader.email]))
    expect(own.total).toBe(own.roomActivityItem.length)
    expect(await said({ type: 'view' })).toEqual(['이참여 열람: 계약서.pdf'])
    expect(await said({ itemId: id })).toEqual([
      '이참여 열람: 계약서.pdf',
      expect.stringMatching(/^김운영 업로드: /),
    ])
    expect(await said({ itemId: id, roomUserId: reader.client.me.userId, type: 'upload' })).toEqual(
      [],
    )
    const all = await listed(room)
    expect(all.total).toBe(all.roomActivityItem.length)
    const logged = await app.logged(room.roomId)
    expect(all.total).toBe(logged.length)

    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(
      app.clock.now(),
    )
    const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(
      new Date(app.clock.now().getTime() - DAY_MS),
    )
    expect((await listed(room, { from: today, to: today })).total).toBe(all.total)
    expect(await listed(room, { to: yesterday })).toMatchObject({ roomActivityItem: [], total: 0 })
    const instants = all.roomActivityItem.map(({ createdAt }) => createdAt)
    const [newest = '', oldest = ''] = [instants[0], instants.at(-1)]
    expect((await listed(room, { from: oldest, to: newest })).total).toBe(all.total)
    const later = await listed(room, { from: newest })
    expect(later.total).toBe(instants.filter((instant) => instant === newest).length)
    expect(later.roomActivityItem.map(({ createdAt }) => createdAt)).toEqual(
      instants.filter((instant) => instant === newest),
    )
    expect((await listed(room, { to: new Date(Date.parse(oldest) - 1).toISOString() })).total).toBe(
      0,
    )
    for (const query of [
      { from: '2026-13-01' },
      { from: '2026-11-20T00:00' },
      { type: 'gossip' },
      { roomUserId: -1 },
      { cursor: 'x' },
    ] as EntriesTestQuery[]) {
      const { http, json } = await room.operator.call('GET', path(room, 'roomActivity/list'), {
        query,
      })
      expect({ query, http, code: json.code }).toEqual({ query, http: 400, code: 'BAD_REQUEST' })
    }
  })

  it('is nothing of somebody who was never in the room, nor is an export', async () => {
    const { client } = await app.participant(await app.room())
    const users = [client.me.userId, 999_999]
    for (const roomUserId of users) {
      const answers = [
        await room.operator.call('GET', path(room, 'roomActivity/list'), { query: { roomUserId } }),
        await room.operator.call('POST', path(room, 'detailHistory'), { body: { roomUserId } }),
        await room.operator.call('POST', path(room, 'roomActivity/export'), {
          body: { format: 'json', roomUserId },
        }),
      ]
      expect(answers.map(({ http, json }) => [http, json.code])).toEqual(
        answers.map(() => [404, 'NOT_FOUND']),
      )
    }
    expect((await listed(room, { roomUserId: 0 })).total).toBeGreaterThan(0)
  })

  it('comes page by page, each entry once, while more is written', async () => {
    for (let n = 0; n < 7; n += 1) await room.operator.makeFolder(`폴더 ${n}`)
    const before = (await listed(room)).roomActivityItem.map(({ id }) => id)
    const seen: number[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await listed(room, { limit: 3, ...(cursor && { cursor }) })
      expect(page.roomActivityItem.length).toBeLessThanOrEqual(3)
      seen.push(...page.roomActivityItem.map(({ id }) => id))
      cursor = page.nextCursor
      await room.operator.makeFolder(`나중 ${seen.length}`)
    }
    expect(seen).toEqual(before)
  })

  it('names everybody who was in the room, and each day with who did most', async () => {
    await room.operator.remove(reader.memberId)
    await app.program.sequence()
    const people = await room.operator.call('GET', path(room, 'roomUser/list'))
    expect(people.json.payload).toEqual([
      { userName: '김운영', id: room.operator.me.userId },
      { userName: '이참여', id: reader.client.session?.userId ?? expect.any(Number) },
    ])
    app.clock.advance(DAY_MS)
    const operator = app.stranger()
    await operator.join(room.pin)
    await operator.agree()
    await operator.elevate(room.code)
    const { json } = await operator.call('GET', path(room, 'getDailyLogs'))
    await app.program.sequence()
    expect((await operator.call('GET', path(room, 'getDailyLogs'))).json).toEqual(json)
    const { createdAt, dailyLogByDate } = json.payload as {
      createdAt: string
      dailyLogByDate: { users: { name: string }[]; total: number }[]
    }
    expect(createdAt).toMatch(/^\d{4}-/)
    expect(dailyLogByDate.map(({ users }) => users.map(({ name }) => name))).toEqual([
      ['김운영'],
      ['김운영', '이참여'],
    ])
    expect(dailyLogByDate.reduce((sum, { total }) => sum + total, 0)).toBe(
      (await app.logged(room.roomId)).length,
    )
  })

  it('shows each person what they did themselves, and nothing of others', async () => {
    const { json } = await reader.client.call('GET', '/room/api/room/myActivity/list')
    const { roomActivityItem, total } = json.payload as {
      roomActivityItem: HistoryItem[]
      total: number
    }
    expect(total).toBe(roomActivityItem.length)
    expect(roomActivityItem.map(({ type }) => type)).toEqual(['login', 'login'])
    for (const call of ['roomActivity/list', 'roomUser/list', 'getDailyLogs']) {
      expect((await reader.client.call('GET', path(room, call))).json.code).toBe('NOT_OPERATOR')
    }
  })

  it('knows what somebody has changed in the database', async () => {
    await room.operator.makeFolder('가')
    await room.operator.makeFolder('나')
    await app.program.sequence()
    const [b, a] = (await listed(room)).roomActivityItem
    expect([a?.proof, b?.proof]).toEqual(['signed', 'signed'])
    await app.database.pool.query(
      `update activity_entries set kind = 'document.viewed' where id = $1`,
      [a?.id],
    )
    const [intact, changed] = (await listed(room)).roomActivityItem
    expect([intact?.proof, changed?.proof]).toEqual(['signed', 'broken'])
    await app.database.pool.query(
      `update activity_entries set sealed = decode('00', 'hex') where id = $1`,
      [b?.id],
    )
    const [unreadable] = (await listed(room)).roomActivityItem
    expect(unreadable).toMatchObject({
      proof: 'broken',
      description: '읽을 수 없는 기록',
      name: '',
    })
  })
})
