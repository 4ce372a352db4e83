import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { ImportSource } from '../../features/documents/index.ts'
import { holdings } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { importFrom, lines, outline, pdf, put } from '../../test/scenarios/imports/importing.ts'
import { openFolderSource } from './folder-source.ts'

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

describe('an import of a folder', () => {
  it('goes the way of uploads, is in the log as a command, and names what it leaves out', async () => {
    await put(folder, {
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
    const result = await importFrom(await openFolderSource(folder), app, room)
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
    expect(await outline(operator)).toEqual([
      '계약',
      '  주식매매계약서.pdf',
      '긴',
      `  ${'가'.repeat(80)}.pdf`,
      '빈 폴더',
      'a.pdf',
    ])
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
    const versions = await operator.call('POST', '/room/api/file/versions', {
      body: { fileId: file?.id ?? 0, roomId: room.roomId },
    })
    expect(versions.text).not.toContain('김운영')
    await app.program.sequence()
    expect((await app.program.verifyLog(room.roomId, [])).verdict.fault).toBeUndefined()
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 3, opened: 3 })
  })

  it('doubles nothing the second time, also of what has another name or version here', async () => {
    await operator.put('a.pdf', pdf('other'))
    await put(folder, {
      'a.pdf': pdf('a'),
      'b.pdf': pdf('b'),
      'B.pdf': pdf('b'),
      '폴더/c.pdf': pdf('c'),
    })
    expect(lines(await importFrom(await openFolderSource(folder), app, room))).toEqual([
      '폴더/ imported',
      '폴더/c.pdf imported',
      'a.pdf imported',
      'B.pdf imported',
      'b.pdf imported',
    ])
    const there = await outline(operator)
    expect(there).toEqual(['폴더', '  c.pdf', 'a (2).pdf', 'a.pdf', 'b (2).pdf', 'B.pdf'])
    await operator.upload([['c.pdf', pdf('newer')]], (await operator.items())[0]?.id, 'replace')
    const before = await holdings(app, room.roomId)
    const again = await importFrom(await openFolderSource(folder), app, room)
    expect(new Set(again.entries.map(({ outcome }) => outcome))).toEqual(new Set(['existed']))
    expect(await holdings(app, room.roomId)).toEqual(before)
    await put(folder, { 'd.pdf': pdf('d') })
    expect(
      lines(await importFrom(await openFolderSource(folder), app, room)).filter(
        (line) => !line.endsWith('existed'),
      ),
    ).toEqual(['d.pdf imported'])
  })

  it('ends after the current file when it is stopped, and goes on from there', async () => {
    await put(folder, { '1/a.pdf': pdf('a'), '1/b.pdf': pdf('b'), '2/c.pdf': pdf('c') })
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
    expect(lines(await importFrom(stopping, app, room, {}, stop.signal))).toEqual([
      '1/ imported',
      '1/a.pdf imported',
      '1/b.pdf pending STOPPED',
      '2/ pending STOPPED',
      '2/c.pdf pending STOPPED',
    ])
    expect(await outline(operator)).toEqual(['1', '  a.pdf'])
    expect(lines(await importFrom(await openFolderSource(folder), app, room))).toEqual([
      '1/ existed',
      '1/a.pdf existed',
      '1/b.pdf imported',
      '2/ imported',
      '2/c.pdf imported',
    ])
  })

  it('brings each file once where two run at one time', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `${at % 2}/${at}.pdf`)
    await put(folder, Object.fromEntries(names.map((name) => [name, pdf(name)])))
    const results = await Promise.all([
      importFrom(await openFolderSource(folder), app, room),
      importFrom(await openFolderSource(folder), app, room),
    ])
    expect(await outline(operator)).toEqual([
      '0',
      '  0.pdf',
      '  2.pdf',
      '  4.pdf',
      '1',
      '  1.pdf',
      '  3.pdf',
      '  5.pdf',
    ])
    const outcomes = results.flatMap(({ entries }) => entries.map(({ outcome }) => outcome)).sort()
    expect(outcomes).toEqual([
      ...Array.from({ length: 8 }, () => 'existed'),
      ...Array.from({ length: 8 }, () => 'imported'),
    ])
    expect(await app.program.checkFiles(room.roomId)).toEqual({ files: 6, opened: 6 })
  })

  it('shows in a dry run what it would do, and changes nothing', async () => {
    await operator.put('a.pdf', pdf('a'))
    await operator.put('b.pdf', pdf('other'))
    await put(folder, { 'a.pdf': pdf('a'), 'b.pdf': pdf('b'), '새/c.pdf': pdf('c'), 'x.exe': 'x' })
    const before = { held: await holdings(app, room.roomId), log: await app.logged(room.roomId) }
    const result = await importFrom(await openFolderSource(folder), app, room, {
      isDryRun: true,
      into: [],
    })
    expect(lines(result)).toEqual([
      '새/ planned',
      '새/c.pdf planned',
      'a.pdf existed',
      'b.pdf planned',
      'x.exe refused EXTENSION',
    ])
    expect(
      lines(
        await importFrom(await openFolderSource(folder), app, room, {
          isDryRun: true,
          into: ['없는', '곳'],
        }),
      ),
    ).toContain('a.pdf planned')
    expect({ held: await holdings(app, room.roomId), log: await app.logged(room.roomId) }).toEqual(
      before,
    )
  })

  it('goes into a folder, staged where that is asked for, so that no reader sees it', async () => {
    const { client } = await app.participant(room)
    await put(folder, { 'a.pdf': pdf('a') })
    await importFrom(await openFolderSource(folder), app, room, {
      into: ['실사', '1차'],
      staged: true,
    })
    expect(await outline(operator)).toEqual(['실사', '  1차', '    a.pdf'])
    expect(await client.items()).toEqual([])
    await importFrom(await openFolderSource(folder), app, room, { into: ['공개'], staged: false })
    expect(await outline(client)).toEqual(['공개', '  a.pdf'])
  })

  it('refuses what finds no room, and leaves nothing of it', async () => {
    room = await app.room({ storageLimit: 10_000 })
    operator = room.operator
    const { blobs } = await holdings(app, room.roomId)
    await put(folder, {
      'a.pdf': pdf('a'),
      'b.pdf': Buffer.concat([pdf('b'), Buffer.alloc(20_000, 'b')]),
      'c.pdf': pdf('c'),
    })
    expect(lines(await importFrom(await openFolderSource(folder), app, room))).toEqual([
      'a.pdf imported',
      'b.pdf refused NO_SPACE',
      'c.pdf imported',
    ])
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 2, blobs: blobs + 2, temp: 0 })
  })

  it('goes nowhere that uploads do not go', async () => {
    const { blobs } = await holdings(app, room.roomId)
    await put(folder, { 'a.pdf': pdf('a') })
    await expect(
      importFrom(await openFolderSource(folder), app, room, { into: ['..'] }),
    ).rejects.toMatchObject({ code: 'NAME_UNUSABLE' })
    await expect(
      importFrom(await openFolderSource(folder), app, room, { roomId: 999_999 }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await app.program.endings.close(room.roomId)
    await expect(importFrom(await openFolderSource(folder), app, room)).rejects.toMatchObject({
      code: 'ROOM_FROZEN',
    })
    expect(await holdings(app, room.roomId)).toMatchObject({ items: 0, blobs })
  })

  it('reads a file that changes meanwhile not at all', async () => {
    const { blobs } = await holdings(app, room.roomId)
    await put(folder, { 'a.pdf': pdf('a') })
    const source = await openFolderSource(folder)
    await put(folder, { 'a.pdf': pdf('another') })
    expect(lines(await importFrom(source, app, room, {}))).toEqual(['a.pdf refused CHANGED'])
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
      entries: [
        entry('big.pdf', LIMITS.uploadBytes + 1),
        entry(`${deep}/a.pdf`, 100),
        entry('no\u0007/a.pdf', 100),
      ],
    }
    expect(
      lines(await importFrom(source, app, room, {})).filter((line) => !line.endsWith('imported')),
    ).toEqual([
      'no\u0007/ refused NAME',
      'no\u0007/a.pdf refused NAME',
      'big.pdf refused SIZE',
      `${deep}/a.pdf refused DEPTH`,
    ])
  })
})
