import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { codeOf, manifest, page, put } from '../../../test/scenarios/delivery/reading.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
const close = (client: WireClient, lease: string): Promise<WireAnswer> =>
  client.call('GET', `/room/api/file/removeTempFile/${lease}`)

describe('a lease', () => {
  let room: TestRoom
  let id: number
  let client: WireClient
  beforeAll(async () => {
    room = await app.room()
    id = await put(room.operator, 'a.pdf', makePdf(1))
    client = (await app.participant(room)).client
  })

  const expectDead = async (who: WireClient, lease: string): Promise<void> => {
    expect(await manifest(who, lease)).toMatchObject({ http: 404, json: { code: 'NOT_FOUND' } })
    const image = await page(who, lease)
    expect({ http: image.http, code: codeOf(image) }).toEqual({ http: 404, code: 'NOT_FOUND' })
    expect((await close(who, lease)).http).toBe(404)
  }

  it('is of one session alone: neither another person nor another room nor the same person elsewhere can use or close it', async () => {
    const { name } = await client.openDocument(id)
    const other = await app.room()
    const { client: neighbour } = await app.participant(room)
    for (const who of [neighbour, room.operator, other.operator]) await expectDead(who, name)
    expect((await page(client, name)).http).toBe(200)
  })

  it('cannot be guessed, nor lead elsewhere', async () => {
    const { name } = await client.openDocument(id)
    for (const guess of [
      `${name}x`,
      name.slice(0, -1),
      name.toLowerCase(),
      'x',
      '..',
      '%2e%2e',
      '..%2f..%2fetc%2fpasswd',
      `${name}%2fpages`,
      "'%20or%201=1--",
      '__proto__',
    ])
      for (const at of ['view', 'removeTempFile']) {
        const { status } = await client.fetch('GET', `/room/api/file/${at}/${guess}`)
        expect({ guess, at, status }).toEqual({ guess, at, status: 404 })
      }
    expect((await manifest(client, name)).http).toBe(200)
  })

  it('ends for participants when the document is replaced or an older version comes back, and gives the new one; operators read on', async () => {
    const replaced = await put(room.operator, '바뀜.pdf', makePdf(1))
    const first = await client.openDocument(replaced)
    const operators = await room.operator.openDocument(replaced)
    expect((await room.operator.upload([['바뀜.pdf', makePdf(2)]], 0, 'replace')).http).toBe(200)
    for (const rest of ['', '/pages/1', '/pages/1/links', '/find?q=a']) {
      const response = await client.fetch('GET', `/room/api/file/view/${first.name}${rest}`)
      expect({ rest, status: response.status }).toEqual({ rest, status: 404 })
    }
    expect((await page(room.operator, operators.name)).http).toBe(200)
    const second = await client.openDocument(replaced)
    expect(second.pageCount).toBe(2)
    expect(second.uploadedAt > first.uploadedAt).toBe(true)
    expect((await page(client, second.name, 2)).http).toBe(200)
    const body = { fileId: replaced, id: room.operator.me.id, roomId: room.roomId, number: 1 }
    const restored = await room.operator.call('POST', '/room/api/file/versions/restore', { body })
    expect(restored.http).toBe(200)
    expect((await page(client, second.name)).http).toBe(404)
    expect((await client.openDocument(replaced)).pageCount).toBe(1)
  })

  it('ends ten minutes after its last use, and each use counts', async () => {
    const used = (await client.openDocument(id)).name
    const unused = (await client.openDocument(id)).name
    app.clock.advance(LIMITS.leaseIdleMs - 60_000)
    expect((await page(client, used)).http).toBe(200)
    app.clock.advance(61_000)
    await expectDead(client, unused)
    app.clock.advance(LIMITS.leaseIdleMs - 120_000)
    expect((await manifest(client, used)).http).toBe(200)
    await client.call('POST', '/room/api/room/alive')
    app.clock.advance(LIMITS.leaseIdleMs + 1_000)
    await expectDead(client, used)
    expect((await client.openDocument(id)).name).not.toBe(used)
    await client.call('POST', '/room/api/room/alive')
    await room.operator.call('POST', '/room/api/room/alive')
  })

  it('ends when it is closed, once', async () => {
    const { name } = await client.openDocument(id)
    expect((await close(client, name)).json).toEqual({ status: 'OK', payload: null })
    await expectDead(client, name)
  })

  it('ends with the session, with the access and with the document', async () => {
    const fresh = await app.room()
    const document = await put(fresh.operator, 'a.pdf', makePdf(1))
    const reader = await app.participant(fresh)
    const { name } = await reader.client.openDocument(document)
    await reader.client.logout()
    expect((await page(reader.client, name)).http).toBe(401)
    expect((await reader.client.call('GET', `/room/api/file/prepareFile/${document}`)).http).toBe(
      401,
    )

    const blocked = await app.participant(fresh)
    const lease = await blocked.client.openDocument(document)
    await fresh.operator.setRight(blocked.memberId, 'access', false)
    expect((await page(blocked.client, lease.name)).http).toBe(401)

    const own = await fresh.operator.openDocument(document)
    await app.database.pool.query('update items set deleted_at = now() where id = $1', [document])
    await expectDeadButClosable(fresh.operator, own.name)
    expect((await fresh.operator.call('GET', `/room/api/file/prepareFile/${document}`)).http).toBe(
      404,
    )
  })

  const expectDeadButClosable = async (who: WireClient, lease: string): Promise<void> => {
    expect((await manifest(who, lease)).http).toBe(404)
    expect((await page(who, lease)).http).toBe(404)
    expect((await close(who, lease)).http).toBe(200)
  }

  it('is not opened on what is a folder, unknown, of another room, or before the agreement', async () => {
    const folder = ((await room.operator.makeFolder('폴더')).json.payload as { id: number }).id
    const other = await app.room()
    const foreign = await put(other.operator, 'b.pdf', makePdf(1))
    for (const target of [folder, foreign, 999_999_999])
      expect((await client.call('GET', `/room/api/file/prepareFile/${target}`)).http).toBe(404)
    for (const target of ['0', '-1', '01', 'a', '9'.repeat(17)])
      expect((await client.call('GET', `/room/api/file/prepareFile/${target}`)).http).toBe(400)
    const early = app.stranger()
    await early.join(room.pin)
    expect(await early.call('GET', `/room/api/file/prepareFile/${id}`)).toMatchObject({
      http: 403,
      json: { code: 'NOT_AGREED' },
    })
    expect((await app.logged(other.roomId)).filter((kind) => kind === 'document.viewed')).toEqual(
      [],
    )
  })
})
