import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BASE_PATH } from '../../../../contract/core/base-path.ts'
import type { LiveEvent } from '../../../../contract/features/session.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { untilLocked } from '../../../test/harness/until-locked.ts'
import { type WireAnswer, WireClient } from '../../../test/harness/wire-client.ts'
import { secondOperator } from '../../../test/scenarios/endings.ts'
import { publish, roomWithReader, unpublish } from '../../../test/scenarios/publishing.ts'
import { askStructure } from '../../../test/scenarios/structures.ts'
import { type Ear, openEar } from '../../../test/servers/open-ear.ts'
import { findBroken } from '../../../test/tree/tree-invariants.ts'

const MANY = 3_000

let app: TestApp
let node: string
beforeAll(async () => {
  app = await startTestApp({ notifyAfterMs: 0 })
  node = await app.node()
})
afterAll(() => app.close())

const ears: Ear[] = []
afterEach(() => {
  for (const ear of ears.splice(0)) ear.hangUp()
})
async function listen(client: WireClient, base?: string): Promise<Ear> {
  const ear = await openEar(client, base)
  ears.push(ear)
  return ear
}

const progressIn = ({ heard }: Ear) =>
  heard.filter(
    (event): event is Extract<LiveEvent, { type: 'progress' }> => event.type === 'progress',
  )

const stop = (client: WireClient, act: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/stop', { body: { roomId: client.me.roomId, act } })

const ask = (client: WireClient, act: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/stop', { body: { roomId: client.me.roomId, act, ask: true } })

const tableOf = (count: number): string =>
  `단계,이름\n1,자료\n${Array.from({ length: count }, (_, at) => `2,폴더 ${at}`).join('\n')}\n1,나중\n2,마지막\n`

async function stateOf({ room }: { readonly room: TestRoom }) {
  const { pool } = app.database
  const rows = async (text: string) => (await pool.query(text, [room.roomId])).rows
  return {
    items: await rows(
      'select id, name, staged, unseen, published_at, parent_id from items where room_id = $1 order by id',
    ),
    places: await rows(
      'select item_id, number, rank from index_places join items on items.id = item_id where items.room_id = $1 order by item_id',
    ),
    counts: await rows('select * from folder_counts where room_id = $1 order by parent_id'),
    expected: await rows('select id from expected_documents where room_id = $1'),
    past: await rows('select count(*) from past_places where room_id = $1'),
    log: await app.logged(room.roomId),
  }
}

async function whileHeld<T>(
  query: string,
  values: readonly unknown[],
  begin: () => Promise<WireAnswer>,
  meanwhile: () => Promise<T>,
) {
  const holder = await app.database.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(query, [...values])
    const going = begin()
    await untilLocked(app)
    const result = await meanwhile()
    await holder.query('rollback')
    return { answer: await going, result }
  } finally {
    holder.release()
  }
}

const ITEM = 'select from items where id = $1 for update'
const PLACE = 'select from index_places where item_id = $1 for update'

async function madeRoom() {
  const found = await roomWithReader(app)
  const { operator } = found
  const answer = await askStructure(operator, { file: tableOf(MANY), apply: true })
  const { folderIds } = answer.json.payload as { folderIds: number[] }
  const [top = 0] = folderIds
  const last = folderIds[MANY] ?? 0
  return { ...found, top, last, folderIds }
}

const STOPPED = { http: 422, json: { code: 'ACT_STOPPED' } }

describe('a long act', () => {
  it('is seen by its own session alone, on every node, and stopped by nobody else', async () => {
    const { room, operator, client, top, last } = await madeRoom()
    const other = await secondOperator(app, room)
    const again = app.stranger()
    await again.join(room.pin)
    await again.agree()
    await again.elevate(room.code)
    const foreign = await app.room()
    const [own, elsewhere, ...others] = [
      await listen(operator),
      await listen(operator, node),
      await listen(again),
      await listen(other.client),
      await listen(client),
      await listen(foreign.operator),
    ]
    const act = randomUUID()
    const { answer } = await whileHeld(
      ITEM,
      [last],
      () => unpublish(room, [top], { act }),
      async () => {
        for (const ear of [own, elsewhere])
          await expect.poll(() => progressIn(ear as Ear).length).toBeGreaterThan(0)
        for (const stranger of [again, other.client, foreign.operator])
          expect(await stop(stranger, act)).toMatchObject({ http: 404 })
        expect((await stop(client, act)).http).not.toBe(200)
        expect(await stop(operator, randomUUID())).toMatchObject({
          http: 404,
          json: { code: 'NOT_FOUND' },
        })
      },
    )
    expect(answer).toMatchObject({ http: 200, json: { payload: { folders: MANY + 1 } } })
    const heard = progressIn(own as Ear)
    for (const { act: name, total, done } of heard) {
      expect([name, total]).toEqual([act, MANY + 1])
      expect(done).toBeLessThanOrEqual(total)
    }
    expect(heard.map(({ done }) => done)).toEqual(
      heard.map(({ done }) => done).toSorted((a, b) => a - b),
    )
    for (const ear of others) expect(progressIn(ear)).toEqual([])
    const after = await stateOf({ room })
    expect(await stop(operator, act), 'after its end').toMatchObject({ http: 404 })
    expect(await stateOf({ room })).toEqual(after)
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('that is stopped while it publishes or unpublishes leaves everything as it was', async () => {
    const { room, operator, reader, client, top, last } = await madeRoom()
    const ear = await listen(client)
    const [first, second] = [await operator.newFolder('앞'), await operator.newFolder('뒤')]
    for (const [change, undo] of [
      [unpublish, undefined],
      [publish, unpublish],
    ] as const) {
      await undo?.(room, [top])
      const heard = await marked(ear, operator, first)
      const before = await stateOf({ room })
      const mails = (await app.mailsTo(reader.email)).length
      const act = randomUUID()
      const begin = () => change(room, [top], { act, notify: true })
      const { answer, result } = await whileHeld(ITEM, [last], begin, () => stop(operator, act))
      expect(result).toMatchObject({ http: 200, json: { payload: null } })
      expect(answer).toMatchObject(STOPPED)
      expect(await stateOf({ room })).toEqual(before)
      expect((await app.mailsTo(reader.email)).length).toBe(mails)
      expect((await marked(ear, operator, second)) - heard).toBe(1)
      expect((await change(room, [top], { act })).json.payload).toMatchObject({ folders: MANY + 1 })
    }
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('that is stopped on another node makes no structure and renames nothing', async () => {
    const { room, operator, folderIds } = await madeRoom()
    const remote = new WireClient(node)
    remote.session = operator.me
    const renamed = folderIds.slice(1, 1_001).map((id, at) => ({ id, name: `새 이름 ${at}` }))
    const later = (await operator.items()).find(({ name }) => name === '나중')?.id ?? 0
    const before = await stateOf({ room })
    for (const [query, id, begin] of [
      [
        'select from folder_counts where parent_id = $1 for update',
        later,
        (act: string) => askStructure(operator, { file: longer, apply: true, act }),
      ],
      [ITEM, renamed.at(-1)?.id ?? 0, (act: string) => rename(operator, renamed, act)],
    ] as const) {
      const act = randomUUID()
      const { answer, result } = await whileHeld(
        query,
        [id],
        () => begin(act),
        () => stop(remote, act),
      )
      expect(result).toMatchObject({ http: 200 })
      expect(answer).toMatchObject(STOPPED)
      expect(await stateOf({ room })).toEqual(before)
    }
    expect(await rename(operator, renamed, randomUUID())).toMatchObject({
      json: { payload: { renamed: renamed.length } },
    })
    expect(await findBroken(app, room.roomId)).toEqual({})
  })

  it('that is stopped takes back no structure, and gives and restores no number', async () => {
    const { room, operator, top, last, folderIds } = await madeRoom()
    const { roomId } = room
    const ear = await listen(operator)
    const call = (path: string, body: object) =>
      operator.call('POST', `/room/api/${path}`, { body })
    const putLast = (nth: number) =>
      call('file/order', { roomId, parent: top, ids: [folderIds[nth]], before: null })
    const renumber = (act: string) =>
      call('file/renumber', { roomId, parent: top, apply: true, act })
    const stopped = async (
      query: string,
      total: number,
      begin: (act: string) => Promise<WireAnswer>,
    ) => {
      const before = await stateOf({ room })
      const act = randomUUID()
      const { answer, result } = await whileHeld(
        query,
        [last],
        () => begin(act),
        async () => {
          await expect
            .poll(() =>
              progressIn(ear).filter((event) => event.act === act && event.total === total),
            )
            .not.toEqual([])
          return stop(operator, act)
        },
      )
      expect(result).toMatchObject({ http: 200 })
      expect(answer).toMatchObject(STOPPED)
      expect(await stateOf({ room })).toEqual(before)
    }
    await call('room/update/index', { id: roomId, numbering: 'fixed' })
    await putLast(1)
    await stopped(PLACE, MANY, renumber)
    const { undo } = (await renumber(randomUUID())).json.payload as { undo: number }
    await stopped(PLACE, MANY, (act) => call('room/index/undo', { roomId, undo, act }))
    await stopped(ITEM, folderIds.length, (act) =>
      call('file/structure/undo', { roomId, folders: folderIds, expected: [], act }),
    )
    await call('room/update/index', { id: roomId, numbering: 'live' })
    await putLast(2)
    await stopped(PLACE, folderIds.length, (act) =>
      call('room/update/index', { id: roomId, numbering: 'fixed', act }),
    )
    const undone = await call('file/structure/undo', {
      roomId,
      folders: folderIds,
      expected: [],
      act: randomUUID(),
    })
    expect(undone.json.payload).toMatchObject({ folders: folderIds.length, kept: [] })
    expect(await findBroken(app, roomId)).toEqual({})
  })

  it('goes on where its client is merely gone', async () => {
    const { room, operator, top, last } = await madeRoom()
    const gone = new AbortController()
    const act = randomUUID()
    const { result } = await whileHeld(
      ITEM,
      [last],
      async () => {
        const body = JSON.stringify({ roomId: room.roomId, ids: [top], act })
        const headers = {
          authorization: `Bearer ${operator.me.jwt}`,
          'content-type': 'application/json',
        }
        const going = fetch(`${app.base}${BASE_PATH}/room/api/file/unpublish`, {
          method: 'POST',
          headers,
          body,
          signal: gone.signal,
        })
        await going.catch(() => undefined)
        return { http: 0 } as WireAnswer
      },
      async () => {
        gone.abort()
        return ask(operator, act)
      },
    )
    expect(result).toMatchObject({ http: 200 })
    await expect
      .poll(async () =>
        (await app.logged(room.roomId)).filter((kind) => kind === 'document.unpublished'),
      )
      .toHaveLength(1)
    await expect.poll(async () => (await ask(operator, act)).http).toBe(404)
  })
})

async function marked(ear: Ear, operator: WireClient, folder: number): Promise<number> {
  await operator.newFolder(randomUUID(), folder)
  await expect.poll(() => ear.heard.at(-1)).toEqual({ type: 'items', parent: folder })
  return ear.heard.length
}

const longer = `단계,이름\n1,새 자료\n${Array.from({ length: MANY }, (_, at) => `2,새 폴더 ${at}`).join('\n')}\n1,나중\n2,하나 더\n`

const rename = (client: WireClient, renames: readonly object[], act: string): Promise<WireAnswer> =>
  client.call('POST', '/room/api/file/renameMany', {
    body: { roomId: client.me.roomId, renames, apply: true, act },
  })
