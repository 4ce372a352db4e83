import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../test/harness/wire-client.ts'

interface ListedMemberRow {
  readonly id: number
  readonly userName: string
  readonly createdAt: string
}

type MembersTestQuery = Readonly<Record<string, string | number>>

const list = (client: WireClient, query: MembersTestQuery = {}): Promise<WireAnswer> =>
  client.call('GET', `/room/api/room/roomManger/list/${client.me.roomId}`, { query })
const names = ({ json }: WireAnswer): string[] =>
  (json.payload as ListedMemberRow[]).map(({ userName }) => userName)

describe('the list of people', () => {
  let app: TestApp
  let room: TestRoom
  let invitations = 0
  beforeAll(async () => {
    app = await startTestApp()
  })
  beforeEach(async () => {
    room = await app.room()
  })
  afterAll(() => app.close())

  const invite = async (people: readonly string[], into = room): Promise<number[]> => {
    invitations += 1
    const rows = people.map((name, index) => ({
      name,
      email: `listed${invitations}-${index}@example.com`,
    }))
    return ((await into.operator.invite(rows)).json.payload as ListedMemberRow[]).map(
      ({ id }) => id,
    )
  }

  it('is the same in pages of any size, in the order in which they came, with how many there are', async () => {
    const other = await app.room()
    await invite(['남'], other)
    for (const batch of [['가', '나', '다'], ['라'], ['마', '바']]) await invite(batch)
    await app.database.pool.query(
      `update members set created_at = created_at - interval '1 day' where room_id = $1 and name in ('마', '바')`,
      [room.roomId],
    )
    await expect
      .poll(async () => JSON.stringify((await list(room.operator)).json.payload))
      .not.toContain('"queued"')
    const whole = await list(room.operator)
    expect(names(whole)).toEqual(['마', '바', '김운영', '가', '나', '다', '라'])
    expect(whole.json).toMatchObject({ total: 7 })
    expect(whole.json).not.toHaveProperty('nextCursor')
    for (const limit of [1, 2, 3, 7]) {
      const all: ListedMemberRow[] = []
      let cursor: string | undefined
      do {
        const { http, json } = await list(room.operator, {
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        })
        expect({ http, total: json.total }).toEqual({ http: 200, total: 7 })
        all.push(...(json.payload as ListedMemberRow[]))
        cursor = json.nextCursor
        expect(all.length).toBe(
          cursor === undefined ? 7 : Math.min(7, Math.ceil(all.length / limit) * limit),
        )
      } while (cursor !== undefined)
      expect(all).toEqual(whole.json.payload)
    }
  })

  it('skips and repeats nobody although others come and go between the pages', async () => {
    const [first = 0, second = 0] = await invite(['가', '나', '다', '라'])
    const page = await list(room.operator, { limit: 3 })
    expect(names(page)).toEqual(['김운영', '가', '나'])
    await invite(['마'])
    for (const gone of [first, second]) await room.operator.remove(gone)
    const rest = await list(room.operator, { limit: 3, cursor: page.json.nextCursor ?? '' })
    expect(names(rest)).toEqual(['다', '라', '마'])
    expect(rest.json).toMatchObject({ total: 4 })
    expect(rest.json).not.toHaveProperty('nextCursor')
  })

  it('has 500 people unless specified, and 1,000 at most', async () => {
    await app.database.pool.query(
      `with people as (insert into users (room_id, email) select $1, 'many' || n || '@example.com' from generate_series(1, 1005) n returning id)
       insert into members (room_id, user_id, role_id, name, email, created_at) select $1, id, 5, '많은 사람', '', now() from people`,
      [room.roomId],
    )
    for (const [query, length] of [
      [{}, LIMITS.listDefault],
      [{ limit: LIMITS.listMax }, LIMITS.listMax],
    ] as const) {
      const { json } = await list(room.operator, query)
      expect({ length: (json.payload as ListedMemberRow[]).length, total: json.total }).toEqual({
        length,
        total: 1_006,
      })
      expect(json.nextCursor).toEqual(expect.any(String))
    }
  })

  it('leads nowhere with the cursor of another room', async () => {
    await invite(['가'])
    const other = await app.room()
    await invite(['남', '남'], other)
    const { nextCursor: cursor = '' } = (await list(other.operator, { limit: 1 })).json
    expect(names(await list(room.operator, { cursor })).filter((name) => name === '남')).toEqual([])
  })

  const encode = (value: unknown): string =>
    Buffer.from(JSON.stringify(value)).toString('base64url')
  it.each<MembersTestQuery>([
    { limit: 0 },
    { limit: 1_001 },
    { limit: -1 },
    { limit: 1.5 },
    { limit: '05' },
    { limit: '1e2' },
    { limit: '' },
    { offset: 1 },
    { cursor: '' },
    { cursor: 'x'.repeat(2_000) },
    { cursor: encode(['2024-01-01T00:00:00.000Z']) },
    { cursor: encode(['2024-01-01T00:00:00.000Z', 0]) },
    { cursor: encode(['2024-01-01T00:00:00.000Z', '1']) },
    { cursor: encode(['2024-01-01T00:00:00.000Z', 1, 2]) },
    { cursor: encode(['yesterday', 1]) },
    { cursor: encode(['+275760-09-13T00:00:00.000Z', 1]) },
    { cursor: encode(['2024-01-01T00:00:00Z\u0000', 1]) },
    { cursor: encode([5, 1]) },
    { cursor: encode({ 0: 'a' }) },
  ])('takes no %j', async (query) => {
    expect(await list(room.operator, query)).toMatchObject({
      http: 400,
      json: { status: 'EXCEPTION', code: 'BAD_REQUEST' },
    })
  })

  it('takes no parameter twice', async () => {
    const path = `/room/api/room/roomManger/list/${room.roomId}?limit=1&limit=2`
    expect((await room.operator.call('GET', path)).http).toBe(400)
  })
})
