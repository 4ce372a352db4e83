import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { findBroken } from '../../../test/tree/tree-invariants.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const found = async ({ operator }: TestRoom, keword: string): Promise<ItemRecord[]> =>
  (await operator.list(0, { keword })).json.payload as ItemRecord[]

const original = async (
  client: WireClient,
  { filename }: ItemRecord,
): Promise<{ http: number; bytes: Buffer }> => {
  const response = await client.fetch('GET', `/room/api/file/${filename}`)
  return { http: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
}

async function openRoom(options: { storageLimit?: number } = {}): Promise<TestRoom> {
  const room = await app.room(options)
  await room.operator.switches(false)
  return room
}

describe('a copy', () => {
  it('of a folder is whole, with names of its own for the server and rows of its own', async () => {
    const room = await openRoom()
    const { operator } = room
    const source = await operator.newFolder('원본')
    const target = await operator.newFolder('대상')
    const files = ['문서.pdf', '1/문서.pdf', '1/2/문서.pdf', '3/문서.pdf'].map(
      (name, page) => [name, makePdf(page + 1)] as const,
    )
    await operator.upload(files, source)
    const before = await holdings(app, room.roomId)
    const answer = await operator.copyItem(source, '원본', target)
    const { id } = answer.json.payload as { id: number }
    expect({ http: answer.http, json: answer.json }).toEqual({
      http: 200,
      json: { status: 'OK', payload: { id, name: '원본' } },
    })
    const documents = await found(room, '문서')
    expect(documents.map(({ path }) => path).sort()).toEqual(
      files.flatMap(([name]) => [`대상/원본/${name}`, `원본/${name}`]).sort(),
    )
    expect(new Set(documents.map(({ filename }) => filename)).size).toBe(8)
    for (const document of documents) {
      const bytes = files.find(([name]) => document.path.endsWith(`원본/${name}`))![1]
      expect(await original(operator, document)).toEqual({ http: 200, bytes: Buffer.from(bytes) })
      expect((await operator.openDocument(document.id)).status).toBe('READY')
    }
    const sizes = files.reduce((sum, [, bytes]) => sum + bytes.length, 0)
    expect(await holdings(app, room.roomId)).toMatchObject({
      items: before.items + 8,
      versions: 8,
      segments: 8,
      files: 8,
      used: 2 * sizes,
      blobs: before.blobs,
      temp: 0,
    })
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.copied'),
    ).toHaveLength(1)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('is called as it is to be, and gets a number where that is taken', async () => {
    const { operator, ...room } = await openRoom()
    await operator.upload([['문서.pdf', PDF]])
    const file = (await operator.items())[0]!
    const copy = async (name: string) => (await operator.copyItem(file.id, name, 0)).json
    expect((await copy('문서.pdf')).payload).toMatchObject({ name: '문서 (2).pdf' })
    expect((await copy('문서')).payload).toMatchObject({ name: '문서 (3).pdf' })
    expect((await copy('다른')).payload).toMatchObject({ name: '다른.pdf' })
    for (const [name, code] of [
      ['..', 'NAME_UNUSABLE'],
      ['', 'NAME_UNUSABLE'],
      ['문서.exe', 'EXTENSION_FIXED'],
    ] as const)
      await expectNothingChanged(app, room.roomId, async () =>
        expect(await copy(name)).toMatchObject({ status: 'EXCEPTION', code }),
      )
  })

  it('and its original are destroyed without each other; the content goes with the last of them', async () => {
    const room = await openRoom()
    const { operator } = room
    const before = await holdings(app, room.roomId)
    await operator.upload([['문서.pdf', PDF]])
    const first = (await operator.items())[0]!
    const { id } = (await operator.copyItem(first.id, '사본', 0)).json.payload as { id: number }
    const copy = (await operator.items()).find((item) => item.id === id)!
    const destroy = async (item: ItemRecord): Promise<void> => {
      await operator.deleteItem(item.id)
      expect((await operator.destroyItem(item.id)).json.status).toBe('OK')
      await expect
        .poll(async () => (await app.logged(room.roomId)).at(-1))
        .toBe('document.destroyed')
    }
    await destroy(first)
    expect(await original(operator, first)).toMatchObject({ http: 404 })
    expect(await original(operator, copy)).toEqual({ http: 200, bytes: Buffer.from(PDF) })
    expect(await holdings(app, room.roomId)).toMatchObject({
      used: PDF.length,
      files: 1,
      segments: 1,
      blobs: before.blobs + 1,
    })
    expect((await operator.copyItem(copy.id, '사본의 사본', 0)).json.status).toBe('OK')
    const third = (await operator.items()).find(({ name }) => name === '사본의 사본.pdf')!
    await destroy(copy)
    expect(await original(operator, third)).toEqual({ http: 200, bytes: Buffer.from(PDF) })
    await destroy(third)
    await expect
      .poll(() => holdings(app, room.roomId))
      .toMatchObject({ used: 0, files: 0, items: 0, segments: 0, blobs: before.blobs })
  })

  it('leaves out what lies in the trash', async () => {
    const room = await openRoom()
    const { operator } = room
    const folder = await operator.newFolder('원본')
    await operator.upload(
      [
        ['남을 것.pdf', PDF],
        ['지운 것.pdf', PDF],
      ],
      folder,
    )
    await operator.deleteItem(
      (await operator.items(folder)).find(({ name }) => name === '지운 것.pdf')!.id,
    )
    const { id } = (await operator.copyItem(folder, '사본', 0)).json.payload as { id: number }
    expect((await operator.items(id)).map(({ name }) => name)).toEqual(['남을 것.pdf'])
    expect(await operator.trashed()).toHaveLength(1)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('keeps within storage, depth, number and itself, and changes nothing where it does not', async () => {
    const room = await openRoom({ storageLimit: PDF.length * 3 })
    const { operator } = room
    const folder = await operator.newFolder('원본')
    const inner = await operator.newFolder('안', folder)
    await operator.upload(
      [
        ['하나.pdf', PDF],
        ['둘.pdf', PDF],
      ],
      inner,
    )
    let deep = await operator.newFolder('깊은')
    for (let depth = 2; depth < LIMITS.treeDepth; depth += 1)
      deep = await operator.newFolder('층', deep)
    const refused = async (target: number, http: number, code: string): Promise<void> =>
      expectNothingChanged(app, room.roomId, async () => {
        const answer = await operator.copyItem(folder, '사본', target)
        expect({ http: answer.http, code: answer.json.code }).toEqual({ http, code })
      })
    await refused(0, 507, 'NO_SPACE')
    await refused(folder, 400, 'INTO_ITSELF')
    await refused(inner, 400, 'INTO_ITSELF')
    await refused(deep, 400, 'FOLDER_DEPTH')
  })

  it('E02: is made of nothing and into nothing of another room, or that was deleted', async () => {
    const [room, other] = [await openRoom(), await openRoom()]
    const { operator } = room
    await operator.upload([['문서.pdf', PDF]])
    const file = (await operator.items())[0]!
    const [folder, foreign] = [await operator.newFolder('가'), await other.operator.newFolder('남')]
    expect((await operator.copyItem(file.id, '사본', foreign)).http).toBe(404)
    expect((await other.operator.copyItem(file.id, '사본', foreign)).http).toBe(404)
    expect((await operator.copyItem(file.id, '사본', file.id)).http).toBe(404)
    expect((await (await app.participant(room)).client.copyItem(file.id, '사본', 0)).http).toBe(403)
    await operator.deleteItem(folder)
    expect((await operator.copyItem(file.id, '사본', folder)).http).toBe(404)
    await operator.deleteItem(file.id)
    expect((await operator.copyItem(file.id, '사본', 0)).http).toBe(404)
    expect(await other.operator.items(foreign)).toEqual([])
  })
})
