import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdings } from '../../../../test/harness/holdings.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../../test/harness/test-app.ts'
import {
  appendTo,
  beginUpload,
  endUpload,
  headUpload,
  newUpload,
  offsetOf,
  uploadOf,
} from '../../../../test/harness/tus.ts'
import { makeFiller } from '../../../../test/harness/upload-stream.ts'
import { content, PIECE } from '../../../../test/scenarios/documents/pieces.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  await room.operator.switches(false)
})
afterAll(() => app.close())

describe('an upload that ends', () => {
  it('with content that is not what its name says is refused as an upload at once is, and nothing of it is left', async () => {
    const bytes = Buffer.alloc(150_000, 'x')
    const before = await holdings(app, room.roomId)
    const upload = await newUpload(room.operator, {
      name: 'falsch.pdf',
      size: bytes.length,
      relativePath: '가',
    })
    await appendTo(room.operator, upload, 0, bytes.subarray(0, 100_000))
    const answer = await appendTo(room.operator, upload, 100_000, bytes.subarray(100_000))
    expect(answer).toMatchObject({
      http: 415,
      json: { code: 'TYPE_REFUSED', rejected: [{ name: '가/falsch.pdf', code: 'CONTENT' }] },
    })
    expect((await headUpload(room.operator, upload)).http).toBe(404)
    expect(await holdings(app, room.roomId)).toEqual(before)
  })

  it('in a folder that is gone waits, and is stored when the folder is back', async () => {
    const folder = await room.operator.newFolder('weg')
    const upload = await newUpload(room.operator, {
      name: 'zurück.pdf',
      size: content.length,
      parent: folder,
    })
    await room.operator.deleteItem(folder)
    expect((await appendTo(room.operator, upload, 0, content)).http).toBe(404)
    const offset = await offsetOf(room.operator, upload)
    expect(offset).toBeLessThan(content.length)
    await room.operator.restoreItem(folder)
    expect((await appendTo(room.operator, upload, offset, content.subarray(offset))).http).toBe(204)
    expect((await room.operator.items(folder)).map(({ name }) => name)).toEqual(['zurück.pdf'])
    expect((await holdings(app, room.roomId)).temp).toBe(0)
  })

  it('with more than the room still holds by then waits, too', async () => {
    const small = await app.room({ storageLimit: 300_000 })
    const upload = await newUpload(small.operator, { size: content.length })
    const voll = () =>
      small.operator.upload([['voll.pdf', new Uint8Array(makeFiller('voll', 200_000))]])
    expect((await voll()).http).toBe(507)
    await app.database.pool.query('update rooms set storage_limit = 450_000 where id = $1', [
      small.roomId,
    ])
    expect((await voll()).http).toBe(200)
    await app.database.pool.query('update rooms set storage_limit = 300_000 where id = $1', [
      small.roomId,
    ])
    expect(await appendTo(small.operator, upload, 0, content)).toMatchObject({
      http: 507,
      json: { code: 'NO_SPACE' },
    })
    expect(await holdings(app, small.roomId)).toMatchObject({ items: 1, temp: 0 })
    expect(await offsetOf(small.operator, upload)).toBeLessThan(content.length)
    await endUpload(small.operator, upload)
  })

  it('because it is given up leaves nothing', async () => {
    const before = await holdings(app, room.roomId)
    const upload = uploadOf(
      await beginUpload(room.operator, { name: 'nein.pdf', size: content.length }),
    )
    await appendTo(room.operator, upload, 0, content.subarray(0, 2 * PIECE))
    expect((await holdings(app, room.roomId)).blobs).toBe(before.blobs + 1)
    const answer = await endUpload(room.operator, upload)
    expect([answer.http, answer.text]).toEqual([204, ''])
    expect(await holdings(app, room.roomId)).toEqual(before)
    expect((await headUpload(room.operator, upload)).http).toBe(404)
  })
})

describe('an upload whose keys were changed in the database', () => {
  it.each([
    ['that of another place', 'ordinal = 1 and upload_id = $1'],
    ['that of another upload', 'ordinal = 0 and upload_id = $2'],
  ])('K02: %s opens nothing, and no document comes of it', async (_, source) => {
    const [upload, other] = [
      await newUpload(room.operator, { size: content.length }),
      await newUpload(room.operator, { size: content.length }),
    ]
    for (const each of [upload, other])
      for (const [at, end] of [
        [0, 3 * PIECE],
        [3 * PIECE, 4 * PIECE],
      ])
        await appendTo(room.operator, each, at ?? 0, content.subarray(at, end))
    const before = await holdings(app, room.roomId)
    const moved = `(select wrapped_key from upload_segments where ${source})`
    const change = `update upload_segments set wrapped_key = ${moved} where upload_id = $1 and ordinal = 0 and $2::text is not null`
    expect((await app.database.pool.query(change, [upload, other])).rowCount).toBe(1)
    const answer = await appendTo(room.operator, upload, 4 * PIECE, content.subarray(4 * PIECE))
    expect(answer).toMatchObject({ http: 500, json: { code: 'INTERNAL' } })
    expect(await holdings(app, room.roomId)).toEqual(before)
    for (const each of [upload, other]) await endUpload(room.operator, each)
  })
})
