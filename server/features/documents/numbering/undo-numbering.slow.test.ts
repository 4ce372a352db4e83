import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../test/fixtures/make-pdf.ts'
import { runJob } from '../../../test/harness/run-job.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import type { WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { contentOperator } from '../../../test/scenarios/content-operator.ts'
import { secondOperator } from '../../../test/scenarios/endings.ts'
import { grant, moveInto, newGroup } from '../../../test/scenarios/groups.ts'
import { roomWithReader } from '../../../test/scenarios/publishing.ts'
import { expectDocuments, expectedIn } from '../../../test/scenarios/structures.ts'
import { NUMBERS_KEPT_MS } from './kept-for.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

async function change(client: WireClient, numbering: string, more = {}): Promise<number> {
  const { json } = await client.call('POST', '/room/api/room/update/index', {
    body: { id: client.me.roomId, numbering, ...more },
  })
  expect(json.payload).toBeNull()
  return Number((json as { undo?: number }).undo)
}

async function renumber(client: WireClient, parent: number, more = {}): Promise<number> {
  const { json } = await client.call('POST', '/room/api/file/renumber', {
    body: { roomId: client.me.roomId, parent, apply: true, ...more },
  })
  return (json.payload as { undo: number }).undo
}

const undo = (client: WireClient, act: number): Promise<WireAnswer> =>
  client.call('POST', '/room/api/room/index/undo', {
    body: { roomId: client.me.roomId, undo: act },
  })

const first = (client: WireClient, parent: number, id: number) =>
  client.call('PATCH', '/room/api/file/file/update/move', {
    body: { fileId: id, id: client.me.id, roomId: client.me.roomId, parent, place: 1 },
  })

const shown = async (client: WireClient, parent = 0): Promise<string[]> =>
  (await client.items(parent)).map(({ index, name }) => `${index} ${name}`).sort()

const CHANGED = { http: 422, json: { code: 'NUMBERS_CHANGED' } }

async function fixedRoom() {
  const made = await roomWithReader(app)
  const { operator } = made
  const folder = await operator.newFolder('계약')
  const other = await operator.newFolder('기타')
  const ids = {
    b: await operator.put('b.pdf', PDF, folder),
    c: await operator.put('c.pdf', PDF, folder),
    a: 0,
  }
  await change(operator, 'fixed')
  ids.a = await operator.put('a.pdf', PDF, folder)
  await first(operator, folder, ids.a)
  const before = await shown(operator, folder)
  expect(before).toEqual(['1.1 b.pdf', '1.2 c.pdf', '1.3 a.pdf'])
  return { ...made, folder, other, ids, before }
}

it('gives former numbers back to all items, also to those in the trash and those that are expected, once', async () => {
  const { room, operator, folder, ids } = await fixedRoom()
  const trashed = await operator.put('d.pdf', PDF, folder)
  await operator.deleteItem(trashed)
  await expectDocuments(operator, ['계약서'], folder)
  await operator.put('f.pdf', PDF, folder)
  await operator.deleteItem(ids.b)
  await operator.restoreItem(ids.b)
  const act = await renumber(operator, folder)
  expect(await shown(operator, folder)).toEqual([
    '1.1 a.pdf',
    '1.2 b.pdf',
    '1.3 c.pdf',
    '1.5 f.pdf',
  ])
  expect((await undo(operator, act)).json.payload).toEqual({ restored: 5, numbered: 0, kept: 0 })
  await operator.restoreItem(trashed)
  await operator.put('계약서.pdf', PDF, folder)
  await operator.put('new.pdf', PDF, folder)
  const after = [
    '1.1 b.pdf',
    '1.2 c.pdf',
    '1.3 a.pdf',
    '1.4 d.pdf',
    '1.5 계약서.pdf',
    '1.6 f.pdf',
    '1.7 new.pdf',
  ]
  expect(await shown(operator, folder)).toEqual(after)
  expect(await undo(operator, act)).toMatchObject(CHANGED)
  expect(await shown(operator, folder)).toEqual(after)
  const log = await operator.call('GET', `/room/api/room/roomActivity/list/${room.roomId}`)
  const words = (
    log.json.payload as { roomActivityItem: { description: string }[] }
  ).roomActivityItem.map(({ description }) => description)
  expect(words.filter((sentence) => sentence.includes('색인 번호 다시 매기기 취소'))).toEqual([
    expect.stringContaining('이전 번호로 복원: 계약 (5개)'),
  ])
})

it('fits what came, went, was moved or was received in between, and gives no number twice', async () => {
  const { operator, folder, other, ids } = await fixedRoom()
  await expectDocuments(operator, ['보고서'], folder)
  const gone = await operator.put('gone.pdf', PDF, folder)
  const away = await operator.put('away.pdf', PDF, folder)
  await operator.moveItem(away, other)
  const act = await renumber(operator, folder)
  await operator.put('보고서.pdf', PDF, folder)
  await operator.put('came.pdf', PDF, folder)
  const moved = await operator.put('moved.pdf', PDF)
  await operator.moveItem(moved, folder)
  await operator.deleteItem(gone)
  await operator.moveItem(ids.b, other)
  const rest = await shown(operator, other)
  expect((await undo(operator, act)).json.payload).toMatchObject({ kept: 0, numbered: 1 })
  expect(await shown(operator, other)).toEqual(rest)
  await operator.moveItem(ids.b, folder)
  await operator.moveItem(away, folder)
  await operator.restoreItem(gone)
  const now = await shown(operator, folder)
  for (const known of [
    '1.1 b.pdf',
    '1.2 c.pdf',
    '1.3 a.pdf',
    '1.4 보고서.pdf',
    '1.5 gone.pdf',
    '1.6 away.pdf',
  ])
    expect(now).toContain(known)
  expect(now).toHaveLength(8)
  expect(new Set(now.map((text) => text.split(' ')[0])).size).toBe(8)
})

it('gives what came since the next free number where a former one returns', async () => {
  const { operator, folder, ids } = await fixedRoom()
  await operator.deleteItem(ids.c)
  const act = await renumber(operator, folder)
  await operator.put('came.pdf', PDF, folder)
  expect(await shown(operator, folder)).toEqual(['1.1 a.pdf', '1.2 b.pdf', '1.3 came.pdf'])
  await operator.restoreItem(ids.c)
  expect((await undo(operator, act)).json.payload).toEqual({ restored: 3, numbered: 1, kept: 0 })
  expect((await shown(operator, folder)).slice(0, 3)).toEqual([
    '1.1 b.pdf',
    '1.2 c.pdf',
    '1.3 a.pdf',
  ])
  expect(await shown(operator, folder)).toContain('1.5 came.pdf')
})

it('forgets the numbers that newcomers had, so that none names two items after one is destroyed', async () => {
  const { operator, folder, other, ids } = await fixedRoom()
  const more: number[] = []
  for (const name of ['d.pdf', 'e.pdf', 'k.pdf']) more.push(await operator.put(name, PDF, folder))
  const [d = 0, e = 0, k = 0] = more
  for (const id of [ids.c, d, e]) await operator.deleteItem(id)
  const act = await renumber(operator, folder)
  expect(await shown(operator, folder)).toEqual(['1.1 a.pdf', '1.2 b.pdf', '1.3 k.pdf'])
  for (const name of ['v.pdf', 'w.pdf']) await operator.put(name, PDF, folder)
  const came = await operator.put('x.pdf', PDF, folder)
  await operator.moveItem(came, other)
  expect((await undo(operator, act)).http).toBe(200)
  expect(await shown(operator, folder)).toEqual(
    expect.arrayContaining(['1.6 k.pdf', '1.7 v.pdf', '1.8 w.pdf']),
  )
  await operator.deleteItem(k)
  expect((await operator.destroyItem(k)).http).toBe(200)
  await operator.moveItem(came, folder)
  expect(await shown(operator, folder)).toContain('1.9 x.pdf')
})

it('numbers what is expected again, and gives what was held for a document to that document alone', async () => {
  const { operator, folder } = await fixedRoom()
  await expectDocuments(operator, ['보고서'], folder)
  await operator.put('d.pdf', PDF, folder)
  const act = await renumber(operator, folder)
  const report = await operator.put('보고서.pdf', PDF, folder)
  const named = await operator.put('named.pdf', PDF, folder)
  await expectDocuments(operator, ['명세', '감사'], folder)
  const statement = await operator.put('명세.pdf', PDF, folder)
  const rows = async () => (await expectedIn(operator, `parent=${folder}&state=all`)).rows
  const audit = (await rows()).find(({ name }) => name === '감사')?.id
  const body = { roomId: operator.me.roomId, id: audit, itemId: named }
  expect((await operator.call('POST', '/room/api/file/expected/fulfil', { body })).http).toBe(200)
  for (const id of [report, named, statement]) await operator.deleteItem(id)
  expect((await undo(operator, act)).http).toBe(200)
  expect((await rows()).map(({ index }) => index)).toEqual([
    expect.any(String),
    expect.any(String),
    expect.any(String),
  ])
  await operator.upload([['보고서.pdf', makePdf(2)]], folder)
  for (const id of [report, named, statement]) await operator.restoreItem(id)
  const missing = (await rows()).filter(({ item }) => !item)
  const all = [...(await operator.items(folder)), ...missing].map(({ index }) => index)
  expect(all).toContain('1.4')
  expect(all).not.toContain(undefined)
  expect(new Set(all).size).toBe(all.length)
})

it('leaves folders that were renumbered since, and refuses where nothing fits', async () => {
  const { operator, folder, other, ids, before } = await fixedRoom()
  const inside = [await operator.put('x.pdf', PDF, other), await operator.put('y.pdf', PDF, other)]
  await first(operator, other, inside[1] ?? 0)
  const act = await renumber(operator, 0, { deep: true })
  await first(operator, other, inside[0] ?? 0)
  const second = await renumber(operator, other)
  const renumbered = await shown(operator, other)
  expect((await undo(operator, act)).json.payload).toMatchObject({ kept: 1 })
  expect(await shown(operator, folder)).toEqual(before)
  expect(await shown(operator, other)).toEqual(renumbered)

  await first(operator, folder, ids.c)
  const third = await renumber(operator, folder)
  await first(operator, folder, ids.b)
  const fourth = await renumber(operator, folder)
  const now = await shown(operator, folder)
  expect(await undo(operator, third)).toMatchObject(CHANGED)
  expect(await shown(operator, folder)).toEqual(now)
  expect((await undo(operator, fourth)).http).toBe(200)
  expect((await undo(operator, third)).http).toBe(200)
  expect(await shown(operator, folder)).toEqual(before)
  await change(operator, 'live')
  expect(await undo(operator, second)).toMatchObject(CHANGED)
})

it('switches back: fixed numbers return, also after they were fixed again, and what came since has the next ones', async () => {
  const { room, operator, folder, ids, before } = await fixedRoom()
  const live = await change(operator, 'live', { names: true })
  await operator.put('came.pdf', PDF, folder)
  await operator.deleteItem(ids.b)
  await operator.restoreItem(ids.b)
  const fixed = await change(operator, 'fixed')
  expect(await shown(operator, folder)).not.toEqual(expect.arrayContaining(before))
  expect(await undo(operator, live), 'numbers were switched since').toMatchObject(CHANGED)
  expect((await undo(operator, fixed)).http).toBe(200)
  expect((await shown(operator, folder))[0]).toBe('1.1 a.pdf')
  expect((await undo(operator, live)).json.payload).toEqual({ restored: 0, numbered: 0, kept: 0 })
  expect(await shown(operator, folder)).toEqual([...before, '1.4 came.pdf'])
  expect(
    (await operator.call('GET', `/room/api/room/info/${room.roomId}`)).json.payload,
  ).toMatchObject({ numbering: 'fixed' })
  expect(await change(operator, 'fixed')).toBeNaN()

  const off = await change(operator, 'off')
  expect((await operator.items(folder))[0]).not.toHaveProperty('index')
  await operator.put('more.pdf', PDF, folder)
  expect((await undo(operator, off)).json.payload).toEqual({ restored: 0, numbered: 1, kept: 0 })
  expect(await shown(operator, folder)).toEqual([...before, '1.4 came.pdf', '1.5 more.pdf'])
  const kinds = (await app.logged(room.roomId)).filter((kind) => kind === 'room.numbering-undone')
  expect(kinds).toHaveLength(3)
})

it('a switch is not taken back over a later renumbering', async () => {
  const room = await app.room()
  const { operator } = room
  const [one, two] = [await operator.newFolder('가'), await operator.newFolder('나')]
  const live = await change(operator, 'live')
  const fixed = await change(operator, 'fixed')
  await first(operator, 0, two)
  const act = await renumber(operator, 0)
  expect(await undo(operator, fixed)).toMatchObject(CHANGED)
  expect(await shown(operator)).toEqual(['1 나', '2 가'])
  expect((await undo(operator, act)).http).toBe(200)
  expect(await shown(operator)).toEqual(['1 가', '2 나'])
  expect((await undo(operator, fixed)).http).toBe(200)
  await first(operator, 0, one)
  expect(await shown(operator)).toEqual(['1 가', '2 나'])
  expect((await undo(operator, live)).http).toBe(200)
  expect((await operator.items())[0]).not.toHaveProperty('index')
})

it('is for full operators of this room, any of them, and for some hours', async () => {
  const { room, operator, client, folder, before } = await fixedRoom()
  const act = await renumber(operator, folder)
  const renumbered = await shown(operator, folder)
  expect((await undo(client, act)).http).toBe(403)
  const other = await app.room()
  expect(await undo(other.operator, act)).toMatchObject(CHANGED)
  expect(await undo(other.operator, act + 1_000)).toMatchObject(CHANGED)
  await app.database.pool.query(
    `update numbering_acts set at = at - interval '${NUMBERS_KEPT_MS + 1_000} milliseconds' where id = $1`,
    [act],
  )
  expect(await undo(operator, act)).toMatchObject(CHANGED)
  expect(await shown(operator, folder)).toEqual(renumbered)
  await app.database.pool.query(`update numbering_acts set at = now() where id = $1`, [act])
  const { client: colleague } = await secondOperator(app, room)
  expect((await undo(colleague, act)).http).toBe(200)
  expect(await shown(operator, folder)).toEqual(before)
})

it('groups that count for themselves see nothing of it but their numbers', async () => {
  const { room, operator, reader, client, folder, ids, before } = await fixedRoom()
  const group = await newGroup(room, '인수인')
  await moveInto(room, group, [reader])
  await grant(room, { groupId: group, itemId: ids.b, level: 'none' })
  const seen = async () => {
    const [list, info] = [
      await client.list(folder),
      await client.call('GET', `/room/api/room/info/${room.roomId}`),
    ]
    return { list: list.json, info: info.json }
  }
  const fixed = await seen()
  const act = await change(operator, 'live', { scope: 'group' })
  expect(await shown(client, folder)).toEqual(['1.1 a.pdf', '1.2 c.pdf'])
  const counted = await seen()
  expect((await undo(operator, act)).http).toBe(200)
  expect(await seen()).toEqual(fixed)
  expect(await shown(operator, folder)).toEqual(before)
  await change(operator, 'live', { scope: 'group' })
  const away = await change(operator, 'off')
  expect((await undo(operator, away)).http).toBe(200)
  expect(await seen()).toEqual(counted)
  expect(JSON.stringify(counted)).not.toMatch(/b\.pdf|undo|stood|stands/)
})

const roomInfo = async (client: WireClient) => {
  const { json } = await client.call('GET', `/room/api/room/info/${client.me.roomId}`)
  return json.payload as { lastNumbering?: { undo: number; at: string; act: string } }
}

const preview = async (client: WireClient, parent: number) => {
  const { json } = await client.call('POST', '/room/api/file/renumber', {
    body: { roomId: client.me.roomId, parent },
  })
  return json.payload as { last?: { undo: number; at: string; act: string } }
}

it('of two who press it at once exactly one takes it back, and the other is refused', async () => {
  const { room, operator, folder, before } = await fixedRoom()
  const { client: colleague } = await secondOperator(app, room)
  const act = await renumber(operator, folder)
  const answers = await Promise.all(
    [operator, colleague, operator, colleague].map((client) => undo(client, act)),
  )
  expect(answers.map(({ http }) => http).sort()).toEqual([200, 422, 422, 422])
  expect(answers.filter(({ http }) => http === 422).map(({ json }) => json.code)).toEqual(
    Array(3).fill('NUMBERS_CHANGED'),
  )
  expect(await shown(operator, folder)).toEqual(before)
  expect(
    (await app.logged(room.roomId)).filter((kind) => kind === 'document.renumbering-undone'),
  ).toHaveLength(1)
})

it('is offered for the last act in the room and for the last renumbering of a folder, to full operators alone', async () => {
  const { room, operator, client, folder, other } = await fixedRoom()
  const { undo: fixed } = (await roomInfo(operator)).lastNumbering ?? {}
  expect(await preview(operator, folder)).not.toHaveProperty('last')
  const at = app.clock.now().getTime()
  const act = await renumber(operator, folder)
  const offered = (await roomInfo(operator)).lastNumbering
  expect(offered).toMatchObject({ undo: act, act: 'renumbering' })
  expect(Math.abs(Date.parse(offered?.at ?? '') - at)).toBeLessThan(10_000)
  expect((await preview(operator, folder)).last).toEqual(offered)
  expect(await preview(operator, other), 'another folder').not.toHaveProperty('last')
  expect(await roomInfo(client), 'a reader').not.toHaveProperty('lastNumbering')
  const { client: colleague } = await secondOperator(app, room)
  expect((await roomInfo(colleague)).lastNumbering).toEqual(offered)
  const { client: helper } = await contentOperator(app, room)
  expect(await roomInfo(helper), 'an operator of content').not.toHaveProperty('lastNumbering')
  expect(await preview(helper, folder), 'an operator of content').not.toHaveProperty('last')
  expect((await undo(operator, act)).http).toBe(200)
  expect((await roomInfo(operator)).lastNumbering).toMatchObject({ undo: fixed, act: 'switch' })
  expect(await preview(operator, folder)).not.toHaveProperty('last')
})

it('is kept for six hours by the clock, and the job of the trash forgets no act before', async () => {
  const { room, operator, folder } = await fixedRoom()
  const act = await renumber(operator, folder)
  const kept = async () => {
    const { rows } = await app.database.pool.query<{ id: number }>(
      'select id from numbering_acts where room_id = $1',
      [room.roomId],
    )
    const { rows: was } = await app.database.pool.query(
      'select from numbering_was where act_id = $1',
      [act],
    )
    return { acts: rows.length, was: was.length }
  }
  app.clock.advance(NUMBERS_KEPT_MS - 60_000)
  await runJob(app, 'documents.purge')
  expect(await kept()).toEqual({ acts: 2, was: 1 })
  app.clock.advance(120_000)
  expect(await roomInfo(operator)).not.toHaveProperty('lastNumbering')
  await runJob(app, 'documents.purge')
  expect(await kept()).toEqual({ acts: 0, was: 0 })
})
