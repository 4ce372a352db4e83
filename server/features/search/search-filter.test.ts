import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pdfOf, textPage } from '../../test/fixtures/pdf-file.ts'
import { stampPng } from '../../test/fixtures/stamp-png.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { allRead, findings } from '../../test/scenarios/searching.ts'

let app: TestApp
let room: TestRoom
let folder: number
let inner: number
let beside: number
const times: string[] = []
beforeAll(async () => {
  app = await startTestApp({ indexing: true })
  room = await app.room()
  const { operator } = room
  folder = await operator.newFolder('plan folder')
  inner = await operator.newFolder('plan inner', folder)
  beside = await operator.newFolder('beside')
  for (const [name, parent] of [
    ['plan 1.pdf', 0],
    ['plan 2.pdf', folder],
    ['plan 3.pdf', inner],
    ['plan 4.pdf', beside],
  ] as const) {
    times.push(app.clock.now().toISOString())
    await operator.put(name, pdfOf([textPage('filtered plan')]), parent)
    app.clock.advance(60_000)
  }
  times.push(app.clock.now().toISOString())
  await operator.put('plan 5.png', await stampPng(), folder)
  await allRead(app, room.roomId)
})
afterAll(() => app.close())

type Filter = Readonly<Record<string, unknown>>

async function names(filter: Filter): Promise<string[]> {
  const { http, json } = await room.operator.call('POST', '/room/api/file/file/list', {
    body: { keword: 'plan', parent: 0, roomId: room.roomId, ...filter },
  })
  expect(http).toBe(200)
  return (json.payload as { name: string }[]).map(({ name }) => name)
}
const texts = async (filter: Filter): Promise<string[]> =>
  (await findings(room.operator, 'filtered plan', filter)).payload.map(({ item }) => item.name)

const all = [
  'plan folder',
  'plan inner',
  'plan 1.pdf',
  'plan 2.pdf',
  'plan 3.pdf',
  'plan 4.pdf',
  'plan 5.png',
]

describe('a filter of a search', () => {
  it.each([
    ['nothing', {}, all],
    ['a type', { types: ['png'] }, ['plan 5.png']],
    ['several types', { types: ['pdf', 'png'] }, all.slice(2)],
    ['folders', { types: ['folder'] }, all.slice(0, 2)],
    ['a type of which there is nothing', { types: ['hwp'] }, []],
  ])('lets through what has %s', async (_, filter, expected) => {
    expect(await names(filter)).toEqual(expected)
    expect(await texts(filter)).toEqual(expected.filter((name) => name.endsWith('.pdf')))
  })

  it('lets through what was stored from an instant on, and before another', async () => {
    const [, second, third] = times
    for (const [filter, expected] of [
      [{ since: third }, ['plan 3.pdf', 'plan 4.pdf', 'plan 5.png']],
      [{ before: third }, ['plan folder', 'plan inner', 'plan 1.pdf', 'plan 2.pdf']],
      [{ since: second, before: third }, ['plan 2.pdf']],
      [{ since: third, before: second }, []],
    ] as const) {
      expect(await names(filter)).toEqual(expected)
      expect(await texts(filter)).toEqual(expected.filter((name) => name.endsWith('.pdf')))
    }
  })

  it('lets through what is below a folder, however deep, and all conditions at once', async () => {
    for (const [filter, expected] of [
      [{ within: folder }, ['plan inner', 'plan 2.pdf', 'plan 3.pdf', 'plan 5.png']],
      [{ within: inner }, ['plan 3.pdf']],
      [{ within: folder, types: ['pdf'], since: times[2] }, ['plan 3.pdf']],
    ] as const) {
      expect(await names(filter)).toEqual(expected)
      for (const sort of ['relevance', 'name'])
        expect((await texts({ ...filter, sort })).toSorted()).toEqual(
          expected.filter((name) => name.endsWith('.pdf')),
        )
    }
  })

  it('holds for every page, and for the count', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await findings(room.operator, 'filtered plan', {
        within: folder,
        sort: 'relevance',
        limit: 1,
        ...(cursor ? { cursor } : {}),
      })
      seen.push(...page.payload.map(({ item }) => item.name))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(seen).toEqual(['plan 3.pdf', 'plan 2.pdf'])
    expect(
      (await findings(room.operator, 'filtered plan', { within: folder, count: true })).counted,
    ).toBe(2)
  })

  it('names a folder of this room, and is no filter of a folder’s own list', async () => {
    const other = await app.room()
    const foreign = await other.operator.newFolder('plan elsewhere')
    const [file] = await room.operator.items()
    const gone = await room.operator.newFolder('plan gone')
    await room.operator.deleteItem(gone)
    const list = (body: Filter) =>
      room.operator.call('POST', '/room/api/file/file/list', {
        body: { keword: 'plan', parent: 0, roomId: room.roomId, ...body },
      })
    const search = (body: Filter) =>
      room.operator.call('POST', '/room/api/file/search', {
        body: { keword: 'filtered', roomId: room.roomId, ...body },
      })
    expect(file).toBeDefined()
    const plan = (await room.operator.items()).find(({ name }) => name === 'plan 1.pdf')
    for (const within of [foreign, gone, plan!.id])
      for (const call of [list, search]) {
        const refused = await call({ within })
        expect(refused.http).toBe(404)
        expect(refused.text).not.toContain('plan')
      }
    for (const wrong of [
      { types: [] },
      { types: ['exe'] },
      { since: 'yesterday' },
      { before: '2026-02-30T00:00:00Z' },
      { within: 0 },
    ])
      for (const call of [list, search]) expect((await call(wrong)).http).toBe(400)
    expect((await list({ keword: '', types: ['pdf'] })).http).toBe(400)
    expect((await list({ keword: '' })).http).toBe(200)
  })
})
