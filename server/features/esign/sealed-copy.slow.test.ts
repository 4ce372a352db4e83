import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdings } from '../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { compose, draftOf, given } from '../../test/scenarios/composing.ts'
import { completed, refusal } from '../../test/scenarios/esign/templates.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
})
afterAll(() => app.close())

describe('the sealed document', () => {
  it('is stored in a folder of the room, next to a file of its name', async () => {
    const { templateId, result } = await completed(app, room, { name: '본계약.pdf' })
    const parent = await room.operator.newFolder('서명본')
    const before = await holdings(app, room.roomId)
    const first = given<{ id: number; name: string }>(
      await compose(room.operator, 'keep', { templateId, parent }),
    )
    const second = given<{ id: number; name: string }>(
      await compose(room.operator, 'keep', { templateId, parent }),
    )
    expect([first.name, second.name]).toEqual([
      '본계약 (서명 완료).pdf',
      '본계약 (서명 완료) (2).pdf',
    ])
    expect((await room.operator.items(parent)).map(({ id, size }) => ({ id, size }))).toEqual(
      expect.arrayContaining([first, second].map(({ id }) => ({ id, size: result.length }))),
    )
    expect(await holdings(app, room.roomId)).toMatchObject({
      used: before.used + 2 * result.length,
      items: before.items + 2,
    })
    expect((await app.logged(room.roomId)).filter((kind) => kind === 'compose.kept')).toHaveLength(
      2,
    )
    expect(refusal(await compose(room.operator, 'keep', { templateId, parent: 999_999 }))).toEqual({
      http: 404,
      code: 'NOT_FOUND',
    })
    const draft = await draftOf(room)
    const early = await compose(room.operator, 'keep', { templateId: draft.templateId, parent })
    expect(refusal(early)).toEqual({ http: 409, code: 'COMPOSE_NOT_SEALED' })
    expect(
      (await room.operator.fetch('GET', `/esign/api/compose/result/${draft.templateId}`)).status,
    ).toBe(404)
  })

  it('is not put there under a name that no document can have, nor read for a room that is full', async () => {
    const { templateId } = await completed(app, room, { name: '본계약.pdf' })
    await app.database.pool.query(`update templates set name = 'a/b' where id = $1`, [templateId])
    const before = await holdings(app, room.roomId)
    expect(refusal(await compose(room.operator, 'keep', { templateId, parent: 0 }))).toEqual({
      http: 400,
      code: 'NAME_UNUSABLE',
    })
    await app.database.pool.query(`update templates set name = 'b' where id = $1`, [templateId])
    await app.database.pool.query(
      'update compose_files set size = 100000 where id = (select result_id from templates where id = $1)',
      [templateId],
    )
    await app.database.pool.query('update rooms set storage_limit = storage_used where id = $1', [
      room.roomId,
    ])
    expect((await compose(room.operator, 'keep', { templateId, parent: 999_999 })).json.code).toBe(
      'NO_SPACE',
    )
    await app.database.pool.query('update rooms set storage_limit = 1000000000 where id = $1', [
      room.roomId,
    ])
    expect(await holdings(app, room.roomId)).toEqual(before)
  })

  it('is fetched whole and in ranges, each on record, ranges of ten minutes once', async () => {
    const { templateId, result, resultPath, resultSha256, sourceSha256 } = await completed(
      app,
      room,
    )
    expect(resultPath).toBe(`/esign/api/compose/result/${templateId}`)
    expect(resultSha256).not.toBe(sourceSha256)
    const notes = async () =>
      (await app.logged(room.roomId)).filter((kind) => kind === 'compose.downloaded').length
    const before = await notes()
    const path = `/esign/api/compose/result/${templateId}`
    const part = (range: string) => room.operator.fetch('GET', path, { headers: { range } })
    for (let round = 0; round < 3; round += 1) {
      const answer = await part('bytes=10-19')
      expect([answer.status, answer.headers.get('content-range')]).toEqual([
        206,
        `bytes 10-19/${result.length}`,
      ])
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(result.subarray(10, 20)))
    }
    expect(await notes()).toBe(before + 1)
    const whole = await room.operator.fetch('GET', path)
    expect([
      whole.status,
      whole.headers.get('content-type'),
      whole.headers.get('cache-control'),
    ]).toEqual([200, 'application/pdf', expect.stringContaining('no-store')])
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(Buffer.from(result))
    expect(await notes()).toBe(before + 2)
    app.clock.advance(600_001)
    await part('bytes=0-')
    expect(await notes()).toBe(before + 3)
    expect((await part(`bytes=${result.length}-`)).status).toBe(416)
  })

  it('is on record as viewed where it is drawn on the page, once in ten minutes, and as downloaded only where it is taken', async () => {
    const { templateId, result } = await completed(app, room)
    const notes = async () =>
      (await app.logged(room.roomId)).filter((kind) => /^compose\.(viewed|downloaded)$/.test(kind))
    const before = await notes()
    const fetchAs = async (which: string, purpose: string) => {
      const answer = await room.operator.fetch(
        'GET',
        `/esign/api/compose/${which}/${templateId}?purpose=${purpose}`,
      )
      return Buffer.from(await answer.arrayBuffer())
    }
    for (let round = 0; round < 2; round += 1)
      expect((await fetchAs('result', 'view')).equals(Buffer.from(result))).toBe(true)
    expect(await notes()).toEqual([...before, 'compose.viewed'])
    await fetchAs('source', 'view')
    expect(await notes()).toEqual([...before, 'compose.viewed', 'compose.viewed'])
    for (let round = 0; round < 2; round += 1)
      expect((await fetchAs('result', 'download')).equals(Buffer.from(result))).toBe(true)
    expect((await notes()).slice(before.length)).toEqual([
      'compose.viewed',
      'compose.viewed',
      'compose.downloaded',
      'compose.downloaded',
    ])
    app.clock.advance(600_001)
    await fetchAs('result', 'view')
    expect((await notes()).slice(before.length + 4)).toEqual(['compose.viewed'])
  })
})
