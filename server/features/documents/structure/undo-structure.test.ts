import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireClient } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { listedPaths } from '../../../test/scenarios/disclosures.ts'
import { askStructure, expectDocuments, expectedIn } from '../../../test/scenarios/structures.ts'

const PDF = makePdf(1)
const TABLE = [
  '단계,종류,이름',
  '1,폴더,가',
  '2,폴더,나',
  '3,문서,계약서',
  '2,폴더,다',
  '1,폴더,라',
  '1,문서,정관',
].join('\n')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Built {
  readonly folderIds: readonly number[]
  readonly expectedIds: readonly number[]
}

const build = async (client: WireClient): Promise<Built> =>
  (await askStructure(client, { roomId: client.me.roomId, file: TABLE, apply: true })).json
    .payload as Built

const undo = (client: WireClient, { folderIds, expectedIds }: Built) =>
  client.call('POST', '/room/api/file/structure/undo', {
    body: { roomId: client.me.roomId, folders: folderIds, expected: expectedIds },
  })

const trashed = async (client: WireClient): Promise<string[]> =>
  (
    (await client.call('GET', `/room/api/file/trash/${client.me.roomId}`)).json.payload as {
      name: string
    }[]
  ).map(({ name }) => name)

describe('the undo of a structure', () => {
  it('puts all its folders into the trash and expects its documents no longer; each topmost folder can be restored', async () => {
    const { operator } = await app.room()
    await operator.newFolder('먼저 있던 것')
    await expectDocuments(operator, ['먼저 기다린 것'])
    const built = await build(operator)
    expect(built).toMatchObject({ folderIds: { length: 4 }, expectedIds: { length: 2 } })
    expect(await undo(operator, built)).toMatchObject({
      http: 200,
      json: { payload: { folders: 4, expected: 2, kept: [] } },
    })
    expect(await listedPaths(operator)).toEqual(['먼저 있던 것'])
    expect((await expectedIn(operator, 'deep=true')).rows.map(({ name }) => name)).toEqual([
      '먼저 기다린 것',
    ])
    expect((await trashed(operator)).sort()).toEqual(['가', '라'])
    expect(await undo(operator, built)).toMatchObject({
      json: { payload: { folders: 0, expected: 0, kept: [] } },
    })
    await operator.restoreItem(built.folderIds[0] ?? 0)
    expect(await listedPaths(operator)).toEqual(['가', '가/나', '가/다', '먼저 있던 것'])
  })

  it('keeps what holds something else by now, with all above it and what was received, and says so', async () => {
    const { operator } = await app.room()
    const built = await build(operator)
    const [, inner = 0, , last = 0] = built.folderIds
    await operator.put('계약서.pdf', PDF, inner)
    await operator.put('정관.pdf', PDF)
    await expectDocuments(operator, ['나중에 기다린 것'], last)
    const { json } = await undo(operator, built)
    expect(json.payload).toEqual({
      ...{ folders: 1, expected: 0 },
      kept: [
        { id: inner, name: '나' },
        { id: last, name: '라' },
      ],
    })
    expect(await listedPaths(operator)).toEqual([
      '가',
      '가/나',
      '가/나/계약서.pdf',
      '라',
      '정관.pdf',
    ])
    expect(
      (await expectedIn(operator, 'deep=true&state=all')).rows.map(({ name }) => name).sort(),
    ).toEqual([...['계약서', '나중에 기다린 것', '정관']])
    expect(await trashed(operator)).toEqual(['다'])
  })

  it('touches no document, nothing of another room, and is for full operators alone', async () => {
    const room = await app.room()
    const { operator } = room
    const other = await app.room()
    const foreign = await build(other.operator)
    const file = await operator.put('정관.pdf', PDF)
    const named = { folderIds: [file, ...foreign.folderIds], expectedIds: foreign.expectedIds }
    expect(await undo(operator, named)).toMatchObject({
      json: { payload: { folders: 0, expected: 0, kept: [] } },
    })
    expect(await listedPaths(operator)).toEqual(['정관.pdf'])
    expect((await listedPaths(other.operator)).length).toBe(4)
    expect((await expectedIn(other.operator, 'deep=true')).rows).toHaveLength(2)
    const { client } = await contentOperator(app, room)
    expect(await undo(client, await build(operator))).toMatchObject({
      json: { code: 'RIGHTS_DENIED' },
    })
  })
})
