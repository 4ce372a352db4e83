import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { formatDay } from '../../../../contract/core/room-time.ts'
import { sentenceOf } from '../../../../contract/features/activity/activity-sentences.ts'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import type { ItemRecord } from '../../../test/harness/wire-client.ts'
import { freshKeyring } from '../../../test/scenarios/full-room.ts'
import { loggedDetails } from '../../../test/scenarios/logged-details.ts'
import { findBroken, findStrayBlobs, loggedErrors } from '../../../test/tree/tree-invariants.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function filled(): Promise<{
  room: TestRoom
  folder: number
  inner: number
  deep: ItemRecord
  direct: ItemRecord
}> {
  const room = await app.room()
  const { operator } = room
  await operator.switches(false)
  await operator.upload([
    ['가/나/문서.pdf', PDF],
    ['가/문서.pdf', makePdf(2)],
  ])
  const folder = (await operator.items())[0]!.id
  const [inner, direct] = await operator.items(folder)
  return {
    room,
    folder,
    inner: inner!.id,
    deep: (await operator.items(inner!.id))[0]!,
    direct: direct!,
  }
}

const names = (items: readonly ItemRecord[]): string[] => items.map(({ name }) => name)
const countedFiles = async ({ roomId }: TestRoom): Promise<number> =>
  (await holdings(app, roomId)).files

describe('what was deleted', () => {
  it('is in the trash with all that was in it, and nowhere else', async () => {
    const { room, folder, inner, deep } = await filled()
    const { operator } = room
    const answer = await operator.deleteItem(folder, '이제 이름이 다르다')
    expect({ http: answer.http, json: answer.json }).toEqual({
      http: 200,
      json: { status: 'OK', payload: null },
    })
    expect((await operator.list()).json).toMatchObject({
      payload: [],
      counts: { folders: 0, files: 0 },
      message: 'No value present',
    })
    expect((await operator.list(0, { keword: '문서' })).json.payload).toEqual([])
    for (const parent of [folder, inner]) expect((await operator.list(parent)).http).toBe(404)
    expect((await operator.makeFolder('안에', folder)).http).toBe(404)
    expect((await operator.upload([['안에.pdf', PDF]], inner)).http).toBe(404)
    expect((await operator.fetch('GET', `/room/api/file/${deep.filename}`)).status).toBe(404)
    expect((await operator.call('GET', `/room/api/file/prepareFile/${deep.id}`)).http).toBe(404)
    const [entry, ...more] = await operator.trashed()
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      id: folder,
      parent: 0,
      type: 5,
      name: '가',
      path: '가',
      itemCount: 2,
    })
    expect(entry?.permission).toEqual({
      copy: false,
      edit: false,
      delete: false,
      print: false,
      download: false,
      original: false,
    })
    expect(Date.parse(entry?.deletedAt ?? '')).toBeGreaterThan(Date.parse(entry?.uploadedAt ?? ''))
    expect(await holdings(app, room.roomId)).toMatchObject({
      used: PDF.length + makePdf(2).length,
      files: 0,
      segments: 2,
    })
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('E07: is read by nobody who had it open: leases and downloads end, and do not come back', async () => {
    const { room, folder, deep } = await filled()
    const { operator } = room
    const lease = await operator.openDocument(deep.id)
    const big = new Uint8Array(Buffer.concat([PDF, Buffer.alloc(60_000_000, 37)]))
    await operator.upload([['큰 것.pdf', big]], folder)
    const { filename } = (await operator.items(folder)).find(({ name }) => name === '큰 것.pdf')!
    const download = await operator.fetch('GET', `/room/api/file/${filename}`)
    const reader = download.body!.getReader()
    await reader.read()
    await operator.deleteItem(folder)
    const cut = (async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      let bytes = 0
      for (let part = await reader.read(); !part.done; part = await reader.read())
        bytes += part.value.length
      return bytes
    })()
    await expect(cut).rejects.toThrow()
    expect((await operator.call('GET', lease.path)).http).toBe(404)
    await operator.restoreItem(folder)
    expect((await operator.call('GET', lease.path)).http).toBe(404)
    expect((await operator.openDocument(deep.id)).status).toBe('READY')
  })

  it('notifies those viewing its folder, or inside it', async () => {
    const { room, folder, inner, direct } = await filled()
    const { client } = await app.participant(room)
    const lines: { type: string; parent?: number }[] = []
    const stream = (await client.fetch('GET', '/room/api/room/events')).body!.pipeThrough(
      new TextDecoderStream(),
    )
    const reading = (async () => {
      for await (const text of stream)
        for (const line of text.trim().split('\n')) lines.push(JSON.parse(line))
    })()
    reading.catch(() => undefined)
    await eventually(() => expect(lines).toContainEqual({ type: 'hello' }))
    const reported = async (work: () => Promise<unknown>, parents: number[]): Promise<void> => {
      lines.length = 0
      await work()
      await eventually(() =>
        expect(lines.filter(({ type }) => type === 'items').map(({ parent }) => parent)).toEqual(
          parents,
        ),
      )
    }
    await reported(() => room.operator.renameItem(direct.id, '새 이름'), [folder])
    await reported(() => room.operator.moveItem(direct.id, 0), [folder, 0])
    await reported(() => room.operator.copyItem(direct.id, '사본', inner), [inner])
    await reported(() => room.operator.deleteItem(folder), [0, folder, inner])
    await reported(() => room.operator.restoreItem(folder), [0, folder, inner])
  })

  it('lies in the trash by itself where it was deleted by itself, and comes back by itself', async () => {
    const { room, folder, inner, deep, direct } = await filled()
    const { operator } = room
    await operator.deleteItem(direct.id)
    await operator.deleteItem(deep.id)
    await operator.deleteItem(folder)
    expect(
      (await operator.trashed()).map(({ id, path, itemCount }) => ({ id, path, itemCount })),
    ).toEqual([
      { id: folder, path: '가', itemCount: 1 },
      { id: deep.id, path: '가/나/문서.pdf', itemCount: 0 },
      { id: direct.id, path: '가/문서.pdf', itemCount: 0 },
    ])
    for (const id of [inner, 999_999]) expect((await operator.restoreItem(id)).http).toBe(404)
    expect((await operator.restoreItem(folder)).json.payload).toEqual({ id: folder, parent: 0 })
    expect(names(await operator.items(folder))).toEqual(['나'])
    expect(await operator.items(inner)).toEqual([])
    expect((await operator.restoreItem(deep.id)).json.payload).toEqual({
      id: deep.id,
      parent: inner,
    })
    expect(await operator.items(inner)).toEqual([{ ...deep, preview: expect.any(String) }])
    expect((await operator.restoreItem(deep.id)).http).toBe(404)
    expect(await countedFiles(room)).toBe(1)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('goes to the root where its folder is gone, is in the trash, or lies too deep now; a taken name gets a number', async () => {
    const { room, folder, inner, deep, direct } = await filled()
    const { operator } = room
    await operator.deleteItem(direct.id)
    await operator.deleteItem(folder)
    await operator.upload([['문서.pdf', PDF]])
    expect((await operator.restoreItem(direct.id)).json.payload).toEqual({
      id: direct.id,
      parent: 0,
    })
    expect(names(await operator.items())).toEqual(['문서 (2).pdf', '문서.pdf'])
    await operator.restoreItem(folder)
    await operator.deleteItem(deep.id)
    await operator.upload([['문서.pdf', PDF]], inner)
    expect((await operator.restoreItem(deep.id)).json.payload).toEqual({
      id: deep.id,
      parent: inner,
    })
    expect(names(await operator.items(inner))).toEqual(['문서 (2).pdf', '문서.pdf'])

    await operator.deleteItem(inner)
    let bottom = 0
    for (let depth = 1; depth < LIMITS.treeDepth; depth += 1)
      bottom = await operator.newFolder(`층 ${depth}`, bottom)
    expect((await operator.moveItem(folder, bottom)).json.status).toBe('OK')
    expect((await operator.restoreItem(inner)).json.payload).toEqual({ id: inner, parent: 0 })
    expect(names(await operator.items(inner))).toEqual(['문서 (2).pdf', '문서.pdf'])
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('S03: is listed to operators of the room alone, page by page', async () => {
    const room = await app.room()
    const { operator } = room
    const ids: number[] = []
    for (let number = 0; number < 5; number += 1)
      ids.unshift(await operator.newFolder(`폴더 ${number}`))
    for (const id of ids.toReversed()) await operator.deleteItem(id)
    const seen: number[] = []
    for (
      let cursor: string | undefined, pages = 0;
      pages === 0 || cursor !== undefined;
      pages += 1
    ) {
      const { json } = await operator.listTrash({
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      })
      seen.push(...(json.payload as ItemRecord[]).map(({ id }) => id))
      cursor = json.nextCursor
      expect(pages).toBeLessThan(3)
    }
    expect(seen).toEqual(ids)
    for (const cursor of ['x', 'WzFd', Buffer.from('["2026-01-01",1]').toString('base64url')])
      expect((await operator.listTrash({ cursor })).http).toBe(400)
    const other = await app.room()
    expect(await other.operator.trashed()).toEqual([])
    for (const act of ['restoreItem', 'destroyItem', 'deleteItem'] as const)
      expect((await other.operator[act](ids[0]!)).http).toBe(404)
    expect((await operator.trashed()).map(({ id }) => id)).toEqual(ids)
  })
})

describe('the end of the trash', () => {
  const runPurge = async (): Promise<void> => {
    const queued = await app.database.pool.query(
      `select id from graphile_worker.add_job('documents.purge', '{}')`,
    )
    const left = async (): Promise<number> =>
      (
        await app.database.pool.query('select 1 from graphile_worker.jobs where id = $1', [
          queued.rows[0].id,
        ])
      ).rowCount ?? 0
    await eventually(async () => expect(await left()).toBe(0))
  }

  const entriesOf = async (room: TestRoom, kind: string): Promise<number> =>
    (await app.logged(room.roomId)).filter((logged) => logged === kind).length

  it('comes after 30 days, not before: keys, blobs, rows and storage; the log names each item', async () => {
    const { room, folder, direct, deep } = await filled()
    const { operator } = room
    await operator.deleteItem(direct.id)
    app.clock.advance(60_000)
    await operator.deleteItem(folder)
    await operator.upload([['남는 것.pdf', PDF]])
    app.clock.advance(LIMITS.trashMs - 60_000)
    await runPurge()
    expect(await holdings(app, room.roomId)).toMatchObject({
      items: 4,
      segments: 2,
      used: PDF.length * 2,
    })
    expect(await entriesOf(room, 'document.destroyed')).toBe(1)
    app.clock.advance(61_000)
    await runPurge()
    expect(await holdings(app, room.roomId)).toMatchObject({
      items: 1,
      versions: 1,
      segments: 1,
      used: PDF.length,
      files: 1,
    })
    expect(await findStrayBlobs(app)).toEqual({ orphans: [], missing: [] })
    expect(await entriesOf(room, 'document.destroyed')).toBe(4)
    const details = await loggedDetails(
      app.database,
      await freshKeyring(app),
      room.roomId,
      'document.destroyed',
    )
    const until = formatDay(new Date(app.clock.now().getTime() + 30 * 86_400_000), 'Asia/Seoul')
    expect(details.at(-1)).toMatchObject({ shared: false, backupsUntil: until })
    expect(sentenceOf('document.destroyed', details.at(-1), 'ko')).toContain(until)
    const { rows } = await app.database.pool.query(
      'select count(*)::int as n from file_versions where item_id = any($1)',
      [[direct.id, deep.id]],
    )
    expect(rows[0].n).toBe(0)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('can be ordered for one entry; then it cannot be restored, and nothing else is touched', async () => {
    const { room, folder, direct } = await filled()
    const { operator } = room
    await operator.deleteItem(direct.id)
    await operator.deleteItem(folder)
    for (const id of [999_999, (await filled()).folder])
      expect((await operator.destroyItem(id)).http).toBe(404)
    const answer = await operator.destroyItem(folder)
    expect({ http: answer.http, json: answer.json }).toEqual({
      http: 200,
      json: { status: 'OK', payload: null },
    })
    for (const act of ['restoreItem', 'destroyItem'] as const)
      expect((await operator[act](folder)).http).toBe(404)
    expect((await operator.trashed()).map(({ id }) => id)).toEqual([direct.id])
    await eventually(async () => expect(await entriesOf(room, 'document.destroyed')).toBe(3))
    expect(await entriesOf(room, 'document.destruction-ordered')).toBe(1)
    expect(await holdings(app, room.roomId)).toMatchObject({
      items: 1,
      segments: 1,
      used: makePdf(2).length,
    })
    expect((await operator.restoreItem(direct.id)).json.payload).toEqual({
      id: direct.id,
      parent: 0,
    })
    expect((await operator.fetch('GET', `/room/api/file/${direct.filename}`)).status).toBe(200)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('never breaks what is opened, drawn or downloaded at that moment: it is found or not found', async () => {
    const room = await app.room()
    const { operator } = room
    await operator.switches(false)
    for (let round = 0; round < 4; round += 1) {
      const stored = (await operator.upload([['문서.pdf', makePdf(1)]])).json.payload as {
        id: number
      }[]
      const item = (await operator.items()).find(({ id }) => id === stored[0]?.id)!
      const lease = await operator.openDocument(item.id)
      const paths = [
        `/room/api/file/prepareFile/${item.id}`,
        lease.path,
        `${lease.path}/pages/1`,
        `/room/api/file/${item.filename}`,
      ]
      let over = false
      const readers = paths.map(async (path) => {
        const statuses = new Set<number>()
        while (!over) {
          const response = await operator.fetch('GET', path)
          await response.arrayBuffer().catch(() => undefined)
          statuses.add(response.status)
        }
        return [...statuses]
      })
      try {
        await operator.deleteItem(item.id)
        expect((await operator.destroyItem(item.id)).json.status).toBe('OK')
        await eventually(async () =>
          expect(await holdings(app, room.roomId)).toMatchObject({
            items: 0,
            segments: 0,
            used: 0,
          }),
        )
      } finally {
        over = true
      }
      for (const statuses of await Promise.all(readers))
        for (const status of statuses) expect([200, 404]).toContain(status)
    }
    expect(await loggedErrors(app)).toEqual([])
  })

  it('finds nothing that is not in the trash', async () => {
    const { room, direct } = await filled()
    for (const act of ['restoreItem', 'destroyItem'] as const)
      expect((await room.operator[act](direct.id)).http).toBe(404)
    await runPurge()
    expect(await room.operator.items(direct.parent)).toHaveLength(2)
  })
})
