import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { grant, newGroup } from '../../../test/scenarios/groups.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const move = (
  client: WireClient,
  fileId: number,
  parent: number,
  more: object,
): Promise<WireAnswer> =>
  client.call('PATCH', '/room/api/file/file/update/move', {
    body: { fileId, id: client.me.id, roomId: client.me.roomId, parent, ...more },
  })

const shown = async (client: WireClient, parent: number): Promise<string[]> =>
  (await client.items(parent)).map(({ index, name }) => `${index} ${name}`)

async function numberedRoom(numbering: string) {
  const room = await app.room()
  const { operator } = room
  const [here, there] = [await operator.newFolder('가'), await operator.newFolder('나')]
  const [a, b, c] = [
    await operator.put('a.pdf', PDF, here),
    await operator.put('b.pdf', PDF, here),
    await operator.put('c.pdf', PDF, here),
  ]
  const [x, y] = [await operator.put('x.pdf', PDF, there), await operator.put('y.pdf', PDF, there)]
  await operator.call('POST', '/room/api/room/update/index', {
    body: { id: room.roomId, numbering },
  })
  return { room, operator, here, there, a, b, c, x, y }
}

it.each(['live', 'fixed'])(
  'takes a place in the other folder at once, with %s numbers, and gives both back',
  async (numbering) => {
    const { room, operator, here, there, b, y } = await numberedRoom(numbering)
    const before = await shown(operator, here)
    const entries = (await app.logged(room.roomId)).length
    expect((await move(operator, b, there, { place: 2 })).json.payload).toEqual({
      id: b,
      name: 'b.pdf',
      parent: there,
      stands: y,
    })
    expect(await shown(operator, there)).toEqual(
      numbering === 'live'
        ? ['2.1 x.pdf', '2.2 b.pdf', '2.3 y.pdf']
        : ['2.1 x.pdf', '2.3 b.pdf', '2.2 y.pdf'],
    )
    expect((await app.logged(room.roomId)).length).toBe(entries + 1)
    expect((await move(operator, b, here, { rights: 'inherit' })).http).toBe(200)
    expect(await shown(operator, here)).toEqual(before)
  },
)

it('stands before another item, at the end, and behind the last where the place is beyond it', async () => {
  const { operator, here, there, a, b, c, x } = await numberedRoom('live')
  expect((await move(operator, a, there, { before: x })).json.payload).toMatchObject({ stands: x })
  expect((await move(operator, b, there, { before: null })).json.payload).toMatchObject({
    stands: null,
  })
  expect((await move(operator, c, there, { place: 900 })).json.payload).toMatchObject({
    stands: null,
  })
  expect(await shown(operator, there)).toEqual([
    '2.1 a.pdf',
    '2.2 x.pdf',
    '2.3 y.pdf',
    '2.4 b.pdf',
    '2.5 c.pdf',
  ])
  expect(await shown(operator, here)).toEqual([])
})

it('brings items of both folders together, one after the other, and each goes back to where it stood', async () => {
  const { room, operator, here, there, a, c, x, y } = await numberedRoom('live')
  const before = [await shown(operator, here), await shown(operator, there)]
  const apart = [x, c, a]
  const { json } = await move(operator, x, there, { place: 2, apart })
  expect(json.payload).toMatchObject({ stands: null, stood: y })
  for (const id of [c, a])
    expect((await move(operator, id, there, { before: null })).http).toBe(200)
  expect(await shown(operator, there)).toEqual(['2.1 y.pdf', '2.2 x.pdf', '2.3 c.pdf', '2.4 a.pdf'])
  for (const id of [a, c]) await move(operator, id, here, { rights: 'inherit' })
  await move(operator, x, there, { before: y })
  expect([await shown(operator, here), await shown(operator, there)]).toEqual(before)
  expect(
    (await app.logged(room.roomId)).filter((kind) => kind === 'document.ordered'),
  ).toHaveLength(2)
})

it('is refused whole: nothing moves where the place cannot be had', async () => {
  const { room, operator, here, there, a, b, x } = await numberedRoom('live')
  const before = [
    await shown(operator, 0),
    await shown(operator, here),
    await shown(operator, there),
  ]
  for (const [id, parent, to, http, code] of [
    [a, there, { before: b }, 404, 'NOT_FOUND'],
    [a, there, { before: a }, 400, 'BAD_REQUEST'],
    [a, there, { before: x, place: 1 }, 400, 'BAD_REQUEST'],
    [a, there, { place: 0 }, 400, 'BAD_REQUEST'],
    [a, here, { before: x }, 404, 'NOT_FOUND'],
    [here, here, { place: 1 }, 400, 'INTO_ITSELF'],
    [a, 1_000_000_000, { place: 1 }, 404, 'NOT_FOUND'],
  ] as const) {
    const answer = await move(operator, id, parent, to)
    expect([answer.json.code, answer.http], JSON.stringify(to)).toEqual([code, http])
  }
  const group = await newGroup(room, '자문단')
  await grant(room, { groupId: group, itemId: here, level: 'none' })
  expect((await move(operator, a, there, { place: 1 })).json.code).toBe('RIGHTS_DIFFER')
  const { client } = await app.participant(room)
  expect((await move(client, a, there, { place: 1 })).http).toBe(403)
  expect([
    await shown(operator, 0),
    await shown(operator, here),
    await shown(operator, there),
  ]).toEqual(before)
  expect(
    (await app.logged(room.roomId)).filter(
      (kind) => kind === 'document.moved' || kind === 'document.ordered',
    ),
  ).toEqual([])
  expect((await move(operator, a, there, { place: 1, rights: 'keep' })).http).toBe(200)
  expect((await shown(operator, there))[0]).toBe('2.1 a.pdf')

  await operator.call('POST', '/room/api/room/update/index', {
    body: { id: room.roomId, numbering: 'off' },
  })
  expect((await move(operator, b, there, { place: 1 })).json.code).toBe('NUMBERING_OFF')
  expect((await move(operator, b, there, { rights: 'keep' })).http).toBe(200)
})
