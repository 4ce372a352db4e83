import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { largePdf } from '../../../test/fixtures/large-pdf.ts'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { readZip, type UnpackedEntry } from '../../../test/fixtures/read-zip.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { filesBelow, holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { bytesUntilCut } from '../../../test/scenarios/downloads.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

const pdf = (size = 0): Uint8Array<ArrayBuffer> => (size === 0 ? makePdf(1) : largePdf(1_000 + size))

interface Got {
  readonly http: number
  readonly headers: Headers
  readonly bytes: Buffer
}

const request = (client: WireClient, fileIds: readonly number[]): Promise<Response> =>
  client.fetch('POST', '/room/api/file/zip', { body: { fileIds, id: client.me.id, roomId: client.me.roomId } })

async function zip(client: WireClient, fileIds: readonly number[]): Promise<Got> {
  const response = await request(client, fileIds)
  return { http: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

const codeOf = ({ bytes }: Got): string => JSON.parse(bytes.toString()).code
const namesOf = (entries: readonly UnpackedEntry[]): string[] => entries.map(({ name }) => name)
const nameOf = ({ headers }: Got): string =>
  decodeURIComponent(/^attachment; filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')

const logged = async (room: TestRoom): Promise<string[]> => (await app.logged(room.roomId)).filter((kind) => /download/.test(kind))

async function bareRoom(options?: Parameters<TestApp['room']>[0]): Promise<TestRoom> {
  const room = await app.room(options)
  await room.operator.switches(false)
  return room
}

const decided = (room: TestRoom): Promise<void> =>
  eventually(async () => {
    const { rows } = await app.database.pool.query(
      "select 1 from file_versions where room_id = $1 and (status is null or status = 'WORKING')",
      [room.roomId],
    )
    expect(rows).toEqual([])
  })

const idsOf = async (room: TestRoom, parent = 0): Promise<number[]> => (await room.operator.items(parent)).map(({ id }) => id)

describe('a zip', () => {
  it('of nested folders and files has their structure, bytes and dates, and is logged file by file', async () => {
    const room = await bareRoom()
    const { operator } = room
    const contents = { a: pdf(), b: pdf(3_000_000), c: pdf(100) }
    await operator.upload([
      ['실사/법무/계약/주식매매계약서.pdf', contents.a],
      ['실사/재무/큰 것.pdf', contents.b],
      ['안내.pdf', contents.c],
    ])
    const folder = (await operator.items()).find(({ name }) => name === '실사')
    await operator.newFolder('빈 폴더', folder?.id)
    const got = await zip(operator, await idsOf(room))
    expect(got.http).toBe(200)
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(nameOf(got)).toBe('시험 룸.zip')
    const entries = readZip(got.bytes)
    expect(namesOf(entries).sort()).toEqual(
      [
        '실사/',
        '실사/법무/',
        '실사/법무/계약/',
        '실사/법무/계약/주식매매계약서.pdf',
        '실사/빈 폴더/',
        '실사/재무/',
        '실사/재무/큰 것.pdf',
        '안내.pdf',
      ].sort(),
    )
    const content = (name: string) => entries.find((entry) => entry.name === name)?.content
    expect(content('실사/법무/계약/주식매매계약서.pdf')?.equals(contents.a)).toBe(true)
    expect(content('실사/재무/큰 것.pdf')?.equals(contents.b)).toBe(true)
    expect(content('안내.pdf')?.equals(contents.c)).toBe(true)
    const seoul = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', dateStyle: 'short' })
    for (const entry of entries) {
      expect(entry.isUtf8).toBe(true)
      expect(entry.modified.slice(0, 10)).toBe(seoul.format(new Date(entry.timestamp * 1_000)))
    }
    expect(await logged(room)).toEqual(['document.zip-downloaded', ...Array(3).fill('document.downloaded')])
    expect((await holdings(app, room.roomId)).temp).toBe(0)
  })

  it('of one item has its name, and has what was named twice once', async () => {
    const room = await bareRoom()
    await room.operator.upload([['묶음/가.pdf', pdf()]])
    const [folder = 0] = await idsOf(room)
    const [file = 0] = await idsOf(room, folder)
    const got = await zip(room.operator, [file, folder, file, folder])
    expect(nameOf(got)).toBe('묶음.zip')
    expect(namesOf(readZip(got.bytes))).toEqual(['묶음/', '묶음/가.pdf'])
  })

  it('of 200 files with Korean names has each of them', async () => {
    const room = await bareRoom()
    const files = Array.from({ length: 200 }, (_, index) => [`계약서 ${index} (최종) 가나다라마바사.pdf`, pdf(index * 37)] as const)
    await room.operator.upload(files)
    const entries = readZip((await zip(room.operator, await idsOf(room))).bytes)
    expect(entries).toHaveLength(200)
    for (const [name, bytes] of files) expect(entries.find((entry) => entry.name === name)?.content.equals(bytes)).toBe(true)
    expect(await logged(room)).toEqual(['document.zip-downloaded', ...Array(200).fill('document.downloaded')])
  })

  it('has names that Windows can unpack, none of which leads out of it', async () => {
    const room = await bareRoom()
    const { operator } = room
    await operator.upload(['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'].map((name) => [name, pdf()] as const))
    const ids = await idsOf(room)
    const evil = ['CON.pdf', '..\\..\\x.pdf', 'C:\\a.pdf', '한글?.pdf', '../../etc/passwd.pdf']
    for (const [index, name] of evil.entries())
      await app.database.pool.query('update items set name = $1 where id = $2', [name, ids[index]])
    expect(namesOf(readZip((await zip(operator, ids)).bytes)).sort()).toEqual(
      ['.._.._etc_passwd.pdf', '.._.._x.pdf', 'C__a.pdf', '_CON.pdf', '한글_.pdf'].sort(),
    )
  })

  it('is refused whole for what is not there for the caller', async () => {
    const room = await bareRoom()
    const other = await bareRoom()
    await room.operator.upload([['가.pdf', pdf()]])
    await other.operator.upload([['나.pdf', pdf()]])
    const [own = 0] = await idsOf(room)
    const [foreign = 0] = await idsOf(other)
    const gone = await room.operator.newFolder('버린 것')
    await room.operator.deleteItem(gone)
    for (const ids of [[foreign], [own, foreign], [own, gone], [own + 10_000]]) expect((await zip(room.operator, ids)).http).toBe(404)
    for (const body of [
      { fileIds: [] },
      { fileIds: ['1'] },
      { fileIds: [own], id: 1, roomId: room.roomId, more: 1 },
      { fileIds: Array.from({ length: 1_001 }, (_, index) => index + 1) },
    ]) {
      const ids = { id: room.operator.me.id, roomId: room.roomId }
      expect((await room.operator.call('POST', '/room/api/file/zip', { body: { ...ids, ...body } })).http).toBe(400)
    }
    const foreignBody = { fileIds: [foreign], id: room.operator.me.id, roomId: other.roomId }
    expect((await room.operator.call('POST', '/room/api/file/zip', { body: foreignBody })).http).toBe(404)
    expect(await logged(room)).toEqual([])
    expect(await logged(other)).toEqual([])
  })

  it('is refused without the right, for each that was asked for on record', async () => {
    const room = await bareRoom()
    await room.operator.upload([
      ['묶음/가.pdf', pdf()],
      ['나.pdf', pdf()],
    ])
    const { client } = await app.participant(room)
    const got = await zip(client, await idsOf(room))
    expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 403, code: 'DOWNLOAD_DENIED' })
    expect(await logged(room)).toEqual(Array(2).fill('document.download-refused'))
  })

  it('of too many items is refused before any byte', async () => {
    const room = await bareRoom()
    const folder = await room.operator.newFolder('많은 것')
    const { rows } = await app.database.pool.query('select * from items where id = $1', [folder])
    await app.database.pool.query(
      `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
       select room_id, id, array[id], true, n::text, n::text, n::text, '', 'many' || id || '-' || n, 0, created_at, created_by
       from items, generate_series(1, 50000) n where id = $1`,
      [rows[0].id],
    )
    const got = await zip(room.operator, [folder])
    expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 400, code: 'ZIP_TOO_LARGE' })
    expect(await logged(room)).toEqual([])
  })
})

describe('a zip while the watermark is on', () => {
  it('has the copies that downloads would give, and a list of what has none', async () => {
    const room = await app.room()
    await room.operator.upload([
      ['묶음/보고서.pdf', makePdf(2, 'VERTRAULICH')],
      ['묶음/계약.docx', await makeDocx()],
      ['표.docx', await makeDocx()],
    ])
    await decided(room)
    const got = await zip(room.operator, await idsOf(room))
    const entries = readZip(got.bytes)
    expect(namesOf(entries)).toEqual(['묶음/', '묶음/보고서.pdf', '읽어주세요.txt'])
    expect(entries[1]?.content.subarray(0, 5).toString()).toBe('%PDF-')
    expect(entries[1]?.content.equals(makePdf(2, 'VERTRAULICH'))).toBe(false)
    const list = entries[2]?.content.toString() ?? ''
    expect(list.startsWith('\uFEFF')).toBe(true)
    for (const words of ['묶음/계약.docx', '표.docx', '워터마크', 'watermark']) expect(list).toContain(words)
    expect(list).not.toContain('보고서')
    expect(list.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(await logged(room)).toEqual(['document.zip-downloaded', 'document.downloaded'])
  })

  it('is refused where nothing is left of it', async () => {
    const room = await app.room()
    await room.operator.upload([['묶음/계약.docx', await makeDocx()]])
    await decided(room)
    const got = await zip(room.operator, await idsOf(room))
    expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 403, code: 'WATERMARK' })
    expect(await logged(room)).toEqual(['document.download-refused'])
  })
})

describe('a zip under way', () => {
  const SIZE = 20_000_000
  let room: TestRoom
  let ids: number[]
  beforeAll(async () => {
    room = await bareRoom()
    await room.operator.upload(['1.pdf', '2.pdf', '3.pdf'].map((name) => [name, pdf(SIZE)] as const))
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
    ['the right is taken away', ({ memberId }) => room.operator.setRight(memberId, 'download', false)],
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
    const own = await bareRoom()
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
      const before = await logged(own)
      expect((await zip(own.operator, await idsOf(own))).http).toBe(500)
      expect((await logged(own)).slice(before.length)).toEqual(['document.zip-downloaded'])
    }
  })

  it('breaks off when a file that is not read ahead is damaged or cut', async () => {
    const own = await bareRoom()
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
    const own = await bareRoom()
    const files = [
      ...Array.from({ length: 260 }, (_, index) => [`가/${String(index).padStart(3, '0')}.pdf`, pdf(index)] as const),
      ['나/1.pdf', pdf(9_000_000)] as const,
      ['다/1.pdf', pdf(3_000_000)] as const,
    ]
    await own.operator.upload(files)
    const entries = readZip((await zip(own.operator, await idsOf(own))).bytes).filter(({ name }) => !name.endsWith('/'))
    expect(namesOf(entries)).toEqual(files.map(([name]) => name))
    for (const [index, [, bytes]] of files.entries()) expect(entries[index]?.content.equals(bytes)).toBe(true)
    expect((await logged(own)).filter((kind) => kind === 'document.downloaded')).toHaveLength(files.length)
  })

  it('leaves out and lists what was deleted before its turn', async () => {
    const own = await bareRoom()
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
    expect(await logged(own)).toEqual(['document.zip-downloaded', 'document.downloaded', 'document.downloaded'])
  })

  it('ends with its peer, writes nothing to the disk, and logs no file that it had not come to', async () => {
    const before = await filesBelow(app.dataDir)
    const { rows: entriesBefore } = await app.database.pool.query("select id from activity_entries where kind = 'document.downloaded'")
    for (let round = 0; round < 3; round += 1) {
      const leaving = new AbortController()
      const response = await fetch(`${app.base}/api/room/api/file/zip`, {
        method: 'POST',
        headers: { authorization: `Bearer ${room.operator.me.jwt}`, 'content-type': 'application/json' },
        body: JSON.stringify({ fileIds: ids.slice(1), id: room.operator.me.id, roomId: room.roomId }),
        signal: leaving.signal,
      })
      await (response.body as unknown as ReadableStream<Uint8Array>).getReader().read()
      leaving.abort()
    }
    await eventually(async () => {
      const { rows } = await app.database.pool.query("select id from activity_entries where kind = 'document.downloaded'")
      expect(rows.length - entriesBefore.length).toBe(3)
    })
    expect((await filesBelow(app.dataDir)).filter((file) => !before.includes(file))).toEqual([])
    expect((await zip(room.operator, ids.slice(2))).http).toBe(200)
  })
})
