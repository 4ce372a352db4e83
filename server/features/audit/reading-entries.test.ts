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

  describe('of reading', () => {
    let file: number
    beforeEach(async () => {
      file = await room.operator.put('감사보고서.pdf', makePdf(60))
    })
    const items = async (query: EntriesTestQuery = {}) =>
      (await listed(room, { type: 'view', ...query })).roomActivityItem
    const reported = async (query: EntriesTestQuery = {}) =>
      (await items(query)).map(({ description, entries }) => `${description} ×${entries}`)
    const dayOf = (at: Date) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(at)
    async function read(name: string, ...pages: readonly { page: number; seconds: number }[]) {
      app.clock.advance(60_000)
      expect(
        (await reader.client.report(...pages.map((page) => ({ type: 'view', name, ...page }))))
          .http,
      ).toBe(200)
    }
    const totalsAgree = async (query: EntriesTestQuery = {}) => {
      const { total, roomActivityItem } = await listed(room, query)
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
      await read(
        name,
        { page: 14, seconds: 20 },
        { page: 40, seconds: 1 },
        { page: 50, seconds: 2 },
      )
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
      const english = await room.operator.call('GET', path(room, 'roomActivity/list'), {
        query: { type: 'view' },
        headers: { 'accept-language': 'en' },
      })
      expect(
        (english.json.payload as { roomActivityItem: HistoryItem[] }).roomActivityItem[0]
          ?.description,
      ).toBe('Read 감사보고서.pdf (pages 12–14 and 2 more, 1 minute 26 seconds)')

      const own = await listed(room, { readingId: item?.readingId ?? 0 })
      expect(own.total).toBe(4)
      expect(
        own.roomActivityItem.map(({ description, entries, proof }) => [
          description,
          entries,
          proof,
        ]),
      ).toEqual([
        ['열람 시간: 감사보고서.pdf (14쪽 외 2개 쪽, 23초)', 1, 'signed'],
        ['열람 시간: 감사보고서.pdf (12–13쪽, 35초)', 1, 'signed'],
        ['열람 시간: 감사보고서.pdf (12쪽, 28초)', 1, 'signed'],
        ['열람: 감사보고서.pdf', 1, 'signed'],
      ])
      expect(await items({ fold: 'false' })).toEqual(own.roomActivityItem)
      const { total, roomActivityItem } = await listed(room, { fold: 'false' })
      expect([total, roomActivityItem.length]).toEqual([
        (await app.logged(room.roomId)).length,
        total,
      ])
      expect((await listed(room)).total).toBe(total - 3)
    })

    it('has an item for each lease, and none of what another person or a capture wrote', async () => {
      const [one, other] = [
        await reader.client.openDocument(file),
        await reader.client.openDocument(file),
      ]
      await read(one.name, { page: 1, seconds: 5 })
      await read(other.name, { page: 2, seconds: 6 })
      await reader.client.report({ type: 'capture', name: other.name, page: 2 })
      await room.operator.openDocument(file)
      expect(await reported()).toEqual([
        '열람: 감사보고서.pdf ×1',
        '열람 시간: 감사보고서.pdf (2쪽, 6초) ×2',
        '열람 시간: 감사보고서.pdf (1쪽, 5초) ×2',
      ])
      expect(await reported({ type: 'capture' })).toEqual([
        '화면 캡처 시도: 감사보고서.pdf (2쪽) ×1',
      ])
      const foreign = await app.room()
      const [item] = await items()
      const query = { readingId: item?.readingId ?? 0 }
      const { json } = await foreign.operator.call(
        'GET',
        `/room/api/room/roomActivity/list/${foreign.roomId}`,
        { query },
      )
      expect(json.payload).toMatchObject({ roomActivityItem: [], total: 0 })
      expect(
        (await reader.client.call('GET', '/room/api/room/myActivity/list', { query })).json.payload,
      ).toMatchObject({ total: 0 })
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
      const [first, second] = [
        dayOf(app.clock.now()),
        dayOf(new Date(app.clock.now().getTime() + 2 * FIVE_MINUTES_MS)),
      ]
      const { name } = await reader.client.openDocument(file)
      await app.program.sequence()
      const agree = async () => {
        for (const day of [first, second]) await totalsAgree({ from: day, to: day })
        const { json } = await room.operator.call('GET', path(room, 'getDailyLogs'))
        const { dailyLogByDate } = json.payload as {
          dailyLogByDate: { createdAt: string; total: number }[]
        }
        for (const day of [first, second]) {
          expect(dailyLogByDate.find(({ createdAt }) => createdAt === day)?.total ?? 0).toBe(
            (await listed(room, { from: day, to: day })).total,
          )
        }
      }
      const before = (await listed(room, { from: first, to: first })).total
      expect(await reported({ from: first, to: first })).toEqual(['열람: 감사보고서.pdf ×1'])
      await agree()
      app.clock.advance(FIVE_MINUTES_MS)
      await read(name, { page: 3, seconds: 9 })
      for (const place of [() => undefined, () => app.program.sequence()]) {
        await place()
        expect(await reported({ from: first, to: first })).toEqual([])
        expect(await reported({ from: second, to: second })).toEqual([
          '열람 시간: 감사보고서.pdf (3쪽, 9초) ×2',
        ])
        expect((await listed(room, { from: first, to: first })).total).toBe(before - 1)
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
      await change(
        `(select summary from activity_entries where room_id = $1 and summary is not null order by id limit 1)`,
      )
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
})
