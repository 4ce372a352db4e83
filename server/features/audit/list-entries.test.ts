import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HistoryItem } from '../../../contract/features/history.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'

type EntriesTestQuery = Readonly<Record<string, string | number>>

const DAY_MS = 24 * 3_600_000
const FIVE_MINUTES_MS = 5 * 60_000

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

  const path = (call: string) => `/room/api/room/${call}/${room.roomId}`
  async function listed(query: EntriesTestQuery = {}, client: WireClient = room.operator) {
    const { http, json } = await client.call('GET', path('roomActivity/list'), { query })
    expect(http).toBe(200)
    return { ...(json.payload as { roomActivityItem: HistoryItem[]; total: number }), nextCursor: json.nextCursor }
  }
  const said = async (query: EntriesTestQuery = {}) =>
    (await listed(query)).roomActivityItem.map(({ name, description }) => `${name} ${description}`)

  it('lists who did what and when, the newest first, in the language of the call', async () => {
    await room.operator.upload([['계약서.pdf', makePdf(1)]])
    const [newest, ...rest] = (await listed()).roomActivityItem
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
    expect(rest.at(-1)).toMatchObject({ name: '', email: '', type: 'room', description: '데이터룸 개설: 시험 룸' })
    expect(rest.map(({ description }) => description)).toContain(`초대: 이참여 (${reader.email})`)
    const english = await room.operator.call('GET', path('roomActivity/list'), { headers: { 'accept-language': 'en' } })
    const { roomActivityItem } = english.json.payload as { roomActivityItem: HistoryItem[] }
    expect(roomActivityItem.at(-1)?.description).toBe('Opened the room: 시험 룸')
    expect(JSON.stringify(roomActivityItem)).not.toMatch(/[가-힣]{2}:/)
  })

  it('is filtered by person, type, document and days, and counts what fits, placed or not', async () => {
    const uploaded = await room.operator.upload([['계약서.pdf', makePdf(1)]])
    const [{ id }] = uploaded.json.payload as [{ id: number }]
    await app.program.sequence()
    await reader.client.call('GET', `/room/api/file/prepareFile/${id}`)
    const own = await listed({ roomUserId: reader.client.me.userId })
    expect(new Set(own.roomActivityItem.map(({ email }) => email))).toEqual(new Set([reader.email]))
    expect(own.total).toBe(own.roomActivityItem.length)
    expect(await said({ type: 'view' })).toEqual(['이참여 열람: 계약서.pdf'])
    expect(await said({ itemId: id })).toEqual(['이참여 열람: 계약서.pdf', expect.stringMatching(/^김운영 업로드: /)])
    expect(await said({ itemId: id, roomUserId: reader.client.me.userId, type: 'upload' })).toEqual([])
    const all = await listed()
    expect(all.total).toBe(all.roomActivityItem.length)
    const logged = await app.logged(room.roomId)
    expect(all.total).toBe(logged.length)

    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(app.clock.now())
    const yesterday = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(new Date(app.clock.now().getTime() - DAY_MS))
    expect((await listed({ from: today, to: today })).total).toBe(all.total)
    expect(await listed({ to: yesterday })).toMatchObject({ roomActivityItem: [], total: 0 })
    const instants = all.roomActivityItem.map(({ createdAt }) => createdAt)
    const [newest = '', oldest = ''] = [instants[0], instants.at(-1)]
    expect((await listed({ from: oldest, to: newest })).total).toBe(all.total)
    const later = await listed({ from: newest })
    expect(later.total).toBe(instants.filter((instant) => instant === newest).length)
    expect(later.roomActivityItem.map(({ createdAt }) => createdAt)).toEqual(instants.filter((instant) => instant === newest))
    expect((await listed({ to: new Date(Date.parse(oldest) - 1).toISOString() })).total).toBe(0)
    for (const query of [
      { from: '2026-13-01' },
      { from: '2026-11-20T00:00' },
      { type: 'gossip' },
      { roomUserId: -1 },
      { cursor: 'x' },
    ] as EntriesTestQuery[]) {
      const { http, json } = await room.operator.call('GET', path('roomActivity/list'), { query })
      expect({ query, http, code: json.code }).toEqual({ query, http: 400, code: 'BAD_REQUEST' })
    }
  })

  describe('of reading', () => {
    let file: number
    beforeEach(async () => {
      file = await room.operator.put('감사보고서.pdf', makePdf(60))
    })
    const items = async (query: EntriesTestQuery = {}) => (await listed({ type: 'view', ...query })).roomActivityItem
    const reported = async (query: EntriesTestQuery = {}) =>
      (await items(query)).map(({ description, entries }) => `${description} ×${entries}`)
    const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(at)
    async function read(name: string, ...pages: readonly { page: number; seconds: number }[]) {
      app.clock.advance(60_000)
      expect((await reader.client.report(...pages.map((page) => ({ type: 'view', name, ...page })))).http).toBe(200)
    }
    const totalsAgree = async (query: EntriesTestQuery = {}) => {
      const { total, roomActivityItem } = await listed(query)
      expect({ query, total }).toEqual({ query, total: roomActivityItem.length })
    }

    it('is one item that grows, with the pages and seconds of all its entries, placed or not', async () => {
      const { name } = await reader.client.openDocument(file)
      expect(await reported()).toEqual(['열람: 감사보고서.pdf ×1'])
      await read(name, { page: 12, seconds: 28 })
      expect(await reported()).toEqual(['열람 시간: 감사보고서.pdf (12쪽, 28초) ×2'])
      await totalsAgree()
      await app.program.sequence()
      await read(name, { page: 13, seconds: 30.5 }, { page: 12, seconds: 4 })
      await read(name, { page: 14, seconds: 20 }, { page: 40, seconds: 1 }, { page: 50, seconds: 2 })
      const [item, ...others] = await items()
      expect(others).toEqual([])
      expect(item).toMatchObject({
        name: '이참여',
        type: 'view',
        description: '열람 시간: 감사보고서.pdf (12–14쪽 외 2개 쪽, 1분 26초)',
        proof: 'waiting',
        entries: 4,
        pages: 5,
        seconds: 85.5,
      })
      await totalsAgree()
      await totalsAgree({ type: 'view' })
      await totalsAgree({ itemId: file })
      while ((await app.program.sequence()) > 0);
      expect(await items()).toEqual([{ ...item, proof: 'signed' }])
      await totalsAgree()
      await totalsAgree({ roomUserId: reader.client.me.userId, type: 'view' })
      const english = await room.operator.call('GET', path('roomActivity/list'), {
        query: { type: 'view' },
        headers: { 'accept-language': 'en' },
      })
      expect((english.json.payload as { roomActivityItem: HistoryItem[] }).roomActivityItem[0]?.description).toBe(
        'Read 감사보고서.pdf (pages 12–14 and 2 more, 1 minute 26 seconds)',
      )

      const own = await listed({ readingId: item?.readingId ?? 0 })
      expect(own.total).toBe(4)
      expect(own.roomActivityItem.map(({ description, entries, proof }) => [description, entries, proof])).toEqual([
        ['열람 시간: 감사보고서.pdf (14쪽 외 2개 쪽, 23초)', 1, 'signed'],
        ['열람 시간: 감사보고서.pdf (12–13쪽, 35초)', 1, 'signed'],
        ['열람 시간: 감사보고서.pdf (12쪽, 28초)', 1, 'signed'],
        ['열람: 감사보고서.pdf', 1, 'signed'],
      ])
      expect(await items({ fold: 'false' })).toEqual(own.roomActivityItem)
      const { total, roomActivityItem } = await listed({ fold: 'false' })
      expect([total, roomActivityItem.length]).toEqual([(await app.logged(room.roomId)).length, total])
      expect((await listed()).total).toBe(total - 3)
    })

    it('has an item for each lease, and none of what another person or a capture wrote', async () => {
      const [one, other] = [await reader.client.openDocument(file), await reader.client.openDocument(file)]
      await read(one.name, { page: 1, seconds: 5 })
      await read(other.name, { page: 2, seconds: 6 })
      await reader.client.report({ type: 'capture', name: other.name, page: 2 })
      await room.operator.openDocument(file)
      expect(await reported()).toEqual([
        '열람: 감사보고서.pdf ×1',
        '열람 시간: 감사보고서.pdf (2쪽, 6초) ×2',
        '열람 시간: 감사보고서.pdf (1쪽, 5초) ×2',
      ])
      expect(await reported({ type: 'capture' })).toEqual(['화면 캡처 시도: 감사보고서.pdf (2쪽) ×1'])
      const foreign = await app.room()
      const [item] = await items()
      const query = { readingId: item?.readingId ?? 0 }
      const { json } = await foreign.operator.call('GET', `/room/api/room/roomActivity/list/${foreign.roomId}`, { query })
      expect(json.payload).toMatchObject({ roomActivityItem: [], total: 0 })
      expect((await reader.client.call('GET', '/room/api/room/myActivity/list', { query })).json.payload).toMatchObject({ total: 0 })
    })

    it('moves to the day of its newest entry, in lists, totals and the daily log, before and after it is placed', async () => {
      const sinceMidnight = (app.clock.now().getTime() + 9 * 3_600_000) % DAY_MS
      app.clock.advance(DAY_MS - sinceMidnight - FIVE_MINUTES_MS)
      for (const [client, pin] of [
        [room.operator, room.pin],
        [reader.client, reader.pin],
      ] as const) {
        await client.join(pin)
        await client.agree()
      }
      await room.operator.elevate(room.code)
      while ((await app.program.sequence()) > 0);
      const [first, second] = [dayOf(app.clock.now()), dayOf(new Date(app.clock.now().getTime() + 2 * FIVE_MINUTES_MS))]
      const { name } = await reader.client.openDocument(file)
      await app.program.sequence()
      const agree = async () => {
        for (const day of [first, second]) await totalsAgree({ from: day, to: day })
        const { json } = await room.operator.call('GET', path('getDailyLogs'))
        const { dailyLogByDate } = json.payload as { dailyLogByDate: { createdAt: string; total: number }[] }
        for (const day of [first, second]) {
          expect(dailyLogByDate.find(({ createdAt }) => createdAt === day)?.total ?? 0).toBe((await listed({ from: day, to: day })).total)
        }
      }
      const before = (await listed({ from: first, to: first })).total
      expect(await reported({ from: first, to: first })).toEqual(['열람: 감사보고서.pdf ×1'])
      await agree()
      app.clock.advance(FIVE_MINUTES_MS)
      await read(name, { page: 3, seconds: 9 })
      for (const place of [() => undefined, () => app.program.sequence()]) {
        await place()
        expect(await reported({ from: first, to: first })).toEqual([])
        expect(await reported({ from: second, to: second })).toEqual(['열람 시간: 감사보고서.pdf (3쪽, 9초) ×2'])
        expect((await listed({ from: first, to: first })).total).toBe(before - 1)
        await agree()
      }
    })

    it('shows a summary that somebody has changed as broken, and does not go on from it', async () => {
      const { name } = await reader.client.openDocument(file)
      await read(name, { page: 1, seconds: 9 })
      const change = (value: string) =>
        app.database.pool.query(
          `update activity_entries set summary = ${value} where room_id = $1 and not folded and reading is not null`,
          [room.roomId],
        )
      const other = await reader.client.openDocument(file)
      await read(other.name, { page: 2, seconds: 7 })
      await change(`(select summary from activity_entries where room_id = $1 and summary is not null order by id limit 1)`)
      expect((await items()).map(({ proof, entries }) => [proof, entries])).toEqual([
        ['broken', 1],
        ['waiting', 2],
      ])
      await change('null')
      expect((await items()).map(({ proof }) => proof)).toEqual(['broken', 'broken'])
      await read(other.name, { page: 5, seconds: 3 })
      expect((await items()).map(({ proof, entries }) => [proof, entries])).toEqual([
        ['waiting', 1],
        ['broken', 1],
        ['broken', 1],
      ])
      await totalsAgree()
    })
  })

  it('is nothing of somebody who was never in the room, nor is an export', async () => {
    const { client } = await app.participant(await app.room())
    const users = [client.me.userId, 999_999]
    for (const roomUserId of users) {
      const answers = [
        await room.operator.call('GET', path('roomActivity/list'), { query: { roomUserId } }),
        await room.operator.call('POST', path('detailHistory'), { body: { roomUserId } }),
        await room.operator.call('POST', path('roomActivity/export'), { body: { format: 'json', roomUserId } }),
      ]
      expect(answers.map(({ http, json }) => [http, json.code])).toEqual(answers.map(() => [404, 'NOT_FOUND']))
    }
    expect((await listed({ roomUserId: 0 })).total).toBeGreaterThan(0)
  })

  it('comes page by page, each entry once, while more is written', async () => {
    for (let n = 0; n < 7; n += 1) await room.operator.makeFolder(`폴더 ${n}`)
    const before = (await listed()).roomActivityItem.map(({ id }) => id)
    const seen: number[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page = await listed({ limit: 3, ...(cursor && { cursor }) })
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
    const people = await room.operator.call('GET', path('roomUser/list'))
    expect(people.json.payload).toEqual([
      { userName: '김운영', id: room.operator.me.userId },
      { userName: '이참여', id: reader.client.session?.userId ?? expect.any(Number) },
    ])
    app.clock.advance(DAY_MS)
    const operator = app.stranger()
    await operator.join(room.pin)
    await operator.agree()
    await operator.elevate(room.code)
    const { json } = await operator.call('GET', path('getDailyLogs'))
    await app.program.sequence()
    expect((await operator.call('GET', path('getDailyLogs'))).json).toEqual(json)
    const { createdAt, dailyLogByDate } = json.payload as {
      createdAt: string
      dailyLogByDate: { users: { name: string }[]; total: number }[]
    }
    expect(createdAt).toMatch(/^\d{4}-/)
    expect(dailyLogByDate.map(({ users }) => users.map(({ name }) => name))).toEqual([['김운영'], ['김운영', '이참여']])
    expect(dailyLogByDate.reduce((sum, { total }) => sum + total, 0)).toBe((await app.logged(room.roomId)).length)
  })

  it('shows each person what they did themselves, and nothing of others', async () => {
    const { json } = await reader.client.call('GET', '/room/api/room/myActivity/list')
    const { roomActivityItem, total } = json.payload as { roomActivityItem: HistoryItem[]; total: number }
    expect(total).toBe(roomActivityItem.length)
    expect(roomActivityItem.map(({ type }) => type)).toEqual(['login', 'login'])
    for (const call of ['roomActivity/list', 'roomUser/list', 'getDailyLogs']) {
      expect((await reader.client.call('GET', path(call))).json.code).toBe('NOT_OPERATOR')
    }
  })

  it('knows what somebody has changed in the database', async () => {
    await room.operator.makeFolder('가')
    await room.operator.makeFolder('나')
    await app.program.sequence()
    const [b, a] = (await listed()).roomActivityItem
    expect([a?.proof, b?.proof]).toEqual(['signed', 'signed'])
    await app.database.pool.query(`update activity_entries set kind = 'document.viewed' where id = $1`, [a?.id])
    const [intact, changed] = (await listed()).roomActivityItem
    expect([intact?.proof, changed?.proof]).toEqual(['signed', 'broken'])
    await app.database.pool.query(`update activity_entries set sealed = decode('00', 'hex') where id = $1`, [b?.id])
    const [unreadable] = (await listed()).roomActivityItem
    expect(unreadable).toMatchObject({ proof: 'broken', description: '읽을 수 없는 기록', name: '' })
  })
})
