import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import type { ImportRequest, ImportResult, ImportSource } from '../../features/documents/index.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { expectedIn } from '../../test/scenarios/structures.ts'
import { tableOf } from './import-report.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  room = await app.room()
})

const LIST =
  '번호,이름\n1,회사\n1.1,정관\n1.2,등기부\n1.3,주주 명부.xlsx\n2,재무\n2.1,결산\n3,인사\n'
const FILES = ['1 회사/1.1 정관.pdf', '2 재무/2.1 결산.pdf']

function sourceOf(
  list: string,
  paths = FILES,
  onRead = (_path: string): void => undefined,
): ImportSource {
  const contents = [
    ...paths.map((own) => [own, makePdf(1, own)] as const),
    ['색인.csv', Buffer.from(list)] as const,
  ]
  const entries = contents.map(([own, content]) => ({
    ...{ path: own, steps: own.split('/'), isFolder: false, size: content.length },
    async *content() {
      onRead(own)
      yield content
    },
  }))
  return { name: '', entries }
}

async function bring(
  source: ImportSource,
  asked: Partial<ImportRequest> = {},
  signal = new AbortController().signal,
): Promise<ImportResult> {
  const request = {
    roomId: room.roomId,
    into: [],
    staged: undefined,
    numbers: 'strip',
    isDryRun: false,
    ...asked,
  } as const
  return app.program.importIntoRoom(source, request, { signal, onProgress: () => undefined })
}

const expected = async (): Promise<string[]> =>
  (await expectedIn(room.operator, 'deep=true&state=all')).rows.map(
    ({ folder, name, index, item }) =>
      [index, `${folder}/${name}`, item?.name].filter(Boolean).join(' '),
  )

const number = () =>
  room.operator.call('POST', '/room/api/room/update/index', {
    body: { id: room.roomId, numbering: 'fixed' },
  })

describe('rows of a list that have no file', () => {
  it('become expected documents in their folders, with their numbers, once', async () => {
    await number()
    const result = await bring(sourceOf(LIST))
    expect(result.failure).toBeUndefined()
    expect(result.list).toMatchObject({ rows: 7, expected: 2 })
    expect(result.list?.missing.map(({ name }) => name)).toEqual([
      '등기부',
      '주주 명부.xlsx',
      '인사',
    ])
    expect(tableOf(result)).toContain('2 documents more are expected in the room')
    expect(await expected()).toEqual(['1.2 회사/등기부', '1.3 회사/주주 명부'])
    expect((await bring(sourceOf(LIST))).list).toMatchObject({ rows: 7, expected: 0 })
    expect(await expected()).toHaveLength(2)
    const { rows } = await app.database.pool.query(
      `select created_by from expected_documents where room_id = $1`,
      [room.roomId],
    )
    expect(rows).toEqual([{ created_by: null }, { created_by: null }])
  })

  it('are met by a later import, and none is expected again', async () => {
    await number()
    await bring(sourceOf(LIST))
    const late = await bring(sourceOf(LIST, [...FILES, '1 회사/1.2 등기부.pdf']))
    expect(late.list).toMatchObject({ expected: 0 })
    expect(await expected()).toEqual(['1.3 회사/주주 명부', '회사/등기부 등기부.pdf'])
    const [company] = await room.operator.items()
    expect(
      (await room.operator.items(company?.id)).map(({ index, name }) => `${index} ${name}`),
    ).toEqual(['1.1 정관.pdf', '1.2 등기부.pdf'])
    expect((await bring(sourceOf(LIST))).list).toMatchObject({ expected: 0 })
    expect(await expected()).toHaveLength(2)
  })

  it('are made once by an import that was stopped and goes on', async () => {
    const stop = new AbortController()
    const list = `${LIST}2.2,세무\n`
    const stopped = await bring(
      sourceOf(list, FILES, (own) => own.startsWith('2') && stop.abort()),
      {},
      stop.signal,
    )
    expect(stopped.list).toMatchObject({ expected: 2 })
    expect((await bring(sourceOf(list))).list).toMatchObject({ expected: 1 })
    expect(await expected()).toEqual(['재무/세무', '회사/등기부', '회사/주주 명부'])
  })

  it('get the number that the list has for them where nothing has or had it, also between files', async () => {
    await number()
    const list = '번호,이름\n1,회사\n1.1,정관\n1.2,등기부\n1.3,명부\n1.5,규정\n1.4,의사록\n'
    const files = ['1 회사/1.1 정관.pdf', '1 회사/1.3 명부.pdf']
    expect((await bring(sourceOf(list, files))).list).toMatchObject({ expected: 3 })
    expect((await expected()).sort()).toEqual([
      '1.2 회사/등기부',
      '1.4 회사/의사록',
      '1.5 회사/규정',
    ])
    const [company] = await room.operator.items()
    const next = await room.operator.put('그다음.pdf', makePdf(1), company?.id)
    await room.operator.moveItem(next, 0)
    const later = '번호,이름\n1,회사\n1.1,정관\n1.2,세칙\n1.3,명부\n1.6,내규\n1.7,지침\n'
    expect((await bring(sourceOf(later, files))).list).toMatchObject({ expected: 3 })
    expect((await expected()).filter((text) => /세칙|내규|지침/.test(text)).sort()).toEqual([
      '1.7 회사/지침',
      '1.8 회사/세칙',
      '1.9 회사/내규',
    ])
  })

  it('are refused together and said so where the room may not expect so many, also by a dry run', async () => {
    await app.database.pool.query(
      `insert into expected_documents (room_id, name, name_folded, name_key, created_at)
       select $1, 'n' || n, 'n' || n, 'n' || n, now() from generate_series(1, $2::int) n`,
      [room.roomId, LIMITS.expectedDocuments - 2],
    )
    const list = `${LIST}2.2,세무\n`
    for (const isDryRun of [true, false]) {
      const result = await bring(sourceOf(list), { isDryRun })
      expect(result.list).toMatchObject({ expected: 2 })
      expect(result.entries.filter(({ outcome }) => outcome === 'refused')).toEqual([
        expect.objectContaining({
          path: '색인.csv',
          code: 'EXPECTED_LIMIT',
          detail: 'These are 1 in 2 재무/.',
        }),
      ])
      expect(tableOf(result)).toContain('A room may expect 5000 documents')
    }
    expect((await bring(sourceOf(list))).list).toMatchObject({ expected: 0 })
  })

  it('are only counted by a dry run', async () => {
    expect((await bring(sourceOf(LIST), { isDryRun: true })).list).toMatchObject({ expected: 2 })
    expect(await expected()).toEqual([])
    await bring(sourceOf(LIST))
    expect((await bring(sourceOf(LIST), { isDryRun: true })).list).toMatchObject({ expected: 0 })
  })

  it('are what a list with types says, and folders are none', async () => {
    const typed =
      '번호,이름,종류\n1,회사,폴더\n1.1,정관,문서\n1.2,소송,폴더\n1.3,등기부,문서\n2,재무,폴더\n2.1,결산,문서\n3,개요,문서\n'
    expect((await bring(sourceOf(typed))).list).toMatchObject({ expected: 2 })
    expect((await expected()).sort()).toEqual(['/개요', '회사/등기부'])
  })
})
