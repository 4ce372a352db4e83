import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import {
  number,
  numberedRoom,
  type OrderTarget,
  order,
  orderTo,
  shown,
} from '../../../test/scenarios/documents/numbering.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

function ordered(model: readonly number[], which: readonly number[], to: OrderTarget): number[] {
  const rest = model.filter((id) => !which.includes(id))
  const restBefore = (id: number) =>
    model.slice(0, model.indexOf(id)).filter((each) => !which.includes(each)).length
  const at = (place: number) => [...rest.slice(0, place), ...which, ...rest.slice(place)]
  if ('before' in to) return at(to.before === null ? rest.length : rest.indexOf(to.before))
  if ('place' in to) return at(to.place - 1)
  const place = to.step < 0 ? restBefore(which[0] ?? 0) - 1 : restBefore(which.at(-1) ?? 0) + 1
  return place < 0 || place > rest.length ? [...model] : at(place)
}

describe('an order', () => {
  it('takes several items at once, before another or to the end', async () => {
    const { operator, client } = await numberedRoom(app, 'live')
    const parent = await operator.newFolder('여럿')
    const ids: number[] = []
    for (const name of 'abcdef') ids.push(await operator.newFolder(name, parent))
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids
    await order(operator, parent, [f, d], b)
    expect((await client.items(parent)).map(({ name }) => name).join('')).toBe('afdbce')
    await order(operator, parent, [a, d], null)
    expect((await client.items(parent)).map(({ name }) => name).join('')).toBe('fbcead')
    await order(operator, parent, [e], f)
    expect((await client.items(parent)).map(({ name }) => name).join('')).toBe('efbcad')
    expect((await shown(client, parent, { sort: '-index' }))[0]).toBe('4.6 d')
    expect(
      await client.call('POST', '/room/api/file/file/locate', {
        body: { fileId: c, roomId: client.me.roomId },
      }),
    ).toMatchObject({
      json: { payload: { position: 3 } },
    })
    const first = await client.list(parent, { limit: 1 })
    const outline = await client.outline(parent, 2, String(first.json.nextCursor))
    const [cursor] = outline.json.payload as string[]
    expect(await shown(client, parent, { cursor })).toEqual(['4.4 c', '4.5 a', '4.6 d'])
    await operator.moveItem(e, 0)
    expect(await shown(client, parent, { cursor: first.json.nextCursor })).toEqual([
      '4.2 b',
      '4.3 c',
      '4.4 a',
      '4.5 d',
    ])
  })

  it('is refused whole', async () => {
    const { operator, ids, files } = await numberedRoom(app, 'live')
    const [first = 0, second = 0] = files
    const trashed = await operator.newFolder('지운 폴더')
    await operator.deleteItem(trashed)
    const before = await shown(operator)
    for (const [parent, moved, to, http] of [
      [0, [ids.가, first], null, 404],
      [0, [ids.가], first, 404],
      [0, [trashed], null, 404],
      [first, [second], null, 404],
      [0, [ids.가, ids.가], null, 400],
      [0, [ids.가], ids.가, 400],
      [0, [], null, 400],
    ] as const)
      expect((await order(operator, parent, moved, to)).http).toBe(http)
    for (const to of [
      {},
      { before: null, place: 1 },
      { place: 1, step: 1 },
      { place: 0 },
      { step: 2 },
      { step: 0 },
    ])
      expect((await orderTo(operator, 0, [ids.가], to)).http, JSON.stringify(to)).toBe(400)
    expect((await orderTo(operator, 0, [first], { place: 1 })).http).toBe(404)
    expect((await orderTo(operator, 0, [trashed], { step: 1 })).http).toBe(404)
    expect(await shown(operator)).toEqual(before)
  })

  it('goes back for items that stood apart, in one step', async () => {
    const { room, operator } = await numberedRoom(app, 'live')
    const parent = await operator.newFolder('되돌림')
    const ids: number[] = []
    for (const name of 'abcdef') ids.push(await operator.newFolder(name, parent))
    const now = async () => (await operator.items(parent)).map(({ name }) => name).join('')
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids
    const answer = await order(operator, parent, [f, a, c, b], e)
    expect(await now()).toBe('dfacbe')
    const was = [
      { id: a, before: b },
      { id: b, before: c },
      { id: c, before: d },
      { id: f, before: null },
    ]
    expect(answer.json.payload).toEqual({ wasBefore: null, was })
    const entries = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'document.ordered').length
    const before = await entries()
    const back = { befores: was.map((each) => each.before) }
    const moved = was.map(({ id }) => id)
    expect((await orderTo(operator, parent, moved, back)).json.payload).toMatchObject({
      wasBefore: e,
    })
    expect(await now()).toBe('abcdef')
    expect(await entries()).toBe(before + 1)
    for (const wrong of [
      { befores: [] },
      { befores: [b, a, d, null] },
      { befores: [a, b, c, null] },
      { ...back, before: null },
    ])
      expect((await orderTo(operator, parent, moved, wrong)).http, JSON.stringify(wrong)).toBe(400)
    expect((await orderTo(operator, parent, moved, { befores: [b, c, parent, null] })).http).toBe(
      404,
    )
    expect(await now()).toBe('abcdef')
  })

  it('of several people at once loses no item and gives no place twice', async () => {
    const { operator } = await app.room()
    await number(operator, 'live')
    const parent = await operator.newFolder('함께')
    const ids: number[] = []
    for (const name of 'abcdefgh') ids.push(await operator.newFolder(name, parent))
    const changes = ids.flatMap((id, at) => [
      orderTo(operator, parent, [id], { step: at % 2 === 0 ? 1 : -1 }),
      orderTo(operator, parent, [id], { place: 8 - at }),
      order(operator, parent, [id], at === 0 ? null : (ids[at - 1] ?? null)),
    ])
    for (const { http } of await Promise.all(changes)) expect(http).toBe(200)
    const items = await operator.items(parent)
    expect(items.map(({ id }) => id).sort()).toEqual([...ids].sort())
    expect(items.map(({ index }) => index)).toEqual(ids.map((_, at) => `1.${at + 1}`))
  })

  it('holds against a model, however often one place is used', async () => {
    const { operator } = await app.room()
    await number(operator, 'live')
    const parent = await operator.newFolder('모델')
    const ids: number[] = []
    for (let at = 0; at < 5; at += 1) ids.push(await operator.newFolder(String(at), parent))
    let model = [...ids]
    const place = fc.oneof(
      fc.record({ before: fc.option(fc.nat(4)) }),
      fc.record({ place: fc.integer({ min: 1, max: 7 }) }),
      fc.record({ step: fc.constantFrom(-1, 1) }),
    )
    const change = fc.record({
      moved: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
      to: place,
      isUndone: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(change, async ({ moved, to, isUndone }) => {
        const named = moved.map((at) => ids[at] ?? 0)
        const before = 'before' in to ? (ids[to.before ?? -1] ?? null) : null
        if (before !== null && named.includes(before)) return
        const which = 'step' in to ? model.filter((id) => named.includes(id)) : named
        const wasBefore =
          model.slice(model.indexOf(which[0] ?? 0)).find((id) => !which.includes(id)) ?? null
        const answer = await orderTo(operator, parent, named, 'before' in to ? { before } : to)
        expect(answer).toMatchObject({ http: 200, json: { payload: { wasBefore } } })
        const former = model
        const shownIds = async () => (await operator.items(parent)).map(({ id }) => id)
        model = ordered(model, which, 'before' in to ? { before } : to)
        expect(await shownIds()).toEqual(model)
        if (!isUndone) return
        const { was } = answer.json.payload as { was: { id: number; before: number | null }[] }
        const back = { befores: was.map((each) => each.before) }
        expect(
          (
            await orderTo(
              operator,
              parent,
              was.map(({ id }) => id),
              back,
            )
          ).http,
        ).toBe(200)
        model = former
        expect(await shownIds()).toEqual(model)
      }),
      { numRuns: 40 },
    )
    const [first = 0, second = 0, third = 0] = ids
    for (let turn = 0; turn < 160; turn += 1)
      await order(operator, parent, [turn % 2 === 0 ? first : second], third)
    const at = (await operator.items(parent)).map(({ id }) => id)
    expect(at.indexOf(third) - at.indexOf(second)).toBe(1)
    const { rows } = await app.database.pool.query(
      'select max(scale(rank)) as digits from index_places where parent_id = $1',
      [parent],
    )
    expect(rows[0].digits).toBeLessThan(60)
  })
})
