import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZip } from '../../../test/fixtures/read-zip.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { filesBelow } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import {
  bareRoom,
  idsOf,
  logged,
  namesOf,
  pdf,
  request,
  zip,
} from '../../../test/scenarios/delivery/zips.ts'
import { bytesUntilCut } from '../../../test/scenarios/downloads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

describe('a zip under way', () => {
  const SIZE = 20_000_000
  let room: TestRoom
  let ids: number[]
  beforeAll(async () => {
    room = await bareRoom(app)
    await room.operator.upload(
      ['1.pdf', '2.pdf', '3.pdf'].map((name) => [name, pdf(SIZE)] as const),
    )
    ids = await idsOf(room)
  })

  function interrupted(client: WireClient, action: () => Promise<unknown>): Promise<number> {
    const body = JSON.stringify({ fileIds: ids, id: client.me.id, roomId: client.me.roomId })
    const head = [
      'POST /api/room/api/file/zip HTTP/1.1',
      'host: room.test',
      `authorization: Bearer ${client.me.jwt}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ]
    return bytesUntilCut(app, `${head.join('\r\n')}\r\n\r\n${body}`, action)
  }

  type Person = Awaited<ReturnType<TestApp['participant']>>
  const cases: readonly [string, (person: Person) => Promise<unknown>][] = [
    [
      'the right is taken away',
      ({ memberId }) => room.operator.setRight(memberId, 'download', false),
    ],
    ['the access is blocked', ({ memberId }) => room.operator.setRight(memberId, 'access', false)],
    ['the person leaves', ({ client }) => client.logout()],
    ['the watermark is switched on', () => room.operator.switches(true)],
    ['the file that is being sent is deleted', () => room.operator.deleteItem(ids[0] ?? 0)],
  ]
  it.each(cases)('breaks off when %s', async (_, revoke) => {
    await room.operator.switches(false)
    const person = await app.participant(room)
    await room.operator.setRight(person.memberId, 'download', true)
    const received = await interrupted(person.client, () => revoke(person))
    expect(received).toBeGreaterThan(0)
    expect(received).toBeLessThan(SIZE)
    await room.operator.switches(false)
  })

  it('gives nothing where a file that is read ahead is damaged or cut', async () => {
    const own = await bareRoom(app)
    await own.operator.upload([
      ['1.pdf', pdf(100_000)],
      ['2.pdf', pdf(3_000_000)],
      ['3.pdf', pdf(100_000)],
    ])
    const { rows } = await app.database.pool.query(
      'select blob_id from file_segments s join items i on i.version_id = s.version_id where s.room_id = $1 and i.name = $2',
      [own.roomId, '2.pdf'],
    )
    const blob = path.join(app.dataDir, 'blobs', rows[0].blob_id.slice(0, 2), rows[0].blob_id)
    const encrypted = await fs.readFile(blob)
    encrypted[2_500_000] = (encrypted[2_500_000] ?? 0) ^ 1
    await fs.writeFile(blob, encrypted)
    for (const damaged of [encrypted, encrypted.subarray(0, 10)]) {
      await fs.writeFile(blob, damaged)
      const before = await logged(app, own)
      expect((await zip(own.operator, await idsOf(own))).http).toBe(500)
      expect((await logged(app, own)).slice(before.length)).toEqual(['document.zip-downloaded'])
    }
  })

  it('breaks off when a file that is not read ahead is damaged or cut', async () => {
    const own = await bareRoom(app)
    await own.operator.upload([
      ['1.pdf', pdf(3_000_000)],
      ['2.pdf', pdf(9_000_000)],
    ])
    const { rows } = await app.database.pool.query(
      'select blob_id from file_segments s join items i on i.version_id = s.version_id where s.room_id = $1 and i.name = $2',
      [own.roomId, '2.pdf'],
    )
    const blob = path.join(app.dataDir, 'blobs', rows[0].blob_id.slice(0, 2), rows[0].blob_id)
    const encrypted = await fs.readFile(blob)
    encrypted[8_000_000] = (encrypted[8_000_000] ?? 0) ^ 1
    await fs.writeFile(blob, encrypted)
    await expect(zip(own.operator, await idsOf(own))).rejects.toThrow()
    await fs.truncate(blob, 5_000_000)
    await expect(zip(own.operator, await idsOf(own))).rejects.toThrow()
  })

  it('has every file of several batches once, in order, small and large', async () => {
    const own = await bareRoom(app)
    const files = [
      ...Array.from(
        { length: 260 },
        (_, index) => [`가/${String(index).padStart(3, '0')}.pdf`, pdf(index)] as const,
      ),
      ['나/1.pdf', pdf(9_000_000)] as const,
      ['다/1.pdf', pdf(3_000_000)] as const,
    ]
    await own.operator.upload(files)
    const entries = readZip((await zip(own.operator, await idsOf(own))).bytes).filter(
      ({ name }) => !name.endsWith('/'),
    )
    expect(namesOf(entries)).toEqual(files.map(([name]) => name))
    for (const [index, [, bytes]] of files.entries())
      expect(entries[index]?.content.equals(bytes)).toBe(true)
    expect((await logged(app, own)).filter((kind) => kind === 'document.downloaded')).toHaveLength(
      files.length,
    )
  })

  it('leaves out and lists what was deleted before its turn', async () => {
    const own = await bareRoom(app)
    await own.operator.upload([
      ['1.pdf', pdf(SIZE)],
      ['2.pdf', pdf(SIZE)],
      ['3.pdf', pdf()],
    ])
    const items = await own.operator.items()
    const last = items.find(({ name }) => name === '3.pdf')?.id ?? 0
    const response = await request(
      own.operator,
      items.map(({ id }) => id),
    )
    await own.operator.deleteItem(last)
    const entries = readZip(Buffer.from(await response.arrayBuffer()))
    expect(namesOf(entries)).toEqual(['1.pdf', '2.pdf', '읽어주세요.txt'])
    expect(entries[2]?.content.toString()).toContain('3.pdf')
    expect(await logged(app, own)).toEqual([
      'document.zip-downloaded',
      'document.downloaded',
      'document.downloaded',
    ])
  })

  it('ends with its peer, writes nothing to the disk, and logs no file that it had not come to', async () => {
    const before = await filesBelow(app.dataDir)
    const { rows: entriesBefore } = await app.database.pool.query(
      "select id from activity_entries where kind = 'document.downloaded'",
    )
    for (let round = 0; round < 3; round += 1) {
      const leaving = new AbortController()
      const response = await fetch(`${app.base}/api/room/api/file/zip`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${room.operator.me.jwt}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          fileIds: ids.slice(1),
          id: room.operator.me.id,
          roomId: room.roomId,
        }),
        signal: leaving.signal,
      })
      await (response.body as unknown as ReadableStream<Uint8Array>).getReader().read()
      leaving.abort()
    }
    await eventually(async () => {
      const { rows } = await app.database.pool.query(
        "select id from activity_entries where kind = 'document.downloaded'",
      )
      expect(rows.length - entriesBefore.length).toBe(3)
    })
    expect((await filesBelow(app.dataDir)).filter((file) => !before.includes(file))).toEqual([])
    expect((await zip(room.operator, ids.slice(2))).http).toBe(200)
  })
})
