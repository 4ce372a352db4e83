import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MANIFEST } from '../../../contract/proof/archive-manifest.ts'
import { readExport } from '../../../contract/proof/read-export.ts'
import { isWholeArchive, verifyArchive } from '../../../contract/proof/verify-archive.ts'
import { verifyExport } from '../../../contract/proof/verify-export.ts'
import { nodeCrypto, sha256 } from '../../platform/encryption/node-crypto.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { sealables } from '../../test/fixtures/sealable.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../test/harness/test-app.ts'
import {
  type ArchiveRoom,
  archived,
  archivesOf,
  archiveUrl,
  byCode,
  bytesOf,
  filesIn,
  furnish,
  prepared,
  removeArchive,
  verdictOf,
} from '../../test/scenarios/archives.ts'
import { unpublish } from '../../test/scenarios/publishing.ts'
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
    await person.client.message('sendByUser', {
      title: '질문 있습니다',
      content: '<b>계약서</b> 3조',
    })
    await furnished.operator.message('sendByManager', {
      subject: '답변',
      content: '확인했습니다',
      recipients: [{ name: '이참여', email: person.email }],
    })
    const { add } = await sealables(app)
    await add(furnished, {
      pdf: Buffer.from(makePdf(1)),
      pages: [{ width: 595, height: 842 }],
      name: '합의서.pdf',
    })
    await eventually(async () => {
      const { rows } = await app.database.pool.query(
        "select 1 from templates where room_id = $1 and status = 'COMPLETED'",
        [furnished.roomId],
      )
      expect(rows).toHaveLength(1)
    }, 60_000)
    zip = await bytesOf(
      furnished.operator,
      (await prepared(furnished.operator, byCode(furnished))).id,
    )
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
      const [, packed] =
        [...files].find(([way]) => way.endsWith(base === 'aux.pdf' ? '/_aux.pdf' : `/${base}`)) ??
        []
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
    expect(html).toContain(
      '<a href="documents/1%20%EC%8B%A4%EC%82%AC/1.2%20%EC%9E%AC%EB%AC%B4/_aux.pdf">aux.pdf</a>',
    )
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
    expect(rights).toMatch(
      new RegExp(`이참여,${person.email}.*참여자 · participant,예 · yes,아니요 · no`),
    )
    expect(rights).toMatch(/이참여.*,참여자,,\r?$/m)
    const { messages } = JSON.parse(files.get('messages/messages.json')?.toString() ?? '')
    expect(messages).toMatchObject([
      { from: '이참여', to: 'operators', title: '질문 있습니다', content: '<b>계약서</b> 3조' },
      { from: '김운영', to: 'users', recipients: ['이참여'], title: '답변' },
    ])
    expect(files.get('messages/messages.html')?.toString()).toContain(
      '&lt;b&gt;계약서&lt;/b&gt; 3조',
    )
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
    expect({ whole: isWholeArchive(verdict), checked: verdict.checked }).toEqual({
      whole: true,
      checked: files.size - 2,
    })
    for (const [name, content] of files) {
      const changed = Buffer.from(content)
      changed.writeUInt8((changed.at(-2) ?? 0) ^ 1, changed.length - 2)
      const withChanged = await verdictOf(new Map([...files, [name, changed]]))
      expect({ name, whole: isWholeArchive(withChanged) }).toEqual({ name, whole: false })
      const without = await verdictOf(new Map([...files].filter(([other]) => other !== name)))
      expect({ name, whole: isWholeArchive(without) }).toEqual({ name, whole: false })
    }
    expect(
      await verdictOf(new Map([...files, ['documents/덧붙임.pdf', Buffer.from('x')]])),
    ).toMatchObject({
      extra: ['documents/덧붙임.pdf'],
    })
    const known = { publicKey: Buffer.alloc(32).toString('base64') }
    expect(
      (
        await verifyArchive(
          nodeCrypto,
          { list: files.get(MANIFEST.list), note: undefined, files: [] },
          known,
        )
      ).fault,
    ).toBe('OTHER_KEY')
    // The log's note shares the key but does not sign the manifest.
    const note = files.get('log/checkpoint.txt') ?? Buffer.alloc(0)
    expect((await verdictOf(new Map([...files, [MANIFEST.note, note]]))).fault).toBe('NO_SIGNATURE')
  })

  it.each([
    { program: 'unzip', args: ['-tqq'] },
    {
      program: 'python3',
      args: [
        '-c',
        'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print(len(z.namelist()))',
      ],
    },
  ])('is whole for $program', async ({ program, args }) => {
    if (!hasProgram(program)) return
    const scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom archive '))
    try {
      const file = path.join(scratch, 'a.zip')
      await fs.writeFile(file, zip)
      const [first = '', ...rest] = args
      expect(() =>
        execFileSync(program, program === 'unzip' ? [first, file] : [first, ...rest, file]),
      ).not.toThrow()
    } finally {
      await fs.rm(scratch, { recursive: true })
    }
  })

  it('is logged when it is ordered, by each ticket once, and when it is removed', async () => {
    const before = (await app.logged(furnished.roomId)).filter((kind) =>
      kind.startsWith('archive.'),
    )
    expect(before).toEqual(['archive.ordered', 'archive.fetched'])
    const [item] = await archivesOf(furnished.operator)
    const url = await archiveUrl(furnished.operator, item?.id ?? 0)
    for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-']) {
      const response = await furnished.operator.fetch('GET', url, { headers: { range } })
      expect(response.status).toBe(206)
      await response.arrayBuffer()
    }
    expect((await removeArchive(furnished.operator, item?.id ?? 0)).json.status).toBe('OK')
    expect(
      (await app.logged(furnished.roomId))
        .filter((kind) => kind.startsWith('archive.'))
        .slice(before.length),
    ).toEqual(['archive.fetched', 'archive.removed'])
    expect(
      (await furnished.operator.fetch('GET', url, { headers: { range: 'bytes=200-' } })).status,
    ).toBe(404)
    expect(await archivesOf(furnished.operator)).toEqual([])
  })
})

describe('documents that are not published yet', () => {
  it('are marked as staged in the index of an archive, and no others are', async () => {
    const room = await app.room()
    await room.operator.put('공개.pdf', makePdf(1))
    const staged = await room.operator.put('대기.pdf', makePdf(1))
    expect((await unpublish(room, [staged])).json.status).toBe('OK')
    const files = await archived(room.operator, byCode(room))
    const lines = (files.get('index.csv')?.toString() ?? '').split('\r\n')
    expect(lines.filter((line) => line.includes('공개 대기 · Staged'))).toEqual([
      expect.stringContaining('대기.pdf'),
    ])
    expect(lines.find((line) => line.includes('공개.pdf'))).not.toContain('Staged')
    expect(files.get('index.html')?.toString().split('공개 대기')).toHaveLength(2)
  })
})
