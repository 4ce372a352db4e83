import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/harness/eventually.ts'
import { holdings } from '../../../test/harness/holdings.ts'
import { fieldParts, multipartBody, uploadHead } from '../../../test/harness/multipart.ts'
import { connect } from '../../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../../test/harness/test-app.ts'
import { beginUpload, endUpload, uploadOf } from '../../../test/harness/tus.ts'
import { makeFiller } from '../../../test/harness/upload-stream.ts'

const LIMIT = 12_000_000

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const file = (name: string, size = 5_000_000): [string, Uint8Array<ArrayBuffer>] => [
  name,
  new Uint8Array(makeFiller(name, size)),
]

async function beginOnly(
  { operator }: TestRoom,
  [name, content]: [string, Uint8Array],
  length?: string,
): Promise<Socket> {
  const body = multipartBody([...fieldParts(operator), { name: 'file', filename: name, content }])
  const socket = await connect(operator.base)
  socket.on('error', () => undefined).resume()
  socket.write(uploadHead(operator, length ?? `content-length: ${body.length}`))
  const start = body.subarray(0, 200_000)
  socket.write(
    length === undefined
      ? start
      : Buffer.concat([
          Buffer.from(`${start.length.toString(16)}\r\n`),
          start,
          Buffer.from('\r\n'),
        ]),
  )
  return socket
}

const temp = async (room: TestRoom): Promise<number> => (await holdings(app, room.roomId)).temp

describe('uploads that come at once into a room that is nearly full', () => {
  it('are refused, except the two of five that fit, and leave nothing', async () => {
    const room = await app.room({ storageLimit: LIMIT })
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => room.operator.upload([file(`${n}.pdf`)])),
    )
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 200, 507, 507, 507])
    for (const { json } of answers.filter(({ http }) => http === 507))
      expect(json).toMatchObject({ status: 'EXCEPTION', code: 'NO_SPACE' })
    await eventually(async () =>
      expect(await holdings(app, room.roomId)).toMatchObject({
        items: 2,
        used: 10_000_000,
        blobs: 2,
        temp: 0,
      }),
    )
  })

  it('one that has announced itself holds its space, from small ones and resumable ones too, until it is cut', async () => {
    const room = await app.room({ storageLimit: LIMIT })
    const first = await beginOnly(room, file('groß.pdf', 10_000_000))
    await eventually(async () => expect(await temp(room)).toBe(1))
    expect(await room.operator.upload([file('b.pdf')])).toMatchObject({
      http: 507,
      json: { code: 'NO_SPACE' },
    })
    expect(await beginUpload(room.operator, { name: 'c.pdf', size: 5_000_000 })).toMatchObject({
      http: 507,
      json: { code: 'NO_SPACE' },
    })
    expect((await room.operator.upload([file('klein.pdf', 1_000_000)])).http).toBe(200)
    expect((await room.operator.makeFolder('Ordner')).http).toBe(200)
    first.destroy()
    await once(first, 'close')
    await eventually(async () => expect(await temp(room)).toBe(0))
    expect((await room.operator.upload([file('b.pdf')])).http).toBe(200)
  })

  it('one that announces no length counts as it grows', async () => {
    const room = await app.room({ storageLimit: 300_000 })
    const first = await beginOnly(room, file('stumm.pdf'), 'transfer-encoding: chunked')
    await eventually(async () => expect(await temp(room)).toBe(1))
    await eventually(async () => {
      const answer = await beginUpload(room.operator, { name: 'c.pdf', size: 150_000 })
      if (answer.http === 201) await endUpload(room.operator, uploadOf(answer))
      expect(answer.http).toBe(507)
    })
    first.destroy()
    await eventually(async () => expect(await temp(room)).toBe(0))
    expect((await beginUpload(room.operator, { name: 'c.pdf', size: 150_000 })).http).toBe(201)
  })
})
