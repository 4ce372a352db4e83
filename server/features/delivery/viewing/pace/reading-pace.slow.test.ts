import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { READING_LIMITS } from '../../../../../contract/core/limits.ts'
import type { ReadingLimits } from '../../../../../contract/features/rooms.ts'
import { makePdf } from '../../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../../test/harness/test-app.ts'
import { type WireAnswer, WireClient } from '../../../../test/harness/wire-client.ts'
import { secondOperator } from '../../../../test/scenarios/endings.ts'
import { messageMails } from '../../../../test/scenarios/message-mails.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const WIDE: ReadingLimits = {
  ...{ documentsPerMinute: 900, pagesPerMinute: 900, downloadsPerMinute: 900 },
  ...{ documentsPerHour: 900, pagesPerHour: 900, downloadsPerHour: 900 },
}
const LIMITS_PATH = '/room/api/room/update/readingLimits'
const SUBJECT = '지나치게 빠른 열람'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp({ readingLimits: true })
})
afterAll(() => app.close())
beforeEach(async () => {
  // The hour must not end within the test.
  app.clock.advance(3_600_000 - (app.clock.now().getTime() % 3_600_000))
  room = await app.room()
  await room.operator.upload([1, 2, 3].map((each) => [`문서 ${each}.pdf`, makePdf(6)]))
})

const limit = (limits: Partial<ReadingLimits>): Promise<WireAnswer> =>
  room.operator.call('PUT', LIMITS_PATH, { body: { id: room.roomId, ...WIDE, ...limits } })
const elsewhere = (client: WireClient, base: string): WireClient => {
  const same = new WireClient(base)
  same.session = client.me
  return same
}
const pageOf = async (client: WireClient, lease: string, page: number, query = '') =>
  client.fetch('GET', `/room/api/file/view/${lease}/pages/${page}${query}`)
const entries = async () =>
  (await app.logged(room.roomId)).filter((kind) => kind === 'reading.too-fast').length
const reported = async () =>
  (await messageMails(app, SUBJECT)).filter(({ text }) => text.includes(room.roomNo))
const statusAndMs = async (request: Promise<Response>): Promise<{ status: number; ms: number }> => {
  const begun = performance.now()
  const response = await request
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - begun }
}

describe('who reads faster than a person', () => {
  it('waits beyond a limit and is refused beyond twice as much until the minute is over, logged once and mailed to operators once a day', async () => {
    await limit({ pagesPerMinute: 2 })
    const second = await secondOperator(app, room)
    const { client } = await app.participant(room)
    const [first] = await client.items()
    const { name } = await client.openDocument(first?.id ?? 0)
    for (const query of ['?width=200', '?width=800', '?width=64', ''])
      expect((await pageOf(client, name, 1, query)).status).toBe(200)
    expect((await pageOf(client, name, 2)).status).toBe(200)
    expect(await entries()).toBe(0)
    const slow = await statusAndMs(pageOf(client, name, 3))
    expect(slow.status).toBe(200)
    expect(slow.ms).toBeGreaterThanOrEqual(990)
    expect((await pageOf(client, name, 4)).status).toBe(200)
    const refused = await client.call('GET', `/room/api/file/view/${name}/pages/5`)
    expect(refused).toMatchObject({ http: 429, json: { code: 'TOO_FAST' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    expect((await pageOf(client, name, 2)).status).toBe(200)
    expect(await entries()).toBe(1)
    await eventually(async () =>
      expect((await reported()).flatMap(({ to }) => to).sort()).toEqual(
        [room.operator.me.email, second.email].sort(),
      ),
    )
    app.clock.advance(60_000)
    expect((await pageOf(client, name, 5)).status).toBe(200)
    for (const page of [4, 6]) expect((await pageOf(client, name, page)).status).toBe(200)
    expect(await entries()).toBe(1)
    expect(await reported()).toHaveLength(2)
  })

  it('is not helped by another session or another node', async () => {
    await limit({ documentsPerMinute: 1 })
    const { client, pin } = await app.participant(room)
    const [one, two, three] = (await client.items()).map(({ id }) => id)
    const other = app.stranger()
    await other.join(pin)
    await other.agree()
    const away = elsewhere(other, await app.node())
    const open = (by: WireClient, id: number | undefined) =>
      by.call('GET', `/room/api/file/prepareFile/${id}`)
    expect((await open(client, one)).http).toBe(200)
    expect((await open(other, two)).http).toBe(200)
    expect(await open(client, three)).toMatchObject({ http: 429, json: { code: 'TOO_FAST' } })
    app.clock.advance(3_000)
    await open(client, three)
    await eventually(async () => expect((await open(away, three)).json.code).toBe('TOO_FAST'))
    expect((await open((await app.participant(room)).client, one)).http).toBe(200)
  })

  it('has downloads counted in the same way, and a zip whole: its files count in the hour, and none of it is held back half-way', async () => {
    await room.operator.switches(false)
    await limit({ downloadsPerMinute: 1, downloadsPerHour: 2 })
    const { client, memberId } = await app.participant(room)
    await room.operator.setRight(memberId, 'download', true)
    const items = await client.items()
    const zip = () =>
      client.fetch('POST', '/room/api/file/zip', {
        body: { id: client.me.id, roomId: room.roomId, fileIds: items.map(({ id }) => id) },
      })
    const whole = await statusAndMs(zip())
    expect(whole.status).toBe(200)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.downloaded'),
    ).toHaveLength(3)
    expect((await zip()).status).toBe(200)
    await room.operator.upload([['넷째.pdf', makePdf(1)]])
    await room.operator.upload([['다섯째.pdf', makePdf(1)]])
    const later = (await client.items()).filter(({ name }) => !name.startsWith('문서'))
    const get = (filename: string | null | undefined) =>
      client.call('GET', `/room/api/file/${filename}`)
    expect((await client.fetch('GET', `/room/api/file/${later[0]?.filename}`)).status).toBe(200)
    app.clock.advance(60_000)
    const refused = await get(later[1]?.filename)
    expect(refused).toMatchObject({ http: 429, json: { code: 'TOO_FAST' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
  })

  it('counts a view as another person for its operator, and reports an elevated operator, who is not slowed, to the others', async () => {
    await limit({ pagesPerMinute: 1 })
    const second = await secondOperator(app, room)
    const person = await app.participant(room)
    const [item] = await room.operator.items()
    const { name } = await second.client.openDocument(item?.id ?? 0)
    for (const page of [1, 2, 3, 4])
      expect((await pageOf(second.client, name, page)).status).toBe(200)
    expect(await entries()).toBe(1)
    await eventually(async () =>
      expect((await reported()).flatMap(({ to }) => to)).toEqual([room.operator.me.email]),
    )
    const viewer = await second.client.viewerOf(person.memberId)
    const lease = (await viewer.openDocument(item?.id ?? 0)).name
    expect((await pageOf(viewer, lease, 5)).status).toBe(429)
    const own = (await person.client.openDocument(item?.id ?? 0)).name
    expect((await pageOf(person.client, own, 5)).status).toBe(200)
  })
})

describe('the limits of a room', () => {
  const read = async () =>
    (await room.operator.call('GET', `/room/api/room/readingLimits/${room.roomId}`)).json.payload

  it('are those of the program until an operator sets others, which is logged once', async () => {
    expect(await read()).toEqual(READING_LIMITS)
    const changed = { ...READING_LIMITS, pagesPerMinute: 60 }
    for (let times = 0; times < 2; times += 1)
      expect(
        (await room.operator.call('PUT', LIMITS_PATH, { body: { id: room.roomId, ...changed } }))
          .json.status,
      ).toBe('OK')
    expect(await read()).toEqual(changed)
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'room.reading-limits'),
    ).toHaveLength(1)
  })

  it('are whole numbers from 1 to 100,000, and those of an hour not lower than those of a minute', async () => {
    for (const [name, value] of [
      ['pagesPerMinute', 0],
      ['pagesPerMinute', 1.5],
      ['pagesPerHour', 100_001],
      ['downloadsPerHour', '300'],
    ] as const)
      expect(await limit({ [name]: value })).toMatchObject({
        http: 400,
        json: { code: 'BAD_REQUEST' },
      })
    expect(await limit({ pagesPerMinute: 500, pagesPerHour: 499 })).toMatchObject({
      http: 400,
      json: { code: 'READING_LIMITS_ORDER' },
    })
    expect(await read()).toEqual(READING_LIMITS)
  })
})
