import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largePdf } from '../../../test/fixtures/large-pdf.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { download, kindsOf, roomWith } from '../../../test/scenarios/delivery/originals.ts'
import { bytesUntilCut } from '../../../test/scenarios/downloads.ts'
import { acceptOwn, setText } from '../../../test/scenarios/rooms/own-agreements.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('content that was tampered with', () => {
  const blobsOf = async (roomId: number): Promise<string[]> => {
    const { rows } = await app.database.pool.query(
      'select blob_id from file_segments where room_id = $1 order by version_id',
      [roomId],
    )
    return rows.map(({ blob_id }: { blob_id: string }) =>
      path.join(app.dataDir, 'blobs', blob_id.slice(0, 2), blob_id),
    )
  }

  async function receive(
    client: WireClient,
    filename: string,
  ): Promise<{ http: number; whole: boolean; bytes: Buffer }> {
    const response = await client.fetch('GET', `/room/api/file/${filename}`)
    const chunks: Uint8Array[] = []
    let whole = response.ok
    try {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
        chunks.push(chunk)
    } catch {
      whole = false
    }
    return {
      http: response.status,
      whole,
      bytes: response.ok ? Buffer.concat(chunks) : Buffer.alloc(0),
    }
  }

  const content = largePdf(2_200_000)
  const cases: readonly [string, (own: string, other: string) => Promise<void>][] = [
    ['a bit of the header', (own) => flip(own, 3)],
    ['a bit of the first chunk', (own) => flip(own, 200)],
    ['a bit in the middle', (own) => flip(own, 1_500_000)],
    ['its last bit', async (own) => flip(own, (await fs.stat(own)).size - 1)],
    ['its end cut off', async (own) => fs.truncate(own, (await fs.stat(own)).size - 1)],
    ['a whole chunk cut off', async (own) => fs.truncate(own, (await fs.stat(own)).size - 16_400)],
    ['a byte added', (own) => fs.appendFile(own, 'x')],
    ['nothing left', (own) => fs.truncate(own, 0)],
    ['another file of the room in its place', (own, other) => fs.copyFile(other, own)],
    ['the file gone', (own) => fs.unlink(own)],
  ]
  it.each(cases)('%s: no wrong byte leaves', async (_, tamper) => {
    const room = await app.room()
    await room.operator.switches(false)
    await room.operator.upload([
      ['1.pdf', content],
      ['2.pdf', largePdf(2_200_000)],
    ])
    const items = await room.operator.items()
    const [own = '', other = ''] = await blobsOf(room.roomId)
    await tamper(own, other)
    const got = await receive(room.operator, items[0]!.filename)
    expect(got.whole).toBe(false)
    expect(Buffer.from(content.subarray(0, got.bytes.length)).equals(got.bytes)).toBe(true)
    const lease = await room.operator.fetch('GET', `/room/api/file/prepareFile/${items[1]!.id}`)
    expect(lease.status).toBe(200)
    expect((await receive(room.operator, items[1]!.filename)).whole).toBe(true)
    await fs.rm(own, { force: true })
  })

  async function flip(file: string, at: number): Promise<void> {
    const handle = await fs.open(file, 'r+')
    const byte = Buffer.alloc(1)
    await handle.read(byte, 0, 1, at)
    await handle.write(Buffer.from([byte[0]! ^ 1]), 0, 1, at)
    await handle.close()
  }

  it('two blobs in each other’s place, and rows of another file: nothing opens', async () => {
    const room = await app.room()
    const neighbour = await app.room()
    for (const { operator } of [room, neighbour]) {
      await operator.switches(false)
      await operator.upload([['1.pdf', largePdf(50_000)]])
    }
    await app.database.pool.query(
      `update file_segments a set wrapped_key = b.wrapped_key, blob_id = 'x' || b.blob_id, size = b.size from file_segments b where a.room_id = $1 and b.room_id = $2`,
      [room.roomId, neighbour.roomId],
    )
    const [item] = await room.operator.items()
    expect(await receive(room.operator, item!.filename)).toMatchObject({ http: 500, whole: false })
  })
})

describe('a download under way', () => {
  const BIG = 60_000_000
  let room: TestRoom
  let item: ItemRecord
  beforeAll(async () => {
    const made = await roomWith(app, '큰 것.pdf', largePdf(BIG))
    room = made.room
    item = made.item
  })

  type Person = Awaited<ReturnType<TestApp['participant']>>
  const cases: readonly [string, number, (person: Person) => Promise<unknown>][] = [
    [
      'the right is taken away',
      403,
      ({ memberId }) => room.operator.setRight(memberId, 'download', false),
    ],
    ['the watermark is switched on', 200, () => room.operator.switches(true)],
    [
      'the access is blocked',
      401,
      ({ memberId }) => room.operator.setRight(memberId, 'access', false),
    ],
    ['the person leaves', 401, ({ client }) => client.logout()],
  ]
  it.each(cases)('is cut when %s, and cannot be resumed', async (_, status, revoke) => {
    await room.operator.switches(false)
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'download', true)
    const request = `GET /api/room/api/file/${item.filename} HTTP/1.1\r\nhost: room.test\r\nauthorization: Bearer ${person.client.me.jwt}\r\n\r\n`
    const received = await bytesUntilCut(app, request, () => revoke(person))
    expect(received).toBeLessThan(BIG / 2)
    const resumed = await download(person.client, item.filename, { range: `bytes=${received}-` })
    expect(resumed.http).toBe(status)
    if (status === 200) expect(resumed.headers.get('content-type')).toBe('application/pdf')
    expect(resumed.bytes.length).toBeLessThan(BIG / 2)
    expect(
      (await kindsOf(app, room.roomId)).filter((kind) => kind === 'document.downloaded').length,
    ).toBeGreaterThan(0)
  })

  it('ends with its peer, and the server goes on', async () => {
    await room.operator.switches(false)
    for (let round = 0; round < 5; round += 1) {
      const controller = new AbortController()
      const response = await fetch(`${app.base}/api/room/api/file/${item.filename}`, {
        headers: { authorization: `Bearer ${room.operator.me.jwt}` },
        signal: controller.signal,
      })
      await (response.body as unknown as ReadableStream<Uint8Array>).getReader().read()
      controller.abort()
    }
    expect(
      (await download(room.operator, item.filename, { range: 'bytes=0-3' })).bytes.toString(),
    ).toBe('%PDF')
    expect((await holdings(app, room.roomId)).temp).toBe(0)
  })

  it('is cut when the room has a new agreement, which was not accepted', async () => {
    await room.operator.switches(false)
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'download', true)
    const request = `GET /api/room/api/file/${item.filename} HTTP/1.1\r\nhost: room.test\r\nauthorization: Bearer ${person.client.me.jwt}\r\n\r\n`
    const received = await bytesUntilCut(app, request, async () => {
      await setText(room.operator, 0)
    })
    expect(received).toBeLessThan(BIG / 2)
    expect(
      (await download(person.client, item.filename, { range: `bytes=${received}-` })).http,
    ).toBe(403)
    await acceptOwn(person.client, 1)
    expect(
      (await download(person.client, item.filename, { range: 'bytes=0-3' })).bytes.toString(),
    ).toBe('%PDF')
    await acceptOwn(room.operator, 1)
  })
})
