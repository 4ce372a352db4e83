import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { importFrom, lines, outline, pdf, put } from '../../test/scenarios/imports/importing.ts'
import { createSheets } from '../../workers/sheet/index.ts'
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

const number = (numbering: string) =>
  operator.call('POST', '/room/api/room/update/index', { body: { id: room.roomId, numbering } })

describe('numbers in the names of an import', () => {
  beforeEach(() =>
    put(folder, {
      '2. 재무/2.2 세무.pdf': pdf('t'),
      '2. 재무/2.1 결산.pdf': pdf('c'),
      '10. 기타/x.pdf': pdf('x'),
      '1. 회사/정관.pdf': pdf('a'),
    }),
  )

  it('stay in names, and order a room that has its own order', async () => {
    await number('live')
    await importFrom(await openFolderSource(folder), app, room)
    expect(await outline(operator)).toEqual([
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
    await importFrom(await openFolderSource(folder), app, room, { numbers: 'strip' })
    const all = [
      '1 회사',
      '  1.1 정관.pdf',
      '2 재무',
      '  2.1 결산.pdf',
      '  2.2 세무.pdf',
      '10 기타',
      '  10.1 x.pdf',
    ]
    expect(await outline(operator)).toEqual(all)
    expect(
      new Set(
        (
          await importFrom(await openFolderSource(folder), app, room, { numbers: 'strip' })
        ).entries.map(({ outcome }) => outcome),
      ),
    ).toEqual(new Set(['existed']))
    await put(folder, { '3. 인사/y.pdf': pdf('y') })
    const late = await importFrom(await openFolderSource(folder), app, room, { numbers: 'strip' })
    expect(late.entries.find(({ path: own }) => own === '3. 인사/')?.detail).toContain(
      'The number 3 was given before',
    )
    expect(await outline(operator)).toEqual([
      ...all.slice(0, 5),
      '11 인사',
      '  11.1 y.pdf',
      ...all.slice(5),
    ])
  })

  it('leave names alone in a room without numbers, if they are to be kept', async () => {
    await importFrom(await openFolderSource(folder), app, room)
    expect(await outline(operator)).toEqual([
      '1. 회사',
      '  정관.pdf',
      '2. 재무',
      '  2.1 결산.pdf',
      '  2.2 세무.pdf',
      '10. 기타',
      '  x.pdf',
    ])
  })

  it('stay where names would be the same without them', async () => {
    await put(folder, { '10. 기타/1. 같은.pdf': pdf('1'), '10. 기타/2. 같은.pdf': pdf('2') })
    await fs.rm(path.join(folder, '10. 기타/x.pdf'))
    await importFrom(await openFolderSource(folder), app, room, { numbers: 'strip' })
    expect((await outline(operator)).slice(-3)).toEqual(
      ['  2. 같은.pdf', '재무', '  결산.pdf', '  세무.pdf', '회사', '  정관.pdf'].slice(-3),
    )
    expect(await outline(operator)).toContain('  1. 같은.pdf')
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
    await put(folder, {
      '색인.xlsx': await sheets.write([{ layout: { name: '색인' }, rows }], {
        roomId: -1,
        signal: new AbortController().signal,
      }),
    })
    const result = await importFrom(await openFolderSource(folder), app, room, { numbers: 'strip' })
    expect(result.list).toEqual({
      path: '색인.xlsx',
      rows: 6,
      missing: [{ row: 6, name: '감사보고서' }],
      expected: 1,
    })
    expect(lines(result)).toContain('색인.xlsx skipped LIST')
    // If only the number agrees, the list may be out of date.
    expect(await outline(operator)).toEqual([
      ...[
        '1 회사',
        '  1.1 정관.pdf',
        '2 재무',
        '  2.1 결산.pdf',
        '  2.2 세무.pdf',
        '10 기타',
        '  10.1 x.pdf',
      ],
    ])
    expect(
      result.entries.flatMap(({ path: own, detail }) => (detail ? [[own, detail]] : [])),
    ).toEqual([
      ['1. 회사/', 'The list calls its number “회사 일반”; it kept its own name.'],
      ['2. 재무/2.1 결산.pdf', 'The list calls its number “2025년 결산”; it kept its own name.'],
    ])
  })

  it('make no list of a table that has other things in it', async () => {
    const sheets = createSheets()
    const rows = [
      ['번호', '이름'],
      ...['매출', '비용', '이익'].map((name, at) => [String(at + 1), name]),
    ]
    await put(folder, {
      '손익.xlsx': await sheets.write([{ layout: { name: '표' }, rows }], {
        roomId: -1,
        signal: new AbortController().signal,
      }),
    })
    const result = await importFrom(await openFolderSource(folder), app, room, { numbers: 'strip' })
    expect(result.list).toBeUndefined()
    expect(lines(result)).toContain('손익.xlsx imported')
  })

  it('are all the names that files of a list need, also in one folder that holds everything', async () => {
    await fs.rm(folder, { recursive: true })
    const csv = '번호,이름\n1,회사\n1.1,정관\n1.2,등기부\n2,재무\n2.1,결산\n'
    await put(folder, {
      'export/목록.csv': csv,
      'export/2 재무/2.1.pdf': pdf('c'),
      'export/1 회사/1.2.pdf': pdf('b'),
      'export/1 회사/1.1.pdf': pdf('a'),
    })
    const result = await importFrom(await openFolderSource(folder), app, room, { numbers: 'strip' })
    expect(result.list).toEqual({ path: 'export/목록.csv', rows: 5, missing: [], expected: 0 })
    expect(result.entries.flatMap(({ target }) => target ?? [])).toEqual(
      ['', '회사/', '회사/정관.pdf', '회사/등기부.pdf', '재무/', '재무/결산.pdf'].map(
        (target) => `export/${target}`,
      ),
    )
  })
})
