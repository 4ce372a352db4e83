import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { MANIFEST } from '../../../contract/proof/archive-manifest.ts'
import { readExport } from '../../../contract/proof/read-export.ts'
import { isWholeArchive, verifyArchive } from '../../../contract/proof/verify-archive.ts'
import { verifyExport } from '../../../contract/proof/verify-export.ts'
import { nodeCrypto, sha256 } from '../../platform/encryption/node-crypto.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { sealables } from '../../test/fixtures/sealable.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import { runJob } from '../../test/harness/run-job.ts'
import { startTestApp, type TestApp, type TestPerson, type TestRoom } from '../../test/harness/test-app.ts'
import { onlySlow } from '../../test/harness/tier.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import {
  type ArchiveRoom,
  addressOf,
  archivesOf,
  byCode,
  bytesOf,
  filesIn,
  furnish,
  order,
  prepared,
  removeArchive,
  ticketFor,
  verdictOf,
} from '../../test/scenarios/archives.ts'
import { hasProgram } from '../../test/servers/pdf-tools.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ office: false })
})
afterAll(() => app.close())

describe('an archive of a room', () => {
  let furnished: ArchiveRoom
  let person: TestPerson
  let zip: Buffer
  let files: Map<string, Buffer>
  beforeAll(async () => {
    furnished = await furnish(app)
    person = await app.participant(furnished, '이참여')
    await person.client.message('sendByUser', { title: '질문 있습니다', content: '<b>계약서</b> 3조' })
    await furnished.operator.message('sendByManager', {
      subject: '답변',
      content: '확인했습니다',
      recipients: [{ name: '이참여', email: person.email }],
    })
    const { add } = await sealables(app)
    await add(furnished, { pdf: Buffer.from(makePdf(1)), pages: [{ width: 595, height: 842 }], name: '합의서.pdf' })
    await eventually(async () => {
      const { rows } = await app.database.pool.query("select 1 from templates where room_id = $1 and status = 'COMPLETED'", [
        furnished.roomId,
      ])
      expect(rows).toHaveLength(1)
    }, 60_000)
    zip = await bytesOf(furnished.operator, (await prepared(furnished.operator, byCode(furnished))).id)
    files = filesIn(zip)
  })

  it('contains the originals in list order, with numbered folders, and the files that describe them', () => {
    expect([...files.keys()]).toEqual([
      'index.html',
      'index.csv',
      'index.xlsx',
      'rights.csv',
      'documents/1 실사/1.1 법무/1.1.1 계약/주식매매계약서.pdf',
      'documents/1 실사/1.2 재무/_aux.pdf',
      'documents/1 실사/1.2 재무/큰 것.pdf',
      'documents/=1+1.pdf',
      'documents/안내.pdf',
      'signed/합의서 (서명 완료).pdf',
      'messages/messages.html',
      'messages/messages.json',
      'questions/questions.html',
      'questions/questions.json',
      'log/history.html',
      'log/history.en.html',
      'log/history.json',
      'log/checkpoint.txt',
      'verify.html',
      'manifest.json',
      'manifest.note',
    ])
    for (const [name, content] of Object.entries(furnished.contents)) {
      const base = name.split('/').at(-1) ?? ''
      const [, packed] = [...files].find(([way]) => way.endsWith(base === 'aux.pdf' ? '/_aux.pdf' : `/${base}`)) ?? []
      expect({ name, isSame: packed?.equals(content) }).toEqual({ name, isSame: true })
    }
  })

  it('has no folder of agreements, as long as the room has none of its own', () => {
    expect([...files.keys()].filter((name) => name.startsWith('agreement/'))).toEqual([])
  })

  it('lists each document in an index for people, tables and programs, without formulas in cells', async () => {
    const html = files.get('index.html')?.toString() ?? ''
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<script|javascript:|onload=/i)
    expect(html).toContain('<a href="documents/1%20%EC%8B%A4%EC%82%AC/1.2%20%EC%9E%AC%EB%AC%B4/_aux.pdf">aux.pdf</a>')
    const csv = files.get('index.csv')?.toString() ?? ''
    expect(csv.startsWith('\uFEFF번호 · No.')).toBe(true)
    expect(csv).toContain(`2,'=1+1.pdf,`)
    expect(csv).not.toMatch(/(^|,)=/m)
    const sheet = filesIn(files.get('index.xlsx') ?? Buffer.alloc(0))
      .get('xl/worksheets/sheet1.xml')
      ?.toString()
    expect(sheet).toContain('<t xml:space="preserve">=1+1.pdf</t>')
    expect(sheet).not.toContain('<f>')
    const digest = sha256(furnished.contents['안내.pdf'] ?? Buffer.alloc(0)).toString('hex')
    for (const reported of [html, csv, sheet]) expect(reported).toContain(digest)
  })

  it('lists members, their rights and their messages', () => {
    const rights = files.get('rights.csv')?.toString() ?? ''
    expect(rights).toContain('김운영')
    expect(rights).toMatch(new RegExp(`이참여,${person.email}.*참여자 · participant,예 · yes,아니요 · no`))
    expect(rights).toMatch(/이참여.*,참여자,,\r?$/m)
    const { messages } = JSON.parse(files.get('messages/messages.json')?.toString() ?? '')
    expect(messages).toMatchObject([
      { from: '이참여', to: 'operators', title: '질문 있습니다', content: '<b>계약서</b> 3조' },
      { from: '김운영', to: 'users', recipients: ['이참여'], title: '답변' },
    ])
    expect(files.get('messages/messages.html')?.toString()).toContain('&lt;b&gt;계약서&lt;/b&gt; 3조')
  })

  it('has the log with proofs that go with its checkpoint, its own entry included', async () => {
    const { head, entries } = await readExport(
      (async function* () {
        yield files.get('log/history.json')?.toString() ?? ''
      })(),
    )
    const verdict = await verifyExport(nodeCrypto, head, entries)
    expect(verdict).toMatchObject({ fault: undefined, gaps: [] })
    expect(files.get('log/checkpoint.txt')?.toString()).toBe(head.checkpoint)
    expect(files.get('log/history.json')?.toString()).toContain('archive.ordered')
    expect(files.get('signed/합의서 (서명 완료).pdf')?.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('goes with its signed manifest, which notices each file that is changed, missing, added or signed by somebody else', async () => {
    const verdict = await verdictOf(files)
    expect({ whole: isWholeArchive(verdict), checked: verdict.checked }).toEqual({ whole: true, checked: files.size - 2 })
    for (const [name, content] of files) {
      const changed = Buffer.from(content)
      changed.writeUInt8((changed.at(-2) ?? 0) ^ 1, changed.length - 2)
      const withChanged = await verdictOf(new Map([...files, [name, changed]]))
      expect({ name, whole: isWholeArchive(withChanged) }).toEqual({ name, whole: false })
      const without = await verdictOf(new Map([...files].filter(([other]) => other !== name)))
      expect({ name, whole: isWholeArchive(without) }).toEqual({ name, whole: false })
    }
    expect(await verdictOf(new Map([...files, ['documents/덧붙임.pdf', Buffer.from('x')]]))).toMatchObject({
      extra: ['documents/덧붙임.pdf'],
    })
    const known = { publicKey: Buffer.alloc(32).toString('base64') }
    expect((await verifyArchive(nodeCrypto, { list: files.get(MANIFEST.list), note: undefined, files: [] }, known)).fault).toBe('OTHER_KEY')
    // The log's note shares the key but does not sign the manifest.
    const note = files.get('log/checkpoint.txt') ?? Buffer.alloc(0)
    expect((await verdictOf(new Map([...files, [MANIFEST.note, note]]))).fault).toBe('NO_SIGNATURE')
  })

  it.each([
    { program: 'unzip', args: ['-tqq'] },
    {
      program: 'python3',
      args: ['-c', 'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(len(z.namelist()))'],
    },
  ])('is whole for $program', async ({ program, args }) => {
    if (!hasProgram(program)) return
    const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom archive '))
    try {
      const file = path.join(scratch, 'a.zip')
      await fs.writeFile(file, zip)
      const [first = '', ...rest] = args
      expect(() => execFileSync(program, program === 'unzip' ? [first, file] : [first, ...rest, file])).not.toThrow()
    } finally {
      await fs.rm(scratch, { recursive: true })
    }
  })

  it('is logged when it is ordered, by each ticket once, and when it is removed', async () => {
    const before = (await app.logged(furnished.roomId)).filter((kind) => kind.startsWith('archive.'))
    expect(before).toEqual(['archive.ordered', 'archive.fetched'])
    const [item] = await archivesOf(furnished.operator)
    const url = await addressOf(furnished.operator, item?.id ?? 0)
    for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-']) {
      const response = await furnished.operator.fetch('GET', url, { headers: { range } })
      expect(response.status).toBe(206)
      await response.arrayBuffer()
    }
    expect((await removeArchive(furnished.operator, item?.id ?? 0)).json.status).toBe('OK')
    expect((await app.logged(furnished.roomId)).filter((kind) => kind.startsWith('archive.')).slice(before.length)).toEqual([
      'archive.fetched',
      'archive.removed',
    ])
    expect((await furnished.operator.fetch('GET', url, { headers: { range: 'bytes=200-' } })).status).toBe(404)
    expect(await archivesOf(furnished.operator)).toEqual([])
  })
})

onlySlow(() => {
  describe('a range of an archive', () => {
    it.each([
      { what: 'that is plain', protection: null },
      {
        what: 'that is sealed to a key',
        protection: { kind: 'age', recipient: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p' },
      },
    ])('$what is the same bytes as in the whole, again and again', async ({ protection }) => {
      const furnished = await furnish(app)
      const { id, size } = await prepared(furnished.operator, { ...byCode(furnished), protection })
      const whole = await bytesOf(furnished.operator, id)
      expect(whole.length).toBe(size)
      expect((await bytesOf(furnished.operator, id)).equals(whole)).toBe(true)
      const url = await addressOf(furnished.operator, id)
      const first = await furnished.operator.fetch('GET', url, { headers: { range: 'bytes=0-0' } })
      const etag = first.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
      await fc.assert(
        // A range from the first byte counts as a whole download, which tickets forbid.
        fc.asyncProperty(fc.integer({ min: 1, max: size - 1 }), fc.nat(size), async (start, length) => {
          const end = Math.min(start + length, size - 1)
          const response = await furnished.operator.fetch('GET', url, { headers: { range: `bytes=${start}-${end}`, 'if-range': etag } })
          expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`)
          expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(start, end + 1))).toBe(true)
        }),
        { numRuns: 25 },
      )
      const other = await furnished.operator.fetch('GET', url, { headers: { range: 'bytes=1-', 'if-range': '"other"' } })
      expect([other.status, Buffer.from(await other.arrayBuffer()).equals(whole)]).toEqual([200, true])
      expect((await furnished.operator.fetch('GET', url, { headers: { range: `bytes=${size}-` } })).status).toBe(416)
    })
  })
})

describe('who orders an archive of the room', () => {
  it('has to be an operator whose operator area is open, with the right code entered afresh', async () => {
    const room = await app.room()
    const person = await app.participant(room)
    const notElevated = app.stranger()
    await notElevated.join(room.pin)
    await notElevated.agree()
    const refusals = [
      [person.client, { scope: 'room', code: room.code }, 'NOT_OPERATOR'],
      [notElevated, { scope: 'room', code: room.code }, 'NOT_RAISED'],
      [room.operator, { scope: 'room' }, 'CODE_DIFFERS'],
      [room.operator, { scope: 'room', code: 'AB-CDEFG-HJ' }, 'CODE_DIFFERS'],
      [room.operator, { scope: 'all' }, 'BAD_REQUEST'],
      [room.operator, { protection: { kind: 'passphrase', passphrase: 'short' } }, 'BAD_REQUEST'],
      [
        room.operator,
        { protection: { kind: 'age', recipient: 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8q' } },
        'BAD_REQUEST',
      ],
    ] as const
    for (const [client, fields, code] of refusals) expect((await order(client, fields)).json).toMatchObject({ status: 'EXCEPTION', code })
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'session.code-refused')).toHaveLength(2)
    expect(await archivesOf(room.operator)).toEqual([])
    const { id } = await prepared(room.operator, byCode(room))
    expect(await archivesOf(notElevated)).toEqual([])
    expect((await ticketFor(notElevated, id)).json.code).toBe('NOT_RAISED')
    expect((await ticketFor(person.client, id)).json.code).toBe('NOT_FOUND')
  })

  it('is stopped after five wrong codes, also with the right one', async () => {
    const room = await app.room()
    for (let tries = 0; tries < 5; tries += 1) await order(room.operator, { scope: 'room', code: 'AB-CDEFG-HJ' })
    expect((await order(room.operator, byCode(room))).http).toBe(429)
    await app.forgetFailures()
  })

  it('may have five of them at a time, and a person three of their own', async () => {
    const room = await app.room()
    for (let count = 0; count < LIMITS.ownArchivesAtOnce; count += 1) await prepared(room.operator)
    expect((await order(room.operator)).json.code).toBe('TOO_MANY_ARCHIVES')
    for (let count = 0; count < LIMITS.archivesAtOnce; count += 1) await prepared(room.operator, byCode(room))
    expect((await order(room.operator, byCode(room))).json.code).toBe('TOO_MANY_ARCHIVES')

    const page = async (query: object) =>
      (await room.operator.call('GET', `/room/api/archive/list/${room.roomId}`, { query: { ...query } })).json as {
        payload: { id: number }[]
        nextCursor?: string
      }
    const all = (await page({})).payload.map(({ id }) => id)
    const first = await page({ limit: 5 })
    const rest = await page({ limit: 5, cursor: first.nextCursor })
    expect([...first.payload, ...rest.payload].map(({ id }) => id)).toEqual(all)
    expect([all.length, rest.nextCursor]).toEqual([LIMITS.ownArchivesAtOnce + LIMITS.archivesAtOnce, undefined])
  })
})

describe('an archive of a room of which a document is damaged', () => {
  it('is given up in the end, with the reason and without what was made for it', async () => {
    const room = await app.room()
    await room.operator.put('문서.pdf', makePdf(1))
    const { rows } = await app.database.pool.query('select blob_id from file_segments where room_id = $1', [room.roomId])
    const file = (await filesBelow(path.join(app.dataDir, 'blobs'))).find((each) => path.basename(each) === rows[0].blob_id) ?? ''
    await fs.writeFile(file, Buffer.alloc((await fs.stat(file)).size))
    const { id } = (await order(room.operator, byCode(room))).json.payload as { id: number }
    await eventually(async () => expect(await archivesOf(room.operator)).toMatchObject([{ total: expect.toSatisfy((n) => n > 0) }]), 30_000)
    const preparing = (await app.handlersOf({})).find(({ name }) => name === 'archive.prepare')
    const context = { signal: new AbortController().signal, attempt: 6, lastAttempt: true }
    await preparing?.run({ archiveId: id, roomId: room.roomId }, context)
    expect(await archivesOf(room.operator)).toMatchObject([{ id, state: 'FAILED', reason: 'BROKEN', unreadable: 'documents/문서.pdf' }])
    expect((await ticketFor(room.operator, id)).json.code).toBe('NOT_FOUND')
    expect((await app.database.pool.query('select 1 from archive_entries where archive_id = $1', [id])).rows).toEqual([])
  })
})

describe('an archive that takes long to fetch', () => {
  const LARGE = makePdf(600, 'x'.repeat(50_000))

  async function begun(room: TestRoom, client: WireClient, fields: Parameters<typeof order>[1]) {
    await room.operator.upload([['큰 문서.pdf', LARGE]])
    const { id, size } = await prepared(client, fields)
    const url = await addressOf(client, id)
    const reader = (await app.stranger().fetch('GET', url)).body?.getReader()
    let got = (await reader?.read())?.value?.length ?? 0
    expect(got).toBeGreaterThan(0)
    app.clock.advance(LIMITS.idleMs + 1_000)
    await runJob(app, 'session.tidy')
    expect((await client.list()).json.code).toBe('SESSION_IDLE')
    const rest = async (): Promise<number> => {
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) got += piece.value.length
      return got
    }
    return { url, size, rest }
  }

  onlySlow(() => {
    it('flows on when nobody has been there for long, counts as taken with its last byte, and cannot be begun again then', async () => {
      const room = await app.room()
      const takenAt = async (): Promise<Date | null> =>
        (await app.database.pool.query('select archived_at from rooms where id = $1', [room.roomId])).rows[0].archived_at
      const { url, size, rest } = await begun(room, room.operator, byCode(room))
      expect(await takenAt()).toBeNull()
      expect(await rest()).toBe(size)
      await eventually(async () => expect(await takenAt()).not.toBeNull())
      expect((await app.stranger().fetch('GET', url)).status).toBe(401)
    })
  })

  it('is cut all the same once its person is blocked', async () => {
    const room = await app.room()
    const person = await app.participant(room, '이참여')
    await room.operator.switches(false)
    await room.operator.setRight(person.memberId, 'download', true)
    const { size, rest } = await begun(room, person.client, {})
    await room.operator.join(room.pin)
    await room.operator.agree()
    await room.operator.elevate(room.code)
    await room.operator.setRight(person.memberId, 'access', false)
    app.clock.advance(2_000)
    // A fast reader may receive everything before the cut.
    await wait(1_000)
    await expect(rest()).rejects.toThrow()
    expect(size).toBeGreaterThan(LARGE.length)
  })
})

describe('an archive past its time', () => {
  it('is gone with its keys and bytes, and what belongs to documents stays', async () => {
    const furnished = await furnish(app)
    const ofDocuments = await app.database.pool.query('select blob_id from file_segments where room_id = $1', [furnished.roomId])
    const { id } = await prepared(furnished.operator, byCode(furnished))
    const url = await addressOf(furnished.operator, id)
    const made = await app.database.pool.query('select blob_id from archive_entries where archive_id = $1 and blob_id is not null', [id])
    expect(made.rows.length).toBeGreaterThan(10)
    app.clock.advance(LIMITS.archiveMs + 1_000)
    await runJob(app, 'archive.tidy')
    await runJob(app, 'documents.sweep')
    const { rows } = await app.database.pool.query('select 1 from archive_entries where archive_id = $1', [id])
    expect(rows).toEqual([])
    expect((await app.stranger().fetch('GET', url)).status).not.toBe(200)
    const left = new Set((await filesBelow(path.join(app.dataDir, 'blobs'))).map((file) => path.basename(file)))
    expect(made.rows.filter((row) => left.has(row.blob_id))).toEqual([])
    expect(ofDocuments.rows.every((row) => left.has(row.blob_id))).toBe(true)
  })
})
