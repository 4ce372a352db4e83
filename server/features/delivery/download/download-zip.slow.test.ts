import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDocx } from '../../../test/fixtures/make-docx.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { readZip } from '../../../test/fixtures/read-zip.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import {
  bareRoom,
  type Got,
  idsOf,
  logged,
  namesOf,
  pdf,
  zip,
} from '../../../test/scenarios/delivery/zips.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

const codeOf = ({ bytes }: Got): string => JSON.parse(bytes.toString()).code
const nameOf = ({ headers }: Got): string =>
  decodeURIComponent(
    /^attachment; filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ??
      '',
  )

const decided = (room: TestRoom): Promise<void> =>
  eventually(async () => {
    const { rows } = await app.database.pool.query(
      "select 1 from file_versions where room_id = $1 and (status is null or status = 'WORKING')",
      [room.roomId],
    )
    expect(rows).toEqual([])
  })

describe('a zip', () => {
  it('of nested folders and files has their structure, bytes and dates, and is logged file by file', async () => {
    const room = await bareRoom(app)
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
    expect(await logged(app, room)).toEqual([
      'document.zip-downloaded',
      ...Array(3).fill('document.downloaded'),
    ])
    expect((await holdings(app, room.roomId)).temp).toBe(0)
  })

  it('of one item has its name, and has what was named twice once', async () => {
    const room = await bareRoom(app)
    await room.operator.upload([['묶음/가.pdf', pdf()]])
    const [folder = 0] = await idsOf(room)
    const [file = 0] = await idsOf(room, folder)
    const got = await zip(room.operator, [file, folder, file, folder])
    expect(nameOf(got)).toBe('묶음.zip')
    expect(namesOf(readZip(got.bytes))).toEqual(['묶음/', '묶음/가.pdf'])
  })

  it('of 200 files with Korean names has each of them', async () => {
    const room = await bareRoom(app)
    const files = Array.from(
      { length: 200 },
      (_, index) => [`계약서 ${index} (최종) 가나다라마바사.pdf`, pdf(index * 37)] as const,
    )
    await room.operator.upload(files)
    const entries = readZip((await zip(room.operator, await idsOf(room))).bytes)
    expect(entries).toHaveLength(200)
    for (const [name, bytes] of files)
      expect(entries.find((entry) => entry.name === name)?.content.equals(bytes)).toBe(true)
    expect(await logged(app, room)).toEqual([
      'document.zip-downloaded',
      ...Array(200).fill('document.downloaded'),
    ])
  })

  it('has names that Windows can unpack, none of which leads out of it', async () => {
    const room = await bareRoom(app)
    const { operator } = room
    await operator.upload(
      ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf'].map((name) => [name, pdf()] as const),
    )
    const ids = await idsOf(room)
    const evil = ['CON.pdf', '..\\..\\x.pdf', 'C:\\a.pdf', '한글?.pdf', '../../etc/passwd.pdf']
    for (const [index, name] of evil.entries())
      await app.database.pool.query('update items set name = $1 where id = $2', [name, ids[index]])
    expect(namesOf(readZip((await zip(operator, ids)).bytes)).sort()).toEqual(
      ['.._.._etc_passwd.pdf', '.._.._x.pdf', 'C__a.pdf', '_CON.pdf', '한글_.pdf'].sort(),
    )
  })

  it('is refused whole for what is not there for the caller', async () => {
    const room = await bareRoom(app)
    const other = await bareRoom(app)
    await room.operator.upload([['가.pdf', pdf()]])
    await other.operator.upload([['나.pdf', pdf()]])
    const [own = 0] = await idsOf(room)
    const [foreign = 0] = await idsOf(other)
    const gone = await room.operator.newFolder('버린 것')
    await room.operator.deleteItem(gone)
    for (const ids of [[foreign], [own, foreign], [own, gone], [own + 10_000]])
      expect((await zip(room.operator, ids)).http).toBe(404)
    for (const body of [
      { fileIds: [] },
      { fileIds: ['1'] },
      { fileIds: [own], id: 1, roomId: room.roomId, more: 1 },
      { fileIds: Array.from({ length: 1_001 }, (_, index) => index + 1) },
    ]) {
      const ids = { id: room.operator.me.id, roomId: room.roomId }
      expect(
        (await room.operator.call('POST', '/room/api/file/zip', { body: { ...ids, ...body } }))
          .http,
      ).toBe(400)
    }
    const foreignBody = { fileIds: [foreign], id: room.operator.me.id, roomId: other.roomId }
    expect(
      (await room.operator.call('POST', '/room/api/file/zip', { body: foreignBody })).http,
    ).toBe(404)
    expect(await logged(app, room)).toEqual([])
    expect(await logged(app, other)).toEqual([])
  })

  it('is refused without the right, for each that was asked for on record', async () => {
    const room = await bareRoom(app)
    await room.operator.upload([
      ['묶음/가.pdf', pdf()],
      ['나.pdf', pdf()],
    ])
    const { client } = await app.participant(room)
    const got = await zip(client, await idsOf(room))
    expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 403, code: 'DOWNLOAD_DENIED' })
    expect(await logged(app, room)).toEqual(Array(2).fill('document.download-refused'))
  })

  it('of too many items is refused before any byte', async () => {
    const room = await bareRoom(app)
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
    expect(await logged(app, room)).toEqual([])
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
    for (const words of ['묶음/계약.docx', '표.docx', '워터마크', 'watermark'])
      expect(list).toContain(words)
    expect(list).not.toContain('보고서')
    expect(list.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(await logged(app, room)).toEqual(['document.zip-downloaded', 'document.downloaded'])
  })

  it('is refused where nothing is left of it', async () => {
    const room = await app.room()
    await room.operator.upload([['묶음/계약.docx', await makeDocx()]])
    await decided(room)
    const got = await zip(room.operator, await idsOf(room))
    expect({ http: got.http, code: codeOf(got) }).toEqual({ http: 403, code: 'WATERMARK' })
    expect(await logged(app, room)).toEqual(['document.download-refused'])
  })
})
