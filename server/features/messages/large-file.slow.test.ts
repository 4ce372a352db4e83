import { createHash } from 'node:crypto'
import { request } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { newestSent, ticketFor } from '../../test/fixtures/linked-file.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { filesBelow } from '../../test/harness/holdings.ts'
import { CLOSING, MULTIPART, partHead } from '../../test/harness/multipart.ts'
import {
  startTestApp,
  type TestApp,
  type TestPerson,
  type TestRoom,
} from '../../test/harness/test-app.ts'

const CHUNK = Buffer.alloc(1024 * 1024, '%sealroom')

let app: TestApp
let room: TestRoom
let reader: TestPerson
beforeAll(async () => {
  app = await startTestApp()
  room = await app.room()
  reader = await app.participant(room)
  await app.database.pool.query('update rooms set storage_limit = 80000000000 where id = $1', [
    room.roomId,
  ])
})
afterAll(() => app.close())

function* largePdf(size: number): Generator<Buffer> {
  const pdf = Buffer.from(makePdf(1))
  yield pdf
  for (let left = size - pdf.length; left > 0; left -= CHUNK.length)
    yield left < CHUNK.length ? CHUNK.subarray(0, left) : CHUNK
}

async function send(
  subject: string,
  size: number,
): Promise<{ http: number; json: { code?: string; rejected?: { code: string }[] } }> {
  const { roleId, roomId, userId, jwt } = room.operator.me
  const data = JSON.stringify({
    subject,
    content: '본문',
    recipients: [{ email: reader.email }],
    sender: { roleId, roomId, userId },
  })
  const body = function* () {
    yield Buffer.from(
      `${partHead({ name: 'data' })}${data}\r\n${partHead({ name: 'file', filename: 'large.pdf' })}`,
    )
    yield* largePdf(size)
    yield Buffer.from(`\r\n${CLOSING}`)
  }
  const sending = request(`${app.base}/api/room/api/message/sendByManager`, {
    method: 'POST',
    headers: { authorization: `Bearer ${jwt}`, 'content-type': MULTIPART },
  })
  const answered = new Promise<{ http: number; text: string }>((resolve, reject) => {
    sending.once('error', reject)
    sending.once('response', async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ http: response.statusCode ?? 0, text })
    })
  })
  await pipeline(Readable.from(body()), sending)
  const { http, text } = await answered
  return { http, json: JSON.parse(text) }
}

describe('the largest file of a message', () => {
  it('is that of an upload: it arrives byte by byte as it was sent', async () => {
    expect((await send('가장 큰 파일', LIMITS.uploadBytes)).http).toBe(200)
    const sent = createHash('sha256')
    for (const chunk of largePdf(LIMITS.uploadBytes)) sent.update(chunk)
    const response = await reader.client.fetch(
      'GET',
      await ticketFor(reader.client, await newestSent(room.operator)),
    )
    expect(response.headers.get('content-length')).toBe(String(LIMITS.uploadBytes))
    const received = createHash('sha256')
    for await (const chunk of response.body ?? []) received.update(chunk)
    expect(received.digest('hex')).toBe(sent.digest('hex'))
  })

  it('a byte more is refused as an upload is, and nothing of it is left', async () => {
    const before = await filesBelow(path.join(app.dataDir, 'blobs'))
    const { http, json } = await send('너무 큰 파일', LIMITS.uploadBytes + 1)
    expect(http).toBe(413)
    expect(json).toMatchObject({ code: 'TOO_LARGE', rejected: [{ code: 'SIZE' }] })
    expect(await filesBelow(path.join(app.dataDir, 'blobs'))).toEqual(before)
    expect(await filesBelow(path.join(app.dataDir, 'tmp'))).toEqual([])
  })
})
