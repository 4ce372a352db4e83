import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { findBroken, findStrayBlobs } from '../../../test/tree/tree-invariants.ts'

const [ONE, TWO] = [makePdf(1), makePdf(2)]
const BOTH = ONE.length + TWO.length

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function replaced(
  options: { storageLimit?: number } = {},
): Promise<{ room: TestRoom; operator: WireClient; id: number }> {
  const room = await app.room(options)
  const { operator } = room
  await operator.switches(false)
  await operator.upload([['문서.pdf', ONE]])
  await operator.upload([['문서.pdf', TWO]], 0, 'replace')
  return { room, operator, id: (await operator.items())[0]!.id }
}

const numbers = async (operator: WireClient, id: number): Promise<number[]> =>
  ((await operator.versions(id)).json.payload as { number: number }[]).map(({ number }) => number)

const openVersion = (client: WireClient, id: number, version: number): Promise<WireAnswer> =>
  client.call('GET', `/room/api/file/prepareFile/${id}`, { query: { version } })

describe('the versions of a file', () => {
  it('are listed for operators, newest first, with who stored them', async () => {
    const { room, operator, id } = await replaced()
    await operator.openDocument(id)
    const { payload } = (await operator.versions(id)).json
    const uploaded = {
      uploadedAt: expect.stringMatching(/^\d{4}-/),
      uploadedBy: '김운영',
      staged: false,
    }
    expect(payload).toEqual([
      { number: 2, size: TWO.length, preview: 'READY', ...uploaded },
      { number: 1, size: ONE.length, preview: expect.any(String), ...uploaded },
    ])
    const { client } = await app.participant(room)
    expect((await client.versions(id)).http).toBe(403)
    expect((await (await app.room()).operator.versions(id)).http).toBe(404)
    const paged = (query: object) =>
      operator.call('GET', `/room/api/file/versions/${id}`, { query: { ...query } })
    const first = await paged({ limit: 1 })
    expect(first.json).toMatchObject({ payload: [{ number: 2 }], nextCursor: expect.any(String) })
    const rest = await paged({ limit: 1, cursor: first.json.nextCursor })
    expect(rest.json).toMatchObject({ payload: [{ number: 1 }] })
    expect(rest.json.nextCursor).toBeUndefined()
    for (const query of [{ limit: 1_001 }, { limit: 0 }, { cursor: 'x' }])
      expect((await paged(query)).http).toBe(400)
    const folder = await operator.newFolder('폴더')
    expect((await operator.versions(folder)).http).toBe(404)
    await operator.deleteItem(id)
    expect((await operator.versions(id)).http).toBe(404)
  })

  it('are opened by operators in their area, and by nobody else; what was opened so ends with the area', async () => {
    const { room, operator, id } = await replaced()
    const lease = (await openVersion(operator, id, 1)).json.payload as {
      pageCount: number
      path: string
    }
    expect(lease).toMatchObject({ pageCount: 1, status: 'READY' })
    expect((await openVersion(operator, id, 2)).json.payload).toMatchObject({ pageCount: 2 })
    expect((await openVersion(operator, id, 3)).http).toBe(404)
    const { client } = await app.participant(room)
    for (const number of [1, 2]) expect((await openVersion(client, id, number)).http).toBe(404)
    expect(
      (await (await app.room()).operator.call('GET', `/room/api/file/prepareFile/${id}?version=1`))
        .http,
    ).toBe(404)

    const image = () => operator.fetch('GET', `${lease.path}/pages/1`)
    expect((await image()).status).toBe(200)
    await app.database.pool.query('update sessions set raised_at = null where member_id = $1', [
      operator.me.id,
    ])
    expect((await image()).status).toBe(404)
    expect((await operator.openDocument(id)).pageCount).toBe(2)
  })
})

describe('a version that is brought back', () => {
  it('is the newest one again, with keys of its own to the same content; none is lost', async () => {
    const { room, operator, id } = await replaced()
    const before = await holdings(app, room.roomId)
    const answer = await operator.restoreVersion(id, 1)
    expect({ http: answer.http, json: answer.json }).toEqual({
      http: 200,
      json: { status: 'OK', payload: { id, name: '문서.pdf', number: 3 } },
    })
    expect(await numbers(operator, id)).toEqual([3, 2, 1])
    const item = (await operator.items())[0]!
    expect(item.size).toBe(ONE.length)
    const response = await operator.fetch('GET', `/room/api/file/${item.filename}`)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(ONE))
    expect(await holdings(app, room.roomId)).toMatchObject({
      items: 1,
      versions: 3,
      segments: 3,
      files: 1,
      used: BOTH + ONE.length,
      blobs: before.blobs,
      entries: before.entries + 2,
    })
    expect(await app.logged(room.roomId)).toContain('document.version-restored')
    expect(await findBroken(app, room.roomId)).toEqual({})
    await operator.deleteItem(id)
    await operator.destroyItem(id)
    await expect
      .poll(() => holdings(app, room.roomId))
      .toMatchObject({ items: 0, versions: 0, segments: 0, used: 0 })
    await expect.poll(() => findStrayBlobs(app)).toEqual({ orphans: [], missing: [] })
  })

  it('changes nothing where it is the newest already, where there is none, or where the space is missing', async () => {
    const { room, operator, id } = await replaced({ storageLimit: BOTH + ONE.length - 1 })
    const folder = await operator.newFolder('폴더')
    await expectNothingChanged(app, room.roomId, async () => {
      expect((await operator.restoreVersion(id, 2)).json.payload).toEqual({
        id,
        name: '문서.pdf',
        number: 2,
      })
      expect((await operator.restoreVersion(id, 1)).http).toBe(507)
      expect((await operator.restoreVersion(id, 3)).http).toBe(404)
      expect((await operator.restoreVersion(folder, 1)).http).toBe(404)
      expect((await (await app.room()).operator.restoreVersion(id, 1)).http).toBe(404)
      expect((await (await app.participant(room)).client.restoreVersion(id, 1)).http).toBe(403)
    })
    await operator.deleteItem(id)
    expect((await operator.restoreVersion(id, 1)).http).toBe(404)
  })
})
