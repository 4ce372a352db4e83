import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { ItemRecord, WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { putStaged, roomWithReader } from '../../../test/scenarios/publishing.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const number = (client: WireClient, numbering: string, more = {}): Promise<WireAnswer> =>
  client.call('POST', '/room/api/room/update/index', { body: { id: client.me.roomId, numbering, ...more } })

type To = { readonly before: number | null } | { readonly place: number } | { readonly step: number }

const orderTo = (client: WireClient, parent: number, ids: readonly number[], to: To | object): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/order', { body: { roomId: client.me.roomId, parent, ids, ...to } })

const order = (client: WireClient, parent: number, ids: readonly number[], before: number | null): Promise<WireAnswer> =>
  orderTo(client, parent, ids, { before })

const renumber = (client: WireClient, parent: number, more = {}): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/renumber', { body: { roomId: client.me.roomId, parent, ...more } })

const find = (client: WireClient, wanted: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/index/find', { body: { roomId: client.me.roomId, number: wanted } })

const numbered = (items: readonly ItemRecord[]): string[] => items.map(({ index, name }) => `${index} ${name}`)

const shown = async (client: WireClient, parent = 0, more = {}): Promise<string[]> =>
  numbered((await client.list(parent, more)).json.payload as ItemRecord[])

function ordered(model: readonly number[], which: readonly number[], to: To): number[] {
  const rest = model.filter((id) => !which.includes(id))
  const restBefore = (id: number) => model.slice(0, model.indexOf(id)).filter((each) => !which.includes(each)).length
  const at = (place: number) => [...rest.slice(0, place), ...which, ...rest.slice(place)]
  if ('before' in to) return at(to.before === null ? rest.length : rest.indexOf(to.before))
  if ('place' in to) return at(to.place - 1)
  const place = to.step < 0 ? restBefore(which[0] ?? 0) - 1 : restBefore(which.at(-1) ?? 0) + 1
  return place < 0 || place > rest.length ? [...model] : at(place)
}

async function numberedRoom(numbering: string, more = {}) {
  const made = await roomWithReader(app)
  const { operator } = made
  const ids = { 다: await operator.put('다.pdf', PDF), 나: await operator.newFolder('나'), 가: await operator.newFolder('가') }
  const files = [
    await operator.put('1.pdf', PDF, ids.나),
    await operator.put('2.pdf', PDF, ids.나),
    await operator.put('3.pdf', PDF, ids.나),
  ]
  expect(await number(operator, numbering, more)).toMatchObject({ http: 200 })
  return { ...made, ids, files }
}

describe('numbers of the index', () => {
  it('are absent until they are switched on, for everybody, and gone when they are switched off', async () => {
    const { operator, client, ids } = await numberedRoom('off')
    for (const reader of [operator, client]) expect((await reader.items())[0]).not.toHaveProperty('index')
    expect((await order(operator, 0, [ids.다], ids.가)).json.code).toBe('NUMBERING_OFF')
    expect((await find(client, '1')).json.code).toBe('NOT_FOUND')

    await number(operator, 'live')
    for (const reader of [operator, client]) {
      expect(await shown(reader)).toEqual(['1 가', '2 나', '3 다.pdf'])
      expect(await shown(reader, ids.나)).toEqual(['2.1 1.pdf', '2.2 2.pdf', '2.3 3.pdf'])
      expect((await reader.list(ids.나)).json.folderPath).toMatchObject([{ id: ids.나, index: '2' }])
      expect((await reader.call('GET', `/room/api/room/info/${reader.me.roomId}`)).json.payload).toMatchObject({ numbering: 'live' })
    }
    await order(operator, 0, [ids.다], ids.가)
    await number(operator, 'off')
    expect((await client.items())[0]).not.toHaveProperty('index')
    const named = { sort: 'index' }
    const start = await client.list(0, { ...named, limit: 1 })
    expect((await client.list(0, named)).json.payload).toMatchObject([{ name: '가' }, { name: '나' }, { name: '다.pdf' }])
    const outlined = await client.outline(0, 1, String(start.json.nextCursor), named)
    expect(outlined.http).toBe(200)
    const [cursor] = outlined.json.payload as string[]
    expect((await client.list(0, { ...named, cursor })).json.payload).toMatchObject([{ name: '다.pdf' }])
    for (const sort of ['index', '-index'])
      expect(
        await client.call('POST', '/room/api/file/file/locate', { body: { fileId: ids.다, roomId: client.me.roomId, sort } }),
      ).toMatchObject({ json: { payload: { position: 2 } } })
    await number(operator, 'live')
    expect(await shown(client)).toEqual(['1 다.pdf', '2 가', '3 나'])
  })

  it('are those of operators alone to change, and each change is logged', async () => {
    const { room, operator, client, ids } = await numberedRoom('live')
    for (const refused of [await number(client, 'off'), await order(client, 0, [ids.다], null), await renumber(client, 0)])
      expect(refused.http).toBe(403)
    await order(operator, 0, [ids.가], null)
    await number(operator, 'fixed')
    await number(operator, 'fixed')
    const kinds = (await app.logged(room.roomId)).filter((kind) => kind === 'room.numbering' || kind === 'document.ordered')
    expect(kinds.sort()).toEqual(['document.ordered', 'room.numbering', 'room.numbering'])
    expect((await number(operator, 'fixed', { scope: 'group' })).http).toBe(400)
  })

  it('are counted live', async () => {
    const { operator, client, ids, files } = await numberedRoom('live')
    const more = await operator.newFolder('라')
    expect(await shown(client)).toEqual(['1 가', '2 나', '3 다.pdf', '4 라'])
    await operator.deleteItem(ids.가)
    expect(await shown(client)).toEqual(['1 나', '2 다.pdf', '3 라'])
    await operator.moveItem(files[0] ?? 0, more)
    expect(await shown(client, ids.나)).toEqual(['1.1 2.pdf', '1.2 3.pdf'])
    expect(await shown(client, more)).toEqual(['3.1 1.pdf'])
    await operator.restoreItem(ids.가)
    expect(await shown(client)).toEqual(['1 가', '2 나', '3 다.pdf', '4 라'])
  })

  it('come back with what is moved away and back, live and fixed, but not after their folder was renumbered', async () => {
    for (const numbering of ['live', 'fixed'] as const) {
      const { operator, client, ids, files } = await numberedRoom(numbering)
      const [first = 0, second = 0, third = 0] = files
      const before = await shown(client, ids.나)
      await operator.moveItem(second, ids.가)
      await operator.moveItem(ids.나, ids.가)
      await operator.moveItem(ids.나, 0)
      await operator.moveItem(second, ids.나)
      expect(await shown(client, ids.나)).toEqual(before)
      await operator.moveItem(first, ids.가)
      await operator.moveItem(first, 0)
      await operator.moveItem(first, ids.나)
      const after = (await shown(client, ids.나)).map((text) => text.split(' ')[1])
      expect(after).toEqual(['2.pdf', '3.pdf', '1.pdf'])
      await operator.moveItem(third, ids.가)
      await renumber(operator, ids.나, { apply: true })
      await operator.moveItem(third, ids.나)
      const numbers = (await shown(client, ids.나)).map((text) => text.split(' ')[0])
      expect(new Set(numbers).size).toBe(3)
      if (numbering === 'fixed') expect(await shown(client, ids.나)).toEqual(['2.1 2.pdf', '2.3 3.pdf', '2.2 1.pdf'])
    }
  })

  it('stay when they are fixed, and are never given twice', async () => {
    const { operator, client, ids, files } = await numberedRoom('fixed')
    const [first = 0, second = 0, third = 0] = files
    await order(operator, ids.나, [third], first)
    expect(await shown(client, ids.나)).toEqual(['2.3 3.pdf', '2.1 1.pdf', '2.2 2.pdf'])
    await operator.deleteItem(third)
    await operator.moveItem(second, ids.가)
    const fourth = await operator.put('4.pdf', PDF, ids.나)
    expect(await shown(client, ids.나)).toEqual(['2.1 1.pdf', '2.4 4.pdf'])
    await operator.moveItem(second, ids.나)
    await operator.restoreItem(third)
    expect(await shown(client, ids.나)).toEqual(['2.3 3.pdf', '2.1 1.pdf', '2.2 2.pdf', '2.4 4.pdf'])
    await operator.upload([['4.pdf', makePdf(2)]], ids.나, 'replace')
    expect((await find(client, '2.4')).json.payload).toEqual({ itemId: fourth, parent: ids.나, isFolder: false })

    const preview = (await renumber(operator, ids.나)).json.payload as { changed: number; items: { name: string; to: number }[] }
    expect(preview.changed).toBe(3)
    expect(await shown(client, ids.나)).toContain('2.3 3.pdf')
    await renumber(operator, 0, { deep: true, apply: true })
    expect(await shown(client, ids.나)).toEqual(['2.1 3.pdf', '2.2 1.pdf', '2.3 2.pdf', '2.4 4.pdf'])
    expect((await renumber(operator, 0, { deep: true })).json.payload).toMatchObject({ changed: 0, items: [] })
  })

  it('count what each group sees, and then show nothing of what it does not', async () => {
    const { room, operator, reader, client, ids, files } = await numberedRoom('live', { scope: 'group' })
    const others = await newGroup(room, '다른 인수인')
    await moveInto(room, others, [reader])
    await grant(room, { groupId: others, itemId: ids.가, level: 'none' }, { groupId: others, itemId: files[1] ?? 0, level: 'none' })
    const staged = await putStaged(operator, '가나.pdf', PDF, ids.나)
    await order(operator, ids.나, [staged], files[0] ?? 0)
    await operator.put('5.pdf', PDF, ids.나)

    expect(await shown(operator, ids.나)).toEqual(['2.1 가나.pdf', '2.2 1.pdf', '2.3 2.pdf', '2.4 3.pdf', '2.5 5.pdf'])
    expect(await shown(client)).toEqual(['1 나', '2 다.pdf'])
    expect(await shown(client, ids.나)).toEqual(['1.1 1.pdf', '1.2 3.pdf', '1.3 5.pdf'])
    expect(await shown(client, ids.나, { sort: '-name' })).toEqual(['1.3 5.pdf', '1.2 3.pdf', '1.1 1.pdf'])
    expect((await find(client, '1.2')).json.payload).toMatchObject({ itemId: files[2] })
    expect((await find(client, '2.1')).json.code).toBe('NOT_FOUND')
    const { json } = await client.list(ids.나, { limit: 1 })
    expect(Buffer.from(String(json.nextCursor), 'base64url').toString()).toBe(JSON.stringify(['index', false, 1, files[0]]))
    expect(await shown(await operator.viewerOf({ groupId: others }), ids.나)).toEqual(['1.1 1.pdf', '1.2 3.pdf', '1.3 5.pdf'])

    await number(operator, 'live', { scope: 'room' })
    expect(await shown(client, ids.나)).toEqual(['2.2 1.pdf', '2.4 3.pdf', '2.5 5.pdf'])
    expect((await find(client, '2.3')).json.code).toBe('NOT_FOUND')
    expect((await find(client, '1')).json.code).toBe('NOT_FOUND')
  })

  it('are found: as a keyword first, or by themselves', async () => {
    const { operator, client, ids } = await numberedRoom('live')
    await operator.put('제2.2조.pdf', PDF)
    for (const keword of ['2.2', '2.2.']) expect((await shown(client, 0, { keword }))[0]).toBe('2.2 2.pdf')
    expect(await shown(client, 0, { keword: '2.2' })).toEqual(['2.2 2.pdf', '4 제2.2조.pdf'])
    expect(await shown(client, 0, { keword: '9.9' })).toEqual([])
    expect((await find(client, '2')).json.payload).toEqual({ itemId: ids.나, parent: 0, isFolder: true })
    for (const bad of ['0', '2..1', '2.', 'a', `${'1.'.repeat(300)}1`, ''])
      expect((await find(client, bad)).http).toBe(bad === '2.' ? 200 : 400)
  })
})

describe('an order', () => {
  it('takes several items at once, before another or to the end', async () => {
    const { operator, client } = await numberedRoom('live')
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
    expect(await client.call('POST', '/room/api/file/file/locate', { body: { fileId: c, roomId: client.me.roomId } })).toMatchObject({
      json: { payload: { position: 3 } },
    })
    const first = await client.list(parent, { limit: 1 })
    const outline = await client.outline(parent, 2, String(first.json.nextCursor))
    const [cursor] = outline.json.payload as string[]
    expect(await shown(client, parent, { cursor })).toEqual(['4.4 c', '4.5 a', '4.6 d'])
    await operator.moveItem(e, 0)
    expect(await shown(client, parent, { cursor: first.json.nextCursor })).toEqual(['4.2 b', '4.3 c', '4.4 a', '4.5 d'])
  })

  it('is refused whole', async () => {
    const { operator, ids, files } = await numberedRoom('live')
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
    for (const to of [{}, { before: null, place: 1 }, { place: 1, step: 1 }, { place: 0 }, { step: 2 }, { step: 0 }])
      expect((await orderTo(operator, 0, [ids.가], to)).http, JSON.stringify(to)).toBe(400)
    expect((await orderTo(operator, 0, [first], { place: 1 })).http).toBe(404)
    expect((await orderTo(operator, 0, [trashed], { step: 1 })).http).toBe(404)
    expect(await shown(operator)).toEqual(before)
  })

  it('goes back for items that stood apart, in one step', async () => {
    const { room, operator } = await numberedRoom('live')
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
    const entries = async () => (await app.logged(room.roomId)).filter((kind) => kind === 'document.ordered').length
    const before = await entries()
    const back = { befores: was.map((each) => each.before) }
    const moved = was.map(({ id }) => id)
    expect((await orderTo(operator, parent, moved, back)).json.payload).toMatchObject({ wasBefore: e })
    expect(await now()).toBe('abcdef')
    expect(await entries()).toBe(before + 1)
    for (const wrong of [{ befores: [] }, { befores: [b, a, d, null] }, { befores: [a, b, c, null] }, { ...back, before: null }])
      expect((await orderTo(operator, parent, moved, wrong)).http, JSON.stringify(wrong)).toBe(400)
    expect((await orderTo(operator, parent, moved, { befores: [b, c, parent, null] })).http).toBe(404)
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
    const change = fc.record({ moved: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }), to: place, isUndone: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(change, async ({ moved, to, isUndone }) => {
        const named = moved.map((at) => ids[at] ?? 0)
        const before = 'before' in to ? (ids[to.before ?? -1] ?? null) : null
        if (before !== null && named.includes(before)) return
        const which = 'step' in to ? model.filter((id) => named.includes(id)) : named
        const wasBefore = model.slice(model.indexOf(which[0] ?? 0)).find((id) => !which.includes(id)) ?? null
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
    for (let turn = 0; turn < 160; turn += 1) await order(operator, parent, [turn % 2 === 0 ? first : second], third)
    const at = (await operator.items(parent)).map(({ id }) => id)
    expect(at.indexOf(third) - at.indexOf(second)).toBe(1)
    const { rows } = await app.database.pool.query('select max(scale(rank)) as digits from index_places where parent_id = $1', [parent])
    expect(rows[0].digits).toBeLessThan(60)
  })
})
