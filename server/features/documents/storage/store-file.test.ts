import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { expectNothingChanged, holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord } from '../../../test/harness/wire-client.ts'
import { findBroken, findStrayBlobs, loggedErrors } from '../../../test/tree/tree-invariants.ts'

const [ONE, TWO, THREE] = [makePdf(1), makePdf(2), makePdf(3)]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function openRoom(options: { storageLimit?: number } = {}): Promise<TestRoom> {
  const room = await app.room(options)
  await room.operator.switches(false)
  return room
}

const bytesOf = async ({ operator }: TestRoom, { filename }: ItemRecord): Promise<Buffer> =>
  Buffer.from(await (await operator.fetch('GET', `/room/api/file/${filename}`)).arrayBuffer())

const namesIn = async ({ operator }: TestRoom, parent = 0): Promise<string[]> =>
  (await operator.items(parent)).map(({ name }) => name).sort()

describe('a file that replaces another one', () => {
  it('becomes its newest version: name, address and number of files stay, storage holds both', async () => {
    const room = await openRoom()
    const { operator } = room
    await operator.upload([['가/계약서.pdf', ONE]])
    const folder = (await operator.items())[0]!.id
    const before = (await operator.items(folder))[0]!
    app.clock.advance(60_000)
    const { http, json } = await operator.upload([['가/계약서.PDF', TWO]], 0, 'replace')
    expect({ http, json }).toEqual({
      http: 200,
      json: {
        status: 'OK',
        payload: [{ id: before.id, name: '계약서.pdf', size: TWO.length }],
        rejected: [],
      },
    })
    const [after, ...more] = await operator.items(folder)
    expect(more).toEqual([])
    expect(after).toMatchObject({
      id: before.id,
      name: '계약서.pdf',
      filename: before.filename,
      size: TWO.length,
    })
    expect(Date.parse(after!.uploadedAt) - Date.parse(before.uploadedAt)).toBeGreaterThanOrEqual(
      60_000,
    )
    expect(await bytesOf(room, before)).toEqual(Buffer.from(TWO))
    expect(await holdings(app, room.roomId)).toMatchObject({
      items: 2,
      versions: 2,
      segments: 2,
      files: 1,
      used: ONE.length + TWO.length,
    })
    expect(await app.logged(room.roomId)).toContain('document.replaced')
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('is found by its name in any spelling, and nothing but a file is replaced', async () => {
    const room = await openRoom()
    const { operator } = room
    await operator.newFolder('자료.pdf')
    await operator.upload([
      ['계약.pdf'.normalize('NFC'), ONE],
      ['지운 것.pdf', ONE],
    ])
    await operator.deleteItem(
      (await operator.items()).find(({ name }) => name === '지운 것.pdf')!.id,
    )
    await operator.upload(
      [
        ['계약.pdf'.normalize('NFD'), TWO],
        ['자료.pdf', TWO],
        ['지운 것.pdf', TWO],
        ['새 것.pdf', TWO],
      ],
      0,
      'replace',
    )
    expect(await namesIn(room)).toEqual([
      '계약.pdf',
      '새 것.pdf',
      '자료 (2).pdf',
      '자료.pdf',
      '지운 것.pdf',
    ])
    expect(await operator.trashed()).toHaveLength(1)
    expect(await holdings(app, room.roomId)).toMatchObject({ versions: 6, files: 4 })
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('comes twice in one request: both are versions of one file, the last one is read, and none but it is touched', async () => {
    const room = await openRoom()
    const { operator } = room
    await operator.upload([['가/문서.pdf', ONE]])
    const { json } = await operator.upload(
      [
        ['새 것.pdf', ONE],
        ['가/문서.pdf', TWO],
        ['새 것.PDF', THREE],
        ['가/문서.pdf', THREE],
        ['가/다른 것.pdf', ONE],
      ],
      0,
      'replace',
    )
    const [folder, file] = await operator.items()
    const inside = await operator.items(folder!.id)
    const idOf = (name: string): number | undefined => inside.find((item) => item.name === name)?.id
    expect(json.payload).toEqual([
      { id: file!.id, name: '새 것.pdf', size: ONE.length },
      { id: idOf('문서.pdf'), name: '문서.pdf', size: TWO.length },
      { id: file!.id, name: '새 것.pdf', size: THREE.length },
      { id: idOf('문서.pdf'), name: '문서.pdf', size: THREE.length },
      { id: idOf('다른 것.pdf'), name: '다른 것.pdf', size: ONE.length },
    ])
    expect(await namesIn(room, folder!.id)).toEqual(['다른 것.pdf', '문서.pdf'])
    expect(await bytesOf(room, file!)).toEqual(Buffer.from(THREE))
    expect(await bytesOf(room, inside.find(({ name }) => name === '문서.pdf')!)).toEqual(
      Buffer.from(THREE),
    )
    const { rows } = await app.database.pool.query(
      'select name, number from file_versions join items on items.id = item_id where items.room_id = $1 order by name, number',
      [room.roomId],
    )
    expect(rows.map(({ name, number }) => `${name} ${number}`).sort()).toEqual(
      [
        '다른 것.pdf 1',
        '문서.pdf 1',
        '문서.pdf 2',
        '문서.pdf 3',
        '새 것.pdf 1',
        '새 것.pdf 2',
      ].sort(),
    )
    expect(
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.replaced'),
    ).toHaveLength(3)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('is stored next to it unless replacing is requested', async () => {
    const room = await openRoom()
    await room.operator.upload([['문서.pdf', ONE]])
    await room.operator.upload([['문서.pdf', TWO]])
    await room.operator.upload([['문서.pdf', THREE]], 0, 'keep')
    expect(await namesIn(room)).toEqual(['문서 (2).pdf', '문서 (3).pdf', '문서.pdf'])
    const form = room.operator.uploadForm(0, 4)
    form.set('conflict', 'overwrite')
    form.append('file', new Blob([ONE]), '문서.pdf')
    await expectNothingChanged(app, room.roomId, async () =>
      expect((await room.operator.call('POST', '/room/api/file/upload', { form })).http).toBe(400),
    )
  })

  it('leaves those alone who read what was before, and is what is opened from now on', async () => {
    const room = await openRoom()
    const { operator } = room
    await operator.upload([['문서.pdf', ONE]])
    const { id } = (await operator.items())[0]!
    const before = await operator.openDocument(id)
    await operator.upload([['문서.pdf', THREE]], 0, 'replace')
    const pagesOf = async (path: string): Promise<unknown> =>
      (await operator.call('GET', path)).json.payload
    expect(await pagesOf(before.path)).toMatchObject({ pages: [expect.anything()] })
    expect(await operator.openDocument(id)).toMatchObject({ pageCount: 3, status: 'READY' })
  })

  it('needs the space of both', async () => {
    const room = await openRoom({ storageLimit: ONE.length + 10 })
    await room.operator.upload([['문서.pdf', ONE]])
    await expectNothingChanged(app, room.roomId, async () =>
      expect((await room.operator.upload([['문서.pdf', ONE]], 0, 'replace')).http).toBe(507),
    )
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('comes from many at once: each is a version, and none is lost', async () => {
    const room = await openRoom()
    const sizes = [1, 2, 3, 4, 5, 6]
    const answers = await Promise.all(
      sizes.map((pages) => room.operator.upload([['문서.pdf', makePdf(pages)]], 0, 'replace')),
    )
    expect(answers.map(({ http }) => http)).toEqual(sizes.map(() => 200))
    expect(await namesIn(room)).toEqual(['문서.pdf'])
    expect(await holdings(app, room.roomId)).toMatchObject({ versions: 6, files: 1 })
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('is destroyed with all of its versions, and leaves nothing behind', async () => {
    const room = await openRoom()
    const { operator } = room
    await operator.upload([['문서.pdf', ONE]])
    await operator.upload([['문서.pdf', TWO]], 0, 'replace')
    const { id } = (await operator.items())[0]!
    const copy = ((await operator.copyItem(id, '사본', 0)).json.payload as { id: number }).id
    expect(await holdings(app, room.roomId)).toMatchObject({
      versions: 3,
      used: ONE.length + 2 * TWO.length,
    })
    await operator.deleteItem(id)
    await operator.destroyItem(id)
    await expect
      .poll(() => holdings(app, room.roomId))
      .toMatchObject({ versions: 1, segments: 1, used: TWO.length })
    const left = (await operator.items())[0]!
    expect(left.id).toBe(copy)
    expect(await bytesOf(room, left)).toEqual(Buffer.from(TWO))
    await expect.poll(() => findStrayBlobs(app)).toEqual({ orphans: [], missing: [] })
    expect(await loggedErrors(app)).toEqual([])
  })
})
