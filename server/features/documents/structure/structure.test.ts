import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { inTier } from '../../../test/harness/tier.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { stagingOfRoom } from '../../../test/scenarios/publishing.ts'
import { askStructure } from '../../../test/scenarios/structures.ts'
import { createSheets } from '../../../workers/sheet/index.ts'

interface StructureResult {
  readonly rows: readonly {
    readonly row: number
    readonly level: number
    readonly name: string
    readonly change: string
    readonly code?: string
  }[]
  readonly counts: Readonly<Record<string, number>>
  readonly isApplied: boolean
  readonly made: readonly { readonly id: number; readonly name: string }[]
  readonly folderIds: readonly number[]
}

const MANY = inTier({ quick: 300, slow: 4_998 })

const sheets = createSheets()

const workbook = (rows: readonly (readonly string[])[]): Promise<Buffer> =>
  sheets.write([{ layout: { name: '색인' }, rows }], {
    roomId: -1,
    signal: new AbortController().signal,
  })

const numbering = (client: WireClient, value: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/room/update/index', {
    body: { id: client.me.roomId, numbering: value },
  })

async function outline(client: WireClient, parent = 0, depth = 0): Promise<string[]> {
  const lines: string[] = []
  for (const { id, name, type } of await client.items(parent)) {
    lines.push(`${'  '.repeat(depth)}${name}`)
    if (type === 5) lines.push(...(await outline(client, id, depth + 1)))
  }
  return lines
}

const resultOf = ({ json }: WireAnswer): StructureResult => {
  if (json.status !== 'OK') throw new Error(JSON.stringify(json))
  return json.payload as StructureResult
}

const changes = (made: StructureResult): string[] =>
  made.rows.map(({ row, level, name, change, code }) => `${row} ${level} ${name} ${code ?? change}`)

describe('a structure of folders', () => {
  let app: TestApp
  let room: TestRoom
  let operator: WireClient
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    room = await app.room()
    operator = room.operator
  })

  it('is shown before anything is made, then made in the order listed, and kept when it is asked for again', async () => {
    await numbering(operator, 'live')
    await operator.makeFolders(['재무/결산'])
    const file =
      '자료 목록,,\n단계,이름,비고\n1,회사,\n2,정관,\n2,규정,\n3,인사 규정,\n1,재무,있음\n2,세무,\n2,결산,\n1,가나다,\n'
    const before = await outline(operator)
    const preview = resultOf(await askStructure(operator, { file }))
    expect(changes(preview)).toEqual([
      '3 1 회사 new',
      '4 2 정관 new',
      '5 2 규정 new',
      '6 3 인사 규정 new',
      '7 1 재무 same',
      '8 2 세무 new',
      '9 2 결산 same',
      '10 1 가나다 new',
    ])
    expect(preview).toMatchObject({
      isApplied: false,
      made: [],
      counts: { new: 6, same: 2, document: 0, error: 0 },
    })
    expect(await outline(operator), 'a preview changes nothing').toEqual(before)

    const applied = resultOf(await askStructure(operator, { file, apply: true }))
    expect(applied).toMatchObject({ isApplied: true, counts: { new: 6, same: 2 } })
    expect(applied.made.map(({ name }) => name)).toEqual(['회사', '세무', '가나다'])
    const after = [
      '재무',
      '  결산',
      '  세무',
      '회사',
      '  정관',
      '  규정',
      '    인사 규정',
      '가나다',
    ]
    expect(await outline(operator)).toEqual(after)
    expect(resultOf(await askStructure(operator, { file, apply: true }))).toMatchObject({
      counts: { new: 0, same: 8 },
      made: [],
    })
    expect(await outline(operator)).toEqual(after)
    const kinds = (await app.logged(room.roomId)).filter((kind) => kind.startsWith('document.'))
    expect(kinds.filter((kind) => kind === 'document.structure-created')).toHaveLength(1)
  })

  it('takes fixed numbers in the order listed, behind what is there', async () => {
    await operator.makeFolders(['있던 폴더'])
    await numbering(operator, 'fixed')
    await askStructure(operator, {
      file: '번호,이름\n1,하\n2,가\n2.1,다\n2.2,나\n3,파\n',
      apply: true,
    })
    const items = (await operator.items()).map(({ index, name }) => `${index} ${name}`)
    expect(items).toEqual(['1 있던 폴더', '2 하', '3 가', '4 파'])
    const inside = (await operator.items()).find(({ name }) => name === '가')
    expect((await operator.items(inside?.id)).map(({ index, name }) => `${index} ${name}`)).toEqual(
      ['3.1 다', '3.2 나'],
    )
  })

  it('is read from the columns of an exported index, where documents are expected, and left out with names that cannot be used', async () => {
    const rows = [
      ['번호', '단계', '종류', '이름', '크기'],
      ['1', '1', '폴더', '회사', ''],
      ['1.1', '2', '문서', '정관.pdf', '1KB'],
      ['1.2', '2', '폴더', '=규정', ''],
      ['1.2.1', '3', '문서', 'a/b.pdf', '1KB'],
      ['3', '1', 'Folder', '재무', ''],
    ]
    const file = await workbook(rows)
    const made = resultOf(await askStructure(operator, { file, name: 'index.xlsx', apply: true }))
    expect(made.counts).toEqual({ new: 3, same: 0, expected: 1, document: 1, error: 0 })
    expect(await outline(operator)).toEqual(['재무', '회사', '  =규정'])
    // Spreadsheet programs put an apostrophe before a formula in CSV.
    const csv = "번호,단계,종류,이름\n,1,폴더,회사\n,2,폴더,'=규정\n"
    expect(resultOf(await askStructure(operator, { file: csv })).counts).toMatchObject({
      same: 2,
      new: 0,
    })
    const english = 'Index,Level,Type,Name\n,1,Folder,회사\n,2,Document,x\n'
    expect(resultOf(await askStructure(operator, { file: english })).counts).toMatchObject({
      same: 1,
      expected: 1,
    })
  })

  it('recognises all of the room in its own index, in each format and numbering, and expects only what is not there', async () => {
    const { roomId } = operator.me
    await operator.makeFolders(['회사/규정', '재무'])
    const [finance, company] = await operator.items()
    await operator.put('정관 (2025.03.27 개정).pdf', makePdf(1), company?.id)
    await operator.put('예산.final.pdf', makePdf(1), finance?.id)
    await operator.put('=표지.pdf', makePdf(1))
    for (const value of ['off', 'live', 'fixed']) {
      await numbering(operator, value)
      for (const format of ['csv', 'xlsx']) {
        const index = await operator.fetch('GET', `/room/api/file/index/${roomId}`, {
          query: { format },
        })
        const file = new Uint8Array(await index.arrayBuffer())
        const own = resultOf(await askStructure(operator, { file, name: `index.${format}` }))
        expect(own.counts, `${value} ${format}`).toEqual({
          new: 0,
          same: 6,
          expected: 0,
          document: 0,
          error: 0,
        })
      }
    }
    const file =
      '번호,종류,이름\n1,폴더,회사\n1.1,문서,정관 (2025.03.27 개정).docx\n1.2,문서,예산.final\n2,폴더,새 폴더\n2.1,문서,=표지.pdf\n'
    const rows = [
      '2 1 회사 same',
      '3 2 정관 (2025.03.27 개정).docx same',
      '4 2 예산.final expected',
      '5 1 새 폴더 new',
      '6 2 =표지.pdf expected',
    ]
    expect(changes(resultOf(await askStructure(operator, { file })))).toEqual(rows)
    const { counts } = resultOf(await askStructure(operator, { file, apply: true }))
    expect(counts).toEqual({ new: 1, same: 2, expected: 2, document: 0, error: 0 })
  })

  it('is read from numbers alone, from columns for each level, and without heads', async () => {
    const numbers = resultOf(
      await askStructure(operator, { file: 'Index,Name\n1.,A\n1.2,B\n2,C\n1-3,D\n' }),
    )
    expect(changes(numbers)).toEqual(['2 1 A new', '3 2 B new', '4 1 C new', '5 2 D new'])
    const columns =
      '대분류,중분류,소분류\n재무,결산,2025\n재무,결산,2026\n,세무,\n법률,,\n재무,자금,\n'
    expect(changes(resultOf(await askStructure(operator, { file: columns })))).toEqual([
      '2 1 재무 new',
      '2 2 결산 new',
      '2 3 2025 new',
      '3 3 2026 new',
      '4 2 세무 new',
      '5 1 법률 new',
      '6 2 자금 new',
    ])
    expect(
      changes(resultOf(await askStructure(operator, { file: '1,가\n2,나\n2,다\n1,라\n' }))),
    ).toEqual(['1 1 가 new', '2 2 나 new', '3 2 다 new', '4 1 라 new'])
    expect(
      changes(resultOf(await askStructure(operator, { file: '1,가\n2,나\n3,다\n' }))).map(
        (line) => line[2],
      ),
    ).toEqual(['1', '1', '1'])
    expect(changes(resultOf(await askStructure(operator, { file: '가,\n,나\n' })))).toEqual([
      '1 1 가 new',
      '2 2 나 new',
    ])
  })

  it('names each row that makes no folder, and then makes none', async () => {
    await operator.put('계약.pdf', makePdf(1))
    const rows = [
      ['단계', '종류', '이름'],
      ['1', '', '회사'],
      ['3', '', '건너뜀'],
      ['두 번째', '', '모름'],
      ['1', '', ''],
      ['1', '', 'a/b'],
      ['1', '', 'COMPANY'],
      ['1', '', 'Company'],
      ['1', '사진', '종류'],
      ['1', '', '계약.pdf'],
      ['2', '', '아래'],
    ]
    const file = await workbook(rows)
    const preview = resultOf(await askStructure(operator, { file, name: 'index.xlsx' }))
    expect(changes(preview).map((line) => line.split(' ').at(-1))).toEqual([
      'new',
      'SKIPPED',
      'LEVEL',
      'NAME_MISSING',
      'NAME',
      'new',
      'REPEATED',
      'TYPE',
      'TAKEN',
      'new',
    ])
    const refused = await askStructure(operator, { file, name: 'index.xlsx', apply: true })
    expect(refused).toMatchObject({ http: 422, json: { code: 'STRUCTURE_INVALID' } })
    expect(refused.text).toContain('3행: 바로 위 단계의 폴더가')
    expect(refused.text).toContain('7개')
    expect(await outline(operator)).toEqual(['계약.pdf'])
    const numbers = resultOf(
      await askStructure(operator, { file: '번호,이름\n1,가\n1.1,나\n1.1,다\n3.1,라\n' }),
    )
    expect(changes(numbers).map((line) => line.split(' ').at(-1))).toEqual([
      'new',
      'new',
      'NUMBER_REPEATED',
      'SKIPPED',
    ])
  })

  it('merges with folders whose names differ in case alone, and keeps their spelling', async () => {
    await operator.makeFolders(['Finance'])
    await askStructure(operator, { file: 'Level,Name\n1,FINANCE\n2,Tax\n', apply: true })
    expect(await outline(operator)).toEqual(['Finance', '  Tax'])
  })

  it('of fifty levels is made, and taken back whole', async () => {
    const parent = await operator.newFolder('깊은 곳')
    const file = `단계,이름\n${Array.from({ length: 50 }, (_, index) => `${index + 1},층 ${index + 1}`).join('\n')}`
    const { folderIds: folders, counts } = resultOf(
      await askStructure(operator, { file, parent, apply: true }),
    )
    expect(counts).toMatchObject({ new: 50, error: 0 })
    expect((await outline(operator, parent)).at(-1)).toBe(`${'  '.repeat(49)}층 50`)
    const body = { roomId: operator.me.roomId, folders, expected: [] }
    const undone = await operator.call('POST', '/room/api/file/structure/undo', { body })
    expect(undone.json.payload).toEqual({ folders: 50, expected: 0, kept: [] })
    expect(await operator.items(parent)).toEqual([])
  })

  it('is refused beyond the depth and the rows that a room has', async () => {
    const deep = (count: number) =>
      `단계,이름\n${Array.from({ length: count }, (_, index) => `${index + 1},${index + 1}`).join('\n')}`
    const parent = await operator.newFolder('아래')
    const preview = resultOf(await askStructure(operator, { file: deep(LIMITS.treeDepth), parent }))
    expect(preview.counts).toMatchObject({ new: LIMITS.treeDepth - 1, error: 1 })
    const refused = await askStructure(operator, {
      file: deep(LIMITS.treeDepth),
      parent,
      apply: true,
    })
    expect(refused.text).toContain(`폴더는 ${LIMITS.treeDepth - 1}단계까지`)
    expect(await operator.items(parent)).toEqual([])
    const many = Array.from({ length: LIMITS.structureRows + 1 }, (_, index) => `1,${index}`).join(
      '\n',
    )
    expect((await askStructure(operator, { file: `단계,이름\n${many}` })).json.code).toBe(
      'STRUCTURE_TOO_LARGE',
    )
    for (const file of ['', '단계,이름\n', '단계,종류,이름\n1,문서,가.pdf\n'])
      expect((await askStructure(operator, { file, expects: false })).json.code).toBe(
        'STRUCTURE_EMPTY',
      )
    expect(
      (await askStructure(operator, { file: Buffer.from([0x50, 0x4b, 3, 4, 0]) })).json.code,
    ).toBe('IMPORT_FILE')
  })

  it('is for operators of the room alone, outside of views, and takes either a file or a template', async () => {
    const [other, { client, memberId }] = [await app.room(), await app.participant(room)]
    const file = '단계,이름\n1,가\n'
    const parent = await other.operator.newFolder('남의 폴더')
    expect((await askStructure(client, { file, apply: true })).http).toBe(403)
    expect((await askStructure(operator, { file, parent, apply: true })).http).toBe(404)
    expect((await askStructure(operator, { file, roomId: other.roomId, apply: true })).http).toBe(
      404,
    )
    const viewer = await operator.viewerOf(memberId)
    expect((await askStructure(viewer, { file, apply: true })).json.code).toBe('VIEW_AS_READ_ONLY')
    expect((await askStructure(operator, { apply: true })).http).toBe(400)
    expect((await askStructure(operator, { file, template: 'audit.ko', apply: true })).http).toBe(
      400,
    )
    expect((await askStructure(operator, { template: 'none', apply: true })).http).toBe(404)
    expect(await outline(other.operator)).toEqual(['남의 폴더'])
    expect(await operator.items()).toEqual([])
  })

  it('waits where uploads wait, so that readers see nothing of it', async () => {
    const { client } = await app.participant(room)
    await stagingOfRoom(room, true)
    await askStructure(operator, { file: '단계,이름\n1,가\n2,나\n', apply: true })
    expect((await operator.items()).map(({ state }: ItemRecord) => state)).toEqual(['staged'])
    expect(await client.items()).toEqual([])
  })

  it('has places before names where it is asked for', async () => {
    await askStructure(operator, {
      file: '단계,이름\n1,회사\n2,정관\n2,규정\n1,재무\n',
      isNumbered: true,
      apply: true,
    })
    expect(await outline(operator)).toEqual(['01 회사', '  01 정관', '  02 규정', '02 재무'])
  })

  it('holds many folders, in the order listed', async () => {
    await numbering(operator, 'live')
    const many = Array.from(
      { length: MANY },
      (_, index) => `${(index % 3) + 1},${MANY - index}`,
    ).join('\n')
    const made = resultOf(await askStructure(operator, { file: `단계,이름\n${many}`, apply: true }))
    expect(made.counts['new']).toBe(MANY)
    expect(made.made).toHaveLength(MANY / 3)
    const first = (await operator.list(0, { limit: 3 })).json.payload as ItemRecord[]
    expect(first.map(({ name }) => name)).toEqual([`${MANY}`, `${MANY - 3}`, `${MANY - 6}`])
  })
})
