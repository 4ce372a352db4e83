import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer } from '../../../test/harness/wire-client.ts'
import { type ProgramClient, programClient } from '../../../test/programs/program-client.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

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
      expect(await Promise.race(answers)).toMatchObject({
        http: 429,
        json: { code: 'API_KEY_BUSY' },
      })
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
      for (const refused of [first, second])
        expect(refused).toMatchObject({ http: 429, json: { code: 'API_KEY_BUSY' } })
      expect(first?.headers.get('retry-after')).toBe('1')
      expect(
        (await other.post(`/rooms/${elsewhere.roomId}/rename`, { name: '다른 룸' })).http,
      ).toBe(200)
      expect((await wild.get(`/rooms/${here.roomId}/rename`)).http).toBe(200)
    }
    await held(work, 'select from rooms where id = $1 for update', [here.roomId])
    expect((await waiting).filter(({ http }) => http === 200)).toHaveLength(2)
    expect((await rename()).http).toBe(200)
  })

  it('makes 600 changes in ten minutes and no more, also such as repeat one', async () => {
    const [wild, other] = [await programClient(app), await programClient(app)]
    const rename = (by: ProgramClient) =>
      by.post(`/rooms/${room.roomId}/rename`, { name: '시험 룸' }, 'again')
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
