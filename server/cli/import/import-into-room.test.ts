import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { ImportRequest, ImportResult, ImportSource } from '../../features/documents/index.ts'
import { createClamdScanner, parseClamdUrl } from '../../platform/scan/clamd.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { holdings } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { type Clamd, EICAR, startClamd } from '../../test/servers/clamd.ts'
import { createSheets } from '../../workers/sheet/index.ts'
import { openFolderSource } from './folder-source.ts'

const pdf = (words: string): Uint8Array<ArrayBuffer> => makePdf(1, words)

let app: TestApp
let room: TestRoom
let operator: WireClient
let folder: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  room = await app.room()
  operator = room.operator
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom-import-'))
})
afterEach(() => fs.rm(folder, { recursive: true }))

async function put(files: Readonly<Record<string, Uint8Array | string>>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await fs.writeFile(path.join(folder, name), content)
  }
}

async function bring(
  asked: Partial<ImportRequest> = {},
  source?: ImportSource,
  signal = new AbortController().signal,
): Promise<ImportResult> {
  const request = { roomId: room.roomId, into: [], staged: undefined, numbers: 'keep', isDryRun: false, ...asked } as const
  return app.program.importIntoRoom(source ?? (await openFolderSource(folder)), request, { signal, onProgress: () => undefined })
}

const lines = ({ entries }: ImportResult): string[] =>
  entries.map(({ path: own, outcome, code }) => `${own} ${outcome}${code ? ` ${code}` : ''}`)

async function outline(client = operator, parent = 0, depth = 0): Promise<string[]> {
  const found: string[] = []
  for (const { id, name, type, index } of await client.items(parent)) {
    found.push(`${'  '.repeat(depth)}${index === undefined ? '' : `${index} `}${name}`)
    if (type === 5) found.push(...(await outline(client, id, depth + 1)))
  }
  return found
}

const number = (numbering: string) => operator.call('POST', '/room/api/room/update/index', { body: { id: room.roomId, numbering } })

describe('an import of a folder', () => {
  it('goes the way of uploads, is in the log as a command, and names what it leaves out', async () => {
    await put({
      'a.pdf': pdf('a'),
      ['계약'.normalize('NFD') + '/주식매매계약서.pdf'.normalize('NFD')]: pdf('b'),
      '.DS_Store': 'x',
      '계약/~$초안.docx': 'x',
      '메모.txt': 'x',
      'leer.pdf': '',
      '거짓.pdf': 'no pdf',
      [`긴/${'가'.repeat(80)}.pdf`]: pdf('c'),
      'a\u202Efdp.pdf': pdf('d'),
    })
    await fs.mkdir(path.join(folder, '빈 폴더'))
    await fs.symlink('/etc/passwd', path.join(folder, 'link.pdf'))
    const before = (await app.logged(room.roomId)).length
    const result = await bring()
    expect(lines(result).sort()).toEqual(
      [
        '.DS_Store skipped HIDDEN',
        'a.pdf imported',
        'a\u202Efdp.pdf refused NAME',
        'leer.pdf refused EMPTY',
        'link.pdf refused LINK',
        '거짓.pdf refused CONTENT',
        '계약/ imported',
        `${'계약'.normalize('NFD')}/${'주식매매계약서.pdf'.normalize('NFD')} imported`,
        '계약/~$초안.docx skipped HIDDEN',
        '긴/ imported',
        `긴/${'가'.repeat(80)}.pdf imported`,
        '메모.txt refused EXTENSION',
        '빈 폴더/ imported',
      ].sort(),
    )
    expect(await outline()).toEqual(['계약', '  주식매매계약서.pdf', '긴', `  ${'가'.repeat(80)}.pdf`, '빈 폴더', 'a.pdf'])
    const { rows } = await app.database.pool.query(
      'select kind, member_id, user_id from activity_entries where room_id = $1 order by id offset $2',
      [room.roomId, before],
    )
    expect(rows.every((row) => row.member_id === null && row.user_id === null)).toBe(true)
    expect(rows.map((row) => row.kind).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'document.folder-created'),
      ...Array.from({ length: 3 }, () => 'document.uploaded'),
    ])
    const [, , , file] = await operator.items()
    const versions = await operator.call('POST', '/room/api/file/versions', { body: { fileId: file?.id ?? 0, roomId: room.roomId } })
    expect(versions.text).not.toContain('김운영')
    await app.program.sequence()
    expect((await app.program.verifyLog(room.roomId, [])).verdict.fault).toBeUndefined()
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 3, opened: 3 })
  })

  it('doubles nothing the second time, also of what has another name or version here', async () => {
    await operator.put('a.pdf', pdf('other'))
    await put({ 'a.pdf': pdf('a'), 'b.pdf': pdf('b'), 'B.pdf': pdf('b'), '폴더/c.pdf': pdf('c') })
    expect(lines(await bring())).toEqual(['폴더/ imported', '폴더/c.pdf imported', 'a.pdf imported', 'B.pdf imported', 'b.pdf imported'])
    const there = await outline()
    expect(there).toEqual(['폴더', '  c.pdf', 'a (2).pdf', 'a.pdf', 'b (2).pdf', 'B.pdf'])
    await operator.upload([['c.pdf', pdf('newer')]], (await operator.items())[0]?.id, 'replace')
    const before = await holdings(app, room.roomId)
    const again = await bring()
    expect(new Set(again.entries.map(({ outcome }) => outcome))).toEqual(new Set(['existed']))
    expect(await holdings(app, room.roomId)).toEqual(before)
    await put({ 'd.pdf': pdf('d') })
    expect(lines(await bring()).filter((line) => !line.endsWith('existed'))).toEqual(['d.pdf imported'])
  })

  it('ends after the current file when it is stopped, and goes on from there', async () => {
    await put({ '1/a.pdf': pdf('a'), '1/b.pdf': pdf('b'), '2/c.pdf': pdf('c') })
    const stop = new AbortController()
    const source = await openFolderSource(folder)
    const stopping: ImportSource = {
      ...source,
      entries: source.entries.map((entry) => ({
        ...entry,
        async *content() {
          stop.abort()
          yield* entry.content()
        },
      })),
    }
    expect(lines(await bring({}, stopping, stop.signal))).toEqual([
      '1/ imported',
      '1/a.pdf imported',
      '1/b.pdf pending STOPPED',
      '2/ pending STOPPED',
      '2/c.pdf pending STOPPED',
    ])
    expect(await outline()).toEqual(['1', '  a.pdf'])
    expect(lines(await bring())).toEqual(['1/ existed', '1/a.pdf existed', '1/b.pdf imported', '2/ imported', '2/c.pdf imported'])
  })

  it('brings each file once where two run at one time', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `${at % 2}/${at}.pdf`)
    await put(Object.fromEntries(names.map((name) => [name, pdf(name)])))
    const results = await Promise.all([bring(), bring()])
    expect(await outline()).toEqual(['0', '  0.pdf', '  2.pdf', '  4.pdf', '1', '  1.pdf', '  3.pdf', '  5.pdf'])
    const outcomes = results.flatMap(({ entries }) => entries.map(({ outcome }) => outcome)).sort()
    expect(outcomes).toEqual([...Array.from({ length: 8 }, () => 'existed'), ...Array.from({ length: 8 }, () => 'imported')])
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 6, opened: 6 })
  })

  it('shows in a dry run what it would do, and changes nothing', async () => {
    await operator.put('a.pdf', pdf('a'))
    await operator.put('b.pdf', pdf('other'))
    await put({ 'a.pdf': pdf('a'), 'b.pdf': pdf('b'), '새/c.pdf': pdf('c'), 'x.exe': 'x' })
    const before = { held: await holdings(app, room.roomId), log: await app.logged(room.roomId) }
    const result = await bring({ isDryRun: true, into: [] })
    expect(lines(result)).toEqual(['새/ planned', '새/c.pdf planned', 'a.pdf existed', 'b.pdf planned', 'x.exe refused EXTENSION'])
    expect(lines(await bring({ isDryRun: true, into: ['없는', '곳'] }))).toContain('a.pdf planned')
    expect({ held: await holdings(app, room.roomId), log: await app.logged(room.roomId) }).toEqual(before)
  })

  it('goes into a folder, staged where that is asked for, so that no reader sees it', async () => {
    const { client } = await app.participant(room)
    await put({ 'a.pdf': pdf('a') })
    await bring({ into: ['실사', '1차'], staged: true })
    expect(await outline()).toEqual(['실사', '  1차', '    a.pdf'])
    expect(await client.items()).toEqual([])
    await bring({ into: ['공개'], staged: false })
    expect(await outline(client)).toEqual(['공개', '  a.pdf'])
  })

  it('refuses what finds no room, and leaves nothing of it', async () => {
    room = await app.room({ storageLimit: 10_000 })
    operator = room.operator
    const { blobs } = await holdings(app, room.roomId)
    await put({ 'a.pdf': pdf('a'), 'b.pdf': Buffer.concat([pdf('b'), Buffer.alloc(20_000, 'b')]), 'c.pdf': pdf('c') })
    expect(lines(await bring())).toEqual(['a.pdf imported', 'b.pdf refused NO_SPACE', 'c.pdf imported'])
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 2, blobs: blobs + 2, temp: 0 })
  })

  it('goes nowhere that uploads do not go', async () => {
    const { blobs } = await holdings(app, room.roomId)
    await put({ 'a.pdf': pdf('a') })
    await expect(bring({ into: ['..'] })).rejects.toMatchObject({ code: 'NAME_UNUSABLE' })
    await expect(bring({ roomId: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await app.program.endings.close(room.roomId)
    await expect(bring()).rejects.toMatchObject({ code: 'ROOM_FROZEN' })
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 0, blobs })
  })

  it('reads a file that changes meanwhile not at all', async () => {
    const { blobs } = await holdings(app, room.roomId)
    await put({ 'a.pdf': pdf('a') })
    const source = await openFolderSource(folder)
    await put({ 'a.pdf': pdf('another') })
    expect(lines(await bring({}, source))).toEqual(['a.pdf refused CHANGED'])
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 0, blobs, temp: 0 })
  })

  it('refuses what is too large or too deep, with what lies in it', async () => {
    const entry = (own: string, size: number) => ({
      ...{ path: own, steps: own.split('/'), isFolder: false, size },
      async *content() {
        yield pdf('a')
      },
    })
    const deep = Array.from({ length: LIMITS.treeDepth + 1 }, () => 'd').join('/')
    const source = {
      name: '',
      entries: [entry('big.pdf', LIMITS.uploadBytes + 1), entry(`${deep}/a.pdf`, 100), entry('no\u0007/a.pdf', 100)],
    }
    expect(lines(await bring({}, source)).filter((line) => !line.endsWith('imported'))).toEqual([
      'no\u0007/ refused NAME',
      'no\u0007/a.pdf refused NAME',
      'big.pdf refused SIZE',
      `${deep}/a.pdf refused DEPTH`,
    ])
  })
})

describe('an import past the virus scanner', () => {
  let clamd: Clamd
  let scanning: TestApp
  beforeAll(async () => {
    clamd = await startClamd()
    scanning = await startTestApp({ scanner: createClamdScanner(parseClamdUrl(clamd.url) ?? { path: '' }, { deadlineMs: 2_000 }) })
  })
  afterAll(async () => {
    await scanning.close()
    await clamd.stop()
  })

  it('refuses what is infected, and ends where nothing can be scanned', async () => {
    const { roomId } = await scanning.room()
    const infected = new Uint8Array(Buffer.concat([pdf('a'), Buffer.from(`%${EICAR}`)]))
    await put({ 'a.pdf': infected, 'b.pdf': pdf('b') })
    const request = { roomId, into: [], staged: undefined, numbers: 'keep', isDryRun: false } as const
    const watch = { signal: new AbortController().signal, onProgress: () => undefined }
    const first = await scanning.program.importIntoRoom(await openFolderSource(folder), request, watch)
    expect(lines(first)).toEqual(['a.pdf refused INFECTED', 'b.pdf imported'])
    await put({ 'c.pdf': pdf('c'), 'd.pdf': pdf('d') })
    await clamd.stop()
    const second = await scanning.program.importIntoRoom(await openFolderSource(folder), request, watch)
    expect(second.failure).toMatchObject({ code: 'SCANNER_DOWN' })
    expect(new Set(lines(second))).toEqual(new Set(['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map((name) => `${name} pending STOPPED`)))
    expect(await holdings(scanning, roomId)).toMatchObject({ items: 1, blobs: 1, temp: 0 })
  })
})

describe('numbers in the names of an import', () => {
  beforeEach(() =>
    put({ '2. 재무/2.2 세무.pdf': pdf('t'), '2. 재무/2.1 결산.pdf': pdf('c'), '10. 기타/x.pdf': pdf('x'), '1. 회사/정관.pdf': pdf('a') }),
  )

  it('stay in names, and order a room that has its own order', async () => {
    await number('live')
    await bring()
    expect(await outline()).toEqual([
      '1 1. 회사',
      '  1.1 정관.pdf',
      '2 2. 재무',
      '  2.1 2.1 결산.pdf',
      '  2.2 2.2 세무.pdf',
      '3 10. 기타',
      '  3.1 x.pdf',
    ])
  })

  it('become the fixed numbers of the room, with their gaps, where nobody had them before', async () => {
    await number('fixed')
    await bring({ numbers: 'strip' })
    const all = ['1 회사', '  1.1 정관.pdf', '2 재무', '  2.1 결산.pdf', '  2.2 세무.pdf', '10 기타', '  10.1 x.pdf']
    expect(await outline()).toEqual(all)
    expect(new Set((await bring({ numbers: 'strip' })).entries.map(({ outcome }) => outcome))).toEqual(new Set(['existed']))
    await put({ '3. 인사/y.pdf': pdf('y') })
    const late = await bring({ numbers: 'strip' })
    expect(late.entries.find(({ path: own }) => own === '3. 인사/')?.detail).toContain('The number 3 was given before')
    expect(await outline()).toEqual([...all.slice(0, 5), '11 인사', '  11.1 y.pdf', ...all.slice(5)])
  })

  it('leave names alone in a room without numbers, if they are to be kept', async () => {
    await bring()
    expect(await outline()).toEqual(['1. 회사', '  정관.pdf', '2. 재무', '  2.1 결산.pdf', '  2.2 세무.pdf', '10. 기타', '  x.pdf'])
  })

  it('stay where names would be the same without them', async () => {
    await put({ '10. 기타/1. 같은.pdf': pdf('1'), '10. 기타/2. 같은.pdf': pdf('2') })
    await fs.rm(path.join(folder, '10. 기타/x.pdf'))
    await bring({ numbers: 'strip' })
    expect((await outline()).slice(-3)).toEqual(['  2. 같은.pdf', '재무', '  결산.pdf', '  세무.pdf', '회사', '  정관.pdf'].slice(-3))
    expect(await outline()).toContain('  1. 같은.pdf')
  })

  it('of a list beside the folders say order and titles, and rows without a file are named', async () => {
    await number('fixed')
    const sheets = createSheets()
    const rows = [
      ['번호', '이름'],
      ['1', '회사 일반'],
      ['1.1', '정관'],
      ['2', '재무'],
      ['2.1', '2025년 결산'],
      ['2.3', '감사보고서'],
      ['10', '기타'],
    ]
    await put({
      '색인.xlsx': await sheets.write([{ layout: { name: '색인' }, rows }], { roomId: -1, signal: new AbortController().signal }),
    })
    const result = await bring({ numbers: 'strip' })
    expect(result.list).toEqual({ path: '색인.xlsx', rows: 6, missing: [{ row: 6, name: '감사보고서' }], expected: 1 })
    expect(lines(result)).toContain('색인.xlsx skipped LIST')
    // If only the number agrees, the list may be out of date.
    expect(await outline()).toEqual([
      ...['1 회사', '  1.1 정관.pdf', '2 재무', '  2.1 결산.pdf', '  2.2 세무.pdf', '10 기타', '  10.1 x.pdf'],
    ])
    expect(result.entries.flatMap(({ path: own, detail }) => (detail ? [[own, detail]] : []))).toEqual([
      ['1. 회사/', 'The list calls its number “회사 일반”; it kept its own name.'],
      ['2. 재무/2.1 결산.pdf', 'The list calls its number “2025년 결산”; it kept its own name.'],
    ])
  })

  it('make no list of a table that has other things in it', async () => {
    const sheets = createSheets()
    const rows = [['번호', '이름'], ...['매출', '비용', '이익'].map((name, at) => [String(at + 1), name])]
    await put({ '손익.xlsx': await sheets.write([{ layout: { name: '표' }, rows }], { roomId: -1, signal: new AbortController().signal }) })
    const result = await bring({ numbers: 'strip' })
    expect(result.list).toBeUndefined()
    expect(lines(result)).toContain('손익.xlsx imported')
  })

  it('are all the names that files of a list need, also in one folder that holds everything', async () => {
    await fs.rm(folder, { recursive: true })
    const csv = '번호,이름\n1,회사\n1.1,정관\n1.2,등기부\n2,재무\n2.1,결산\n'
    await put({
      'export/목록.csv': csv,
      'export/2 재무/2.1.pdf': pdf('c'),
      'export/1 회사/1.2.pdf': pdf('b'),
      'export/1 회사/1.1.pdf': pdf('a'),
    })
    const result = await bring({ numbers: 'strip' })
    expect(result.list).toEqual({ path: 'export/목록.csv', rows: 5, missing: [], expected: 0 })
    expect(result.entries.flatMap(({ target }) => target ?? [])).toEqual(
      ['', '회사/', '회사/정관.pdf', '회사/등기부.pdf', '재무/', '재무/결산.pdf'].map((target) => `export/${target}`),
    )
  })
})
