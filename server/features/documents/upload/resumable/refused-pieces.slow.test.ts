import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../test/harness/eventually.ts'
import { expectNothingChanged, holdings } from '../../../../test/harness/holdings.ts'
import { connect, readAnswer } from '../../../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../../test/harness/test-app.ts'
import {
  appendTo,
  endUpload,
  headUpload,
  newUpload,
  offsetOf,
  pieceHead,
} from '../../../../test/harness/tus.ts'
import { content, PIECE, writerOf } from '../../../../test/scenarios/documents/pieces.ts'

let app: TestApp
let room: TestRoom
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  await room.operator.switches(false)
})
afterAll(() => app.close())

describe('a piece is refused, and nothing of it is kept', () => {
  let upload: string
  beforeAll(async () => {
    upload = await newUpload(room.operator, { size: content.length })
    expect((await appendTo(room.operator, upload, 0, content.subarray(0, 2 * PIECE))).http).toBe(
      204,
    )
  })

  it.each<readonly [string, number | string, Uint8Array, Record<string, string>, number, string]>([
    ['at an offset behind', 2 * PIECE + 1, content.subarray(0, PIECE), {}, 409, 'UPLOAD_OFFSET'],
    ['at an offset before', 0, content.subarray(0, PIECE), {}, 409, 'UPLOAD_OFFSET'],
    ['at a negative offset', -1, content, {}, 400, 'BAD_REQUEST'],
    ['at an offset that is a float', '65536.0', content, {}, 400, 'BAD_REQUEST'],
    ['at an offset in another notation', '6.5536e4', content, {}, 400, 'BAD_REQUEST'],
    ['at an immense offset', '9'.repeat(30), content, {}, 400, 'BAD_REQUEST'],
    [
      'with more bytes than there are to come',
      2 * PIECE,
      Buffer.concat([content, content]),
      {},
      400,
      'BAD_REQUEST',
    ],
    ['that is a crumb', 2 * PIECE, content.subarray(0, PIECE - 1), {}, 400, 'BAD_REQUEST'],
    [
      'as JSON',
      2 * PIECE,
      Buffer.from('{}'),
      { 'content-type': 'application/json' },
      415,
      'MEDIA_TYPE',
    ],
    [
      'as a form',
      2 * PIECE,
      content,
      { 'content-type': 'multipart/form-data; boundary=x' },
      400,
      'BAD_REQUEST',
    ],
    ['as plain text', 2 * PIECE, content, { 'content-type': 'text/plain' }, 415, 'MEDIA_TYPE'],
    [
      'of another version of tus',
      2 * PIECE,
      content,
      { 'tus-resumable': '0.2.2' },
      412,
      'TUS_VERSION',
    ],
    ['of no version of tus', 2 * PIECE, content, { 'tus-resumable': '' }, 412, 'TUS_VERSION'],
    ['from a foreign page', 2 * PIECE, content, { origin: 'https://evil.example' }, 403, 'ORIGIN'],
  ])('%s', async (_, offset, bytes, headers, http, code) => {
    const answer = await expectNothingChanged(app, room.roomId, () =>
      appendTo(room.operator, upload, offset, bytes, headers),
    )
    expect(answer).toMatchObject({ http, json: { status: 'EXCEPTION', code } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    if (http !== 403) expect(answer.headers.get('tus-resumable')).toBe('1.0.0')
    expect(await offsetOf(room.operator, upload)).toBe(2 * PIECE)
  })

  it('an empty one is no segment', async () => {
    expect(
      (await appendTo(room.operator, upload, 2 * PIECE, new Uint8Array())).headers.get(
        'upload-offset',
      ),
    ).toBe(String(2 * PIECE))
    const { rows } = await app.database.pool.query(
      'select 1 from upload_segments where upload_id = $1',
      [upload],
    )
    expect(rows).toHaveLength(1)
  })

  it('of another member, of another room, and by a word that nobody was given', async () => {
    const { memberId, pin, email } = await app.participant(room)
    await room.operator.setRole(memberId, 4)
    const second = app.stranger()
    await second.join(pin)
    await second.agree()
    await second.elevate(await app.codeMailedTo(email))
    const foreign = (await app.room()).operator
    for (const [client, word] of [
      [second, upload],
      [foreign, upload],
      [room.operator, 'A'.repeat(22)],
    ] as const) {
      for (const answer of [
        await headUpload(client, word),
        await appendTo(client, word, 2 * PIECE, content.subarray(2 * PIECE)),
        await endUpload(client, word),
      ])
        expect(answer.http).toBe(404)
      if (client !== room.operator)
        expect(
          (await client.call('GET', `/room/api/file/uploads/${client.me.roomId}`)).json.payload,
        ).toEqual([])
    }
    expect(await offsetOf(room.operator, upload)).toBe(2 * PIECE)
  })
})

describe('a piece that another one has replaced', () => {
  it('U02: is refused while it still arrives, so that many of them do not fill the disk', async () => {
    const upload = await newUpload(room.operator, { size: 100_000_000 })
    const begin = async (bytes: number): Promise<Socket> => {
      const before = await writerOf(app, upload)
      const socket = await connect(app.base)
      socket.on('error', () => undefined)
      socket.write(pieceHead(room.operator, upload, 0, 100_000_000))
      socket.write(Buffer.alloc(bytes))
      await eventually(async () => expect(await writerOf(app, upload)).not.toEqual(before))
      return socket
    }
    const replaced = await begin(100_000)
    const refused = readAnswer(replaced)
    const living = await begin(100_000)
    await eventually(async () => expect((await holdings(app, room.roomId)).temp).toBe(2))
    replaced.write(Buffer.alloc(20_000_000))
    living.write(Buffer.alloc(20_000_000))
    expect((await refused).status).toBe(409)
    await eventually(async () => expect((await holdings(app, room.roomId)).temp).toBe(1))
    for (const socket of [replaced, living]) socket.destroy()
    await eventually(async () => expect(await offsetOf(room.operator, upload)).toBe(20_100_000))
    expect((await endUpload(room.operator, upload)).http).toBe(204)
  })
})
