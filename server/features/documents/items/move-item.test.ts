import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { findBroken } from '../../../test/tree/tree-invariants.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const paths = async ({ operator }: TestRoom, keword: string): Promise<string[]> =>
  ((await operator.list(0, { keword })).json.payload as ItemRecord[]).map(({ path }) => path).sort()

async function chain(client: WireClient, length: number, parent = 0): Promise<number[]> {
  const ids: number[] = []
  for (let depth = 0; depth < length; depth += 1)
    ids.push(await client.newFolder(`층 ${depth}`, ids.at(-1) ?? parent))
  return ids
}

describe('a move', () => {
  it('takes a folder with all that is in it, also what is in its trash', async () => {
    const room = await app.room()
    const { operator } = room
    const [from, to] = [await operator.newFolder('가'), await operator.newFolder('나')]
    const moved = await operator.newFolder('옮길 것', from)
    await operator.upload(
      [
        ['1/2/문서.pdf', PDF],
        ['문서.pdf', PDF],
      ],
      moved,
    )
    const direct = (await operator.items(moved)).find(({ type }) => type === 4)!
    await operator.deleteItem(direct.id)
    const answer = await operator.moveItem(moved, to)
    expect({ http: answer.http, json: answer.json }).toEqual({
      http: 200,
      json: { status: 'OK', payload: { id: moved, name: '옮길 것', parent: to } },
    })
    expect(await paths(room, '문서')).toEqual(['나/옮길 것/1/2/문서.pdf'])
    expect(
      (await operator.list(moved)).json.folderPath?.map(({ folderName }) => folderName),
    ).toEqual(['나', '옮길 것'])
    expect(await operator.items(from)).toEqual([])
    expect((await operator.restoreItem(direct.id)).json.payload).toEqual({
      id: direct.id,
      parent: moved,
    })
    expect(await paths(room, '문서')).toEqual(['나/옮길 것/1/2/문서.pdf', '나/옮길 것/문서.pdf'])
    expect((await operator.moveItem(moved, 0)).json.payload).toEqual({
      id: moved,
      name: '옮길 것',
      parent: 0,
    })
    expect(await paths(room, '문서')).toEqual(['옮길 것/1/2/문서.pdf', '옮길 것/문서.pdf'])
    expect(await findBroken(app, room.roomId)).toEqual({})
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.moved'),
    ).toHaveLength(2)
  })

  it('E01: never goes into the folder itself or below it', async () => {
    const room = await app.room()
    const ids = await chain(room.operator, 4)
    for (const target of ids)
      expect((await room.operator.moveItem(ids[0]!, target)).json).toMatchObject({
        status: 'EXCEPTION',
        code: 'INTO_ITSELF',
      })
    expect((await room.operator.moveItem(ids[3]!, ids[0]!)).json.status).toBe('OK')
    expect((await room.operator.moveItem(ids[1]!, ids[3]!)).json.status).toBe('OK')
    expect((await room.operator.moveItem(ids[3]!, ids[2]!)).json.code).toBe('INTO_ITSELF')
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('E01: of two folders into each other at once, on two nodes, one happens', async () => {
    const room = await app.room()
    const second = Object.assign(app.stranger(), {
      session: room.operator.session,
      base: await app.node(),
    })
    for (let round = 0; round < 20; round += 1) {
      const [a, b] = [
        await room.operator.newFolder(`가${round}`),
        await room.operator.newFolder(`나${round}`),
      ]
      const answers = await Promise.all([room.operator.moveItem(a, b), second.moveItem(b, a)])
      expect(answers.map(({ json }) => json.code ?? json.status).sort()).toEqual([
        'INTO_ITSELF',
        'OK',
      ])
      expect(await findBroken(app, room.roomId)).toEqual({})
    }
  })

  it('gives a number to a name that is taken, and says nothing of a move to where the item is', async () => {
    const room = await app.room()
    const { operator } = room
    const [a, b] = [await operator.newFolder('가'), await operator.newFolder('나')]
    await operator.upload([['문서.pdf', PDF]], a)
    await operator.upload([['문서.PDF', PDF]], b)
    const file = (await operator.items(a))[0]!
    const before = await app.logged(room.roomId)
    expect((await operator.moveItem(file.id, a)).json.payload).toEqual({
      id: file.id,
      name: file.name,
      parent: a,
    })
    expect(await app.logged(room.roomId)).toEqual(before)
    expect((await operator.moveItem(file.id, b)).json.payload).toEqual({
      id: file.id,
      name: '문서 (2).pdf',
      parent: b,
    })
    expect(await paths(room, '문서')).toEqual(['나/문서 (2).pdf', '나/문서.PDF'])
    const inner = await operator.newFolder('나', a)
    await operator.moveItem(inner, 0)
    expect((await operator.items()).map(({ name }) => name)).toEqual(['가', '나', '나 (2)'])
  })

  it('keeps within the depth of the tree, counting what is below', async () => {
    const room = await app.room()
    const { operator } = room
    const deep = await chain(operator, LIMITS.treeDepth - 2)
    const short = await chain(operator, 3, await operator.newFolder('옆'))
    const bottom = deep.at(-1)!
    const refused = await operator.moveItem(short[0]!, bottom)
    expect({ http: refused.http, code: refused.json.code }).toEqual({
      http: 400,
      code: 'FOLDER_DEPTH',
    })
    expect((await operator.moveItem(short[0]!, deep.at(-2)!)).json.status).toBe('OK')
    await operator.upload([['바닥.pdf', PDF]])
    const file = (await operator.items()).find(({ type }) => type === 4)!
    expect((await operator.moveItem(file.id, short[2]!)).json.status).toBe('OK')
    expect((await operator.makeFolder('더', short[2]!)).json.code).toBe('FOLDER_DEPTH')
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('knows only folders of the room, and only what is there', async () => {
    const room = await app.room()
    const other = await app.room()
    const { operator } = room
    const [folder, foreign] = [await operator.newFolder('가'), await other.operator.newFolder('남')]
    await operator.upload([['문서.pdf', PDF]])
    const file = (await operator.items()).find(({ type }) => type === 4)!
    const gone = await operator.newFolder('없앨 것')
    await operator.deleteItem(gone)
    for (const parent of [foreign, file.id, gone, 999_999])
      expect((await operator.moveItem(folder, parent)).http).toBe(404)
    for (const id of [foreign, gone, 999_999])
      expect((await operator.moveItem(id, 0)).http).toBe(404)
    expect((await other.operator.moveItem(file.id, foreign)).http).toBe(404)
    expect((await (await app.participant(room)).client.moveItem(file.id, folder)).http).toBe(403)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })
})
