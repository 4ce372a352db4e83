import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireClient } from '../../../test/harness/wire-client.ts'
import { PDF } from '../../../test/scenarios/documents/lists.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('a list', () => {
  let room: TestRoom
  let outer: number
  let inner: number
  const insertFiles = (into: TestRoom, parent: number, from: number, to: number) =>
    app.database.pool.query(
      `insert into items (room_id, parent_id, ancestors, folder, name, name_folded, name_key, ext, filename, size, created_at, created_by)
       select $1, $2, array[$2::bigint], false, n || '.pdf', n || '.pdf', n || '.pdf', 'pdf', gen_random_uuid(), 1, now(), $3
       from generate_series($4::int, $5::int) n`,
      [into.roomId, parent, into.operator.me.id, from, to],
    )
  beforeAll(async () => {
    room = await app.room()
    await room.operator.upload([
      ['바깥/안/하나.pdf', PDF],
      ['바깥/안/둘.pdf', PDF],
      ['바깥/셋.pdf', PDF],
      ['바깥/지움.pdf', PDF],
      ['바깥/지운 폴더/넷.pdf', PDF],
      ['빈 곳/지움.pdf', PDF],
      ['바깥.pdf', PDF],
    ])
    await app.database.pool.query(
      "update items set deleted_at = now() where room_id = $1 and name like '지%'",
      [room.roomId],
    )
    const other = await app.room()
    await other.operator.upload([['바깥/안/하나.pdf', PDF]])
    outer = (await room.operator.items()).find(({ name }) => name === '바깥')?.id ?? 0
    inner = (await room.operator.items(outer)).find(({ name }) => name === '안')?.id ?? 0
    await insertFiles(other, outer, 1, 1)
  })

  it('contains the path from the root, with each folder’s parent, for every reader [way-told]', async () => {
    const { client } = await app.participant(room)
    for (const who of [room.operator, client]) {
      expect((await who.list(0)).json.folderPath).toEqual([])
      expect((await who.list(outer)).json.folderPath).toEqual([
        { id: outer, parent: 0, folderName: '바깥' },
      ])
      expect((await who.list(inner)).json.folderPath).toEqual([
        { id: outer, parent: 0, folderName: '바깥' },
        { id: inner, parent: outer, folderName: '안' },
      ])
    }
    const empty = (await client.items()).find(({ name }) => name === '빈 곳')?.id ?? 0
    expect((await client.list(empty)).json).toMatchObject({
      payload: [],
      folderPath: [{ id: empty, parent: 0, folderName: '빈 곳' }],
      counts: { folders: 0, files: 0 },
    })
    expect((await client.list(inner, { keword: '하나' })).json.folderPath).toEqual([])
    const { nextCursor: cursor } = (await client.list(inner, { limit: 1 })).json
    expect((await client.list(inner, { limit: 1, cursor })).json.folderPath).toHaveLength(2)
  })

  it('contains the totals on the first page, for any page size', async () => {
    const counted = async (parent: number, more = {}) =>
      (await room.operator.list(parent, more)).json.counts
    expect(await counted(0)).toEqual({ folders: 2, files: 1 })
    expect(await counted(outer)).toEqual({ folders: 1, files: 1 })
    expect(await counted(inner, { limit: 1 })).toEqual({ folders: 0, files: 2 })
    const { nextCursor: cursor } = (await room.operator.list(inner, { limit: 1 })).json
    expect((await room.operator.list(inner, { limit: 1, cursor })).json).not.toHaveProperty(
      'counts',
    )
    expect((await room.operator.list(outer, { keword: 'pdf' })).json).not.toHaveProperty('counts')
  })

  it('says of each folder how many items and folders are directly in it, and of files nothing', async () => {
    const counts = (items: unknown) =>
      Object.fromEntries(
        (items as readonly ItemRecord[]).map(({ name, itemCount, folderCount }) => [
          name,
          [itemCount, folderCount],
        ]),
      )
    expect(counts(await room.operator.items())).toEqual({
      바깥: [2, 1],
      '빈 곳': [0, 0],
      '바깥.pdf': [0, undefined],
    })
    expect(counts((await room.operator.list(0, { keword: '안' })).json.payload)).toEqual({
      안: [2, 0],
    })
  })

  it('counts every item, however many there are', async () => {
    const crowded = ((await room.operator.makeFolder('붐빔')).json.payload as { id: number }).id
    await insertFiles(room, crowded, 1, 20_001)
    expect((await room.operator.items()).find(({ id }) => id === crowded)?.itemCount).toBe(20_001)
    expect((await room.operator.list(crowded)).json.counts).toEqual({ folders: 0, files: 20_001 })
  }, 60_000)
})

describe('what a row says', () => {
  it('is complete, with the rights of the one who asks [row-complete]', async () => {
    const room = await app.room()
    await room.operator.makeFolder('폴더')
    await room.operator.upload([['폴더/그림.pdf', PDF]])
    const { client, memberId } = await app.participant(room)
    const folder = (await client.items())[0]!
    expect(folder).toMatchObject({
      parent: 0,
      type: 5,
      name: '폴더',
      mimetype: 'FOLDER',
      path: '폴더',
      ext: '',
      size: 0,
      itemCount: 1,
      roomId: room.roomId,
      child: [],
    })
    const flags = async (who: WireClient) => (await who.items(folder.id))[0]!.permission
    const none = {
      copy: false,
      edit: false,
      delete: false,
      print: false,
      download: false,
      original: false,
    }
    expect(await flags(client)).toEqual(none)
    await room.operator.setRight(memberId, 'download', true)
    expect(await flags(client)).toEqual({ ...none, download: true })
    await room.operator.setRight(memberId, 'print', true)
    expect(await flags(client)).toEqual({ ...none, print: true, download: true })
    expect(await flags(room.operator)).toMatchObject({ copy: true, edit: true, delete: true })
    const notElevated = app.stranger()
    await notElevated.join(room.pin)
    await notElevated.agree()
    expect(await flags(notElevated)).toMatchObject({ copy: false, edit: false, delete: false })
    const file = (await client.items(folder.id))[0]!
    expect(file).toMatchObject({
      parent: folder.id,
      type: 4,
      ext: 'pdf',
      mimetype: 'application/pdf',
      size: PDF.length,
      itemCount: 0,
      path: '폴더/그림.pdf',
    })
    expect(file.filename).toMatch(/^[A-Za-z0-9_-]{22}\.pdf$/)
    expect(Object.keys(file).sort()).toEqual(
      'child ext favourite filename id isNew isUpdated itemCount mimetype name parent path permission preview roomId size state type uploadedAt'
        .split(' ')
        .sort(),
    )
  })
})
