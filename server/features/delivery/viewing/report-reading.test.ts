import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { openKeyStore } from '../../../platform/encryption/open-key-store.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import { createRoomKeyring } from '../../rooms/index.ts'

let app: TestApp
let room: TestRoom
let client: WireClient
let id: number
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  client = (await app.participant(room)).client
  id = await room.operator.put('글.pdf', makePdf(3))
})
afterAll(() => app.close())

async function entries(kind: string): Promise<unknown[]> {
  const keyring = createRoomKeyring(
    await openKeyStore({ keyDir: app.keyDir, dataDir: app.dataDir }),
  )
  return loggedDetails(app.database, keyring, room.roomId, kind)
}

describe('an attempt to capture the screen', () => {
  it('is logged with its document and page, and not more often than every 15 seconds', async () => {
    const { name } = await client.openDocument(id)
    for (let times = 0; times < 20; times += 1)
      expect((await client.report({ type: 'capture', name, page: 2 })).http).toBe(200)
    const attempt = { itemId: id, name: '글.pdf', page: 2 }
    expect(await entries('document.capture-attempted')).toEqual([attempt])
    app.clock.advance(15_001)
    await Promise.all([1, 2, 3].map(() => client.report({ type: 'capture', name, page: 3 })))
    expect(await entries('document.capture-attempted')).toEqual([attempt, { ...attempt, page: 3 }])
  })

  it('is that of a lease of this session, on a page that is there', async () => {
    const before = await entries('document.capture-attempted')
    const own = await client.openDocument(id)
    const foreign = await room.operator.openDocument(id)
    for (const report of [
      { type: 'capture', name: foreign.name, page: 1 },
      { type: 'capture', name: 'x', page: 1 },
      { type: 'capture', name: own.name, page: 4 },
    ])
      expect((await client.report({ type: 'capture', name: own.name, page: 1 }, report)).http).toBe(
        404,
      )
    for (const report of [
      { type: 'capture', name: own.name },
      { type: 'capture', name: own.name, page: 0 },
      { type: 'print', name: own.name, page: 1 },
      { type: 'view', name: own.name, page: 1, seconds: -1 },
      { type: 'view', name: own.name, page: 1, seconds: '5' },
      { type: 'view', name: own.name, page: 1, memberId: 1 },
    ])
      expect((await client.report(report)).http).toBe(400)
    expect((await client.report()).http).toBe(400)
    expect(
      (
        await client.report(
          ...Array(LIMITS.reportsPerCall + 1).fill({ type: 'view', name: own.name, page: 1 }),
        )
      ).http,
    ).toBe(400)
    expect(await entries('document.capture-attempted')).toEqual(before)
  })
})

describe('the time that pages were looked at', () => {
  it('is logged by page, once, and never longer than the document was open', async () => {
    const { name } = await client.openDocument(id)
    const view = (page: number, seconds: number) => ({ type: 'view', name, page, seconds })
    app.clock.advance(30_000)
    await client.report(view(1, 10), view(2, 4.5), view(1, 2.5))
    await client.report(view(1, 3_600))
    expect(await entries('document.pages-viewed')).toHaveLength(1)
    expect((await entries('document.pages-viewed')).at(-1)).toEqual({
      itemId: id,
      name: '글.pdf',
      pages: [
        { page: 1, seconds: 12.5 },
        { page: 2, seconds: 4.5 },
      ],
    })
    const count = (await entries('document.pages-viewed')).length
    app.clock.advance(20_000)
    await Promise.all([
      client.report(view(1, 3_600), view(3, 3_600)),
      client.report(view(1, 3_600), view(3, 3_600)),
    ])
    const logged = (await entries('document.pages-viewed')) as { pages: { seconds: number }[] }[]
    expect(logged).toHaveLength(count + 1)
    for (const { seconds } of logged.at(-1)?.pages ?? []) expect(seconds).toBeCloseTo(10, 0)
  })

  it('is counted once where the response to a report was lost and it is sent again', async () => {
    const { name } = await client.openDocument(id)
    const view = (page: number, seconds: number, ago?: number) => ({
      type: 'view',
      name,
      page,
      seconds,
      ...(ago === undefined ? {} : { ago }),
    })
    const before = (await entries('document.pages-viewed')).length
    app.clock.advance(60_000)
    await client.report(view(1, 30, 40), view(2, 12))
    const pages = async () =>
      ((await entries('document.pages-viewed')) as { pages: unknown }[])
        .slice(before)
        .map((entry) => entry.pages)
    const first = [
      { page: 1, seconds: 30 },
      { page: 2, seconds: 12 },
    ]
    expect(await pages()).toEqual([first])
    app.clock.advance(60_000)
    await client.report(view(2, 12, 60), view(3, 20))
    expect(await pages()).toEqual([first, [{ page: 3, seconds: 20 }]])
    app.clock.advance(30_000)
    await client.report(view(3, 20, 25))
    expect(await pages()).toHaveLength(2)
    const later = await client.openDocument(id)
    app.clock.advance(30_000)
    await client.report(
      { ...view(1, 20, 31), name: later.name },
      { ...view(2, 6, 20), name: later.name },
    )
    expect((await pages()).slice(2)).toEqual([[{ page: 2, seconds: 6 }]])
    for (const ago of [-1, '5', 86_401])
      expect((await client.report({ type: 'view', name, page: 1, seconds: 1, ago })).http).toBe(400)
  })

  it('closes the lease with the last report, which is counted, and that of nobody else', async () => {
    const [one, other] = [await client.openDocument(id), await client.openDocument(id)]
    const before = (await entries('document.pages-viewed')).length
    app.clock.advance(20_000)
    expect(
      (await client.report({ type: 'view', name: one.name, page: 3, seconds: 7, last: true })).http,
    ).toBe(200)
    const logged = await entries('document.pages-viewed')
    expect(logged.slice(before)).toEqual([
      { itemId: id, name: '글.pdf', pages: [{ page: 3, seconds: 7 }] },
    ])
    expect((await client.call('GET', `/room/api/file/view/${one.name}`)).http).toBe(404)
    expect(
      (await client.report({ type: 'view', name: one.name, page: 3, seconds: 7, last: true })).http,
    ).toBe(404)
    expect(
      (
        await room.operator.report({
          type: 'view',
          name: other.name,
          page: 3,
          seconds: 7,
          last: true,
        })
      ).http,
    ).toBe(404)
    expect((await client.call('GET', `/room/api/file/view/${other.name}`)).http).toBe(200)
  })

  it('keeps the lease alive', async () => {
    const { name } = await client.openDocument(id)
    for (let times = 0; times < 3; times += 1) {
      app.clock.advance(LIMITS.leaseIdleMs / 2 + 1_000)
      expect((await client.report({ type: 'view', name, page: 1, seconds: 60 })).http).toBe(200)
      await client.call('POST', '/room/api/room/alive')
    }
    expect((await client.call('GET', `/room/api/file/view/${name}`)).http).toBe(200)
  })
})
