import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../contract/core/limits.ts'
import { largePdf } from '../../test/fixtures/large-pdf.ts'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { expectNothingChanged, holdings } from '../../test/harness/holdings.ts'
import {
  fieldParts,
  MULTIPART,
  type MultipartPart,
  multipartBody,
  partHead,
  postParts,
  UPLOAD,
  uploadHead,
} from '../../test/harness/multipart.ts'
import { connect, readAnswer } from '../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import type { WireClient } from '../../test/harness/wire-client.ts'
import { createHeldMemory } from '../../test/scenarios/held-memory.ts'

const PDF = makePdf(1)

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const pdf = (filename: string, content: Uint8Array = PDF): MultipartPart => ({
  name: 'file',
  filename,
  content,
})

describe('an upload that cannot be stored whole', () => {
  let room: TestRoom
  beforeAll(async () => {
    room = await app.room()
  })

  it('more than the room may hold, in one file, in several and in what was there before', async () => {
    const small = await app.room({ storageLimit: 100_000 })
    const big = Buffer.concat([PDF, Buffer.alloc(60_000)])
    for (const files of [
      [pdf('a.pdf', largePdf(100_001))],
      [pdf('a.pdf', big), pdf('b.pdf', big)],
      [pdf('a.pdf', big), pdf('b.exe', big), pdf('c.pdf', big)],
    ]) {
      const answer = await expectNothingChanged(app, small.roomId, () =>
        postParts(small.operator, [...files, ...fieldParts(small.operator)]),
      )
      expect(answer).toMatchObject({ http: 507, json: { code: 'NO_SPACE' } })
    }
    const answers = await Promise.all(
      [1, 2, 3].map((n) => small.operator.upload([[`${n}.pdf`, new Uint8Array(big)]])),
    )
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 507, 507])
    expect(await holdings(app, small.roomId)).toMatchObject({
      items: 1,
      files: 1,
      used: big.length,
      temp: 0,
    })
    const exact = await app.room({ storageLimit: PDF.length })
    expect((await exact.operator.upload([['a.pdf', PDF]])).http).toBe(200)
  })

  it('what the database fails at: no row, and the blob waits for the sweep, since the commit might have happened', async () => {
    const broken = await app.room()
    await broken.operator.upload([['da.pdf', PDF]])
    const before = await holdings(app, broken.roomId)
    await app.database.pool.query(
      `alter table items add constraint broken check (room_id <> ${broken.roomId} or name <> 'x.pdf')`,
    )
    const answer = await postParts(broken.operator, [pdf('x.pdf'), ...fieldParts(broken.operator)])
    await app.database.pool.query('alter table items drop constraint broken')
    expect(answer).toMatchObject({ http: 500, json: { code: 'INTERNAL' } })
    expect(await holdings(app, broken.roomId)).toEqual({ ...before, blobs: before.blobs + 1 })
    await app.program.sweep()
    expect(await holdings(app, broken.roomId)).toEqual(before)
  })

  it('a body that ends anywhere, and the next upload works', async () => {
    const body = multipartBody([
      ...fieldParts(room.operator),
      pdf('x.pdf'),
      pdf('y.pdf', largePdf(200_000)),
    ])
    const head = uploadHead(room.operator, `content-length: ${body.length}`)
    const step = Math.ceil(body.length / 40)
    const failures = () => app.log.entries.filter(({ msg }) => msg === 'request failed').length
    const failuresBefore = failures()
    const cuts = [
      ...Array.from({ length: 40 }, (_, index) => index * step),
      ...Array.from({ length: 30 }, (_, index) => body.length - 1 - index * 7),
    ]
    await expectNothingChanged(app, room.roomId, async () => {
      for (const [index, cut] of cuts.entries()) {
        const socket = await connect(app.base)
        socket.on('error', () => undefined).resume()
        socket.write(head)
        await new Promise((resolve) => socket.write(body.subarray(0, cut), resolve))
        if (index % 2 === 0) socket.end()
        else socket.resetAndDestroy()
        await new Promise((resolve) =>
          socket.closed ? resolve(undefined) : socket.once('close', resolve),
        )
      }
    })
    expect(failures()).toBe(failuresBefore)
    expect((await app.stranger().fetch('GET', '/room/api/room/events')).status).toBe(401)
    expect((await room.operator.upload([['danach.pdf', PDF]])).http).toBe(200)
  })

  it('a body shorter and one longer than it was said to be', async () => {
    const body = multipartBody([...fieldParts(room.operator), pdf('x.pdf')])
    for (const [length, http] of [
      [body.length + 1_000, 0],
      [body.length - 200, 400],
    ] as const) {
      await expectNothingChanged(app, room.roomId, async () => {
        const socket = await connect(app.base)
        const answer = readAnswer(socket)
        socket.write(uploadHead(room.operator, `content-length: ${length}`))
        socket.end(body)
        const { status } = await answer
        expect([http, 400]).toContain(status)
      })
    }
  })

  it('an endless file: the answer comes, the connection ends, the disk stays bounded', async () => {
    const small = await app.room({ storageLimit: 3_000_000 })
    await expectNothingChanged(app, small.roomId, async () => {
      const socket = await connect(app.base)
      const answer = readAnswer(socket)
      socket.write(uploadHead(small.operator, 'transfer-encoding: chunked'))
      const send = (bytes: Uint8Array): boolean =>
        socket.write(`${bytes.length.toString(16)}\r\n`) &&
        socket.write(bytes) &&
        socket.write('\r\n')
      send(Buffer.from(partHead({ name: 'file', filename: 'endless.pdf' })))
      send(PDF)
      const chunk = Buffer.alloc(256_000)
      let sent = 0
      while (!socket.destroyed && sent < 200_000_000) {
        sent += chunk.length
        if (!send(chunk))
          await Promise.race([
            new Promise((resolve) => socket.once('drain', resolve)),
            new Promise((resolve) => socket.once('close', resolve)),
          ])
      }
      expect(await answer).toMatchObject({ status: 507 })
      expect(sent).toBeLessThan(100_000_000)
    })
  })

  it('what was under way when the operator lost the right, also where the peer fell silent', async () => {
    const room = await app.room()
    const { memberId, pin } = await app.participant(room)
    await room.operator.call('POST', '/room/api/room/user/role', {
      body: { roomManagerId: memberId, roleId: 4 },
    })
    const second = app.stranger()
    await second.join(pin)
    await second.agree()
    await second.elevate(await app.codeMailedTo(second.me.email))
    await expectNothingChanged(app, room.roomId, async () => {
      const socket = await connect(app.base)
      const answer = readAnswer(socket)
      socket.write(uploadHead(second, 'content-length: 100000'))
      socket.write(partHead({ name: 'file', filename: 'x.pdf' }))
      socket.write(PDF)
      await eventually(async () => expect((await holdings(app, room.roomId)).temp).toBe(1))
      await room.operator.setRight(memberId, 'access', false)
      expect(await answer).toMatchObject({ status: 401 })
      await eventually(() => expect(socket.closed || socket.readableEnded).toBe(true))
    })
  })
})

describe('the size of a file', () => {
  function stream(client: WireClient, size: number): ReadableStream<Uint8Array> {
    const zeros = new Uint8Array(1_000_000)
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(partHead({ name: 'file', filename: 'big.pdf' }))
      yield PDF
      for (let left = size - PDF.length; left > 0; left -= zeros.length)
        yield left < zeros.length ? zeros.subarray(0, left) : zeros
      yield Buffer.concat([Buffer.from('\r\n'), multipartBody(fieldParts(client))])
    }
    return Readable.toWeb(Readable.from(pieces())) as ReadableStream<Uint8Array>
  }

  const sendBig = async (
    client: WireClient,
    size: number,
  ): Promise<{ http: number; json: unknown }> => {
    const response = await fetch(`${app.base}/api${UPLOAD}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.me.jwt}`, 'content-type': MULTIPART },
      body: stream(client, size),
      duplex: 'half',
    } as RequestInit)
    return { http: response.status, json: await response.json() }
  }

  const ALLOWED = 50e6

  it('may be 300 MB and not a byte more, with memory that stays flat [upload-limit]', async () => {
    const room = await app.room()
    const held = createHeldMemory()
    let peak = 0
    const before = held()
    const timer = setInterval(() => {
      peak = Math.max(peak, held(before + ALLOWED))
    }, 1_000)
    const refused = await expectNothingChanged(app, room.roomId, () =>
      sendBig(room.operator, LIMITS.uploadBytes + 1),
    )
    expect(refused).toMatchObject({
      http: 413,
      json: { code: 'TOO_LARGE', rejected: [{ name: 'big.pdf', code: 'SIZE' }] },
    })
    const taken = await sendBig(room.operator, LIMITS.uploadBytes)
    clearInterval(timer)
    expect(taken).toMatchObject({
      http: 200,
      json: { payload: [{ name: 'big.pdf', size: LIMITS.uploadBytes }], rejected: [] },
    })
    expect(await holdings(app, room.roomId)).toMatchObject({
      used: LIMITS.uploadBytes,
      files: 1,
      temp: 0,
    })
    expect(peak - before).toBeLessThan(ALLOWED)
  })
})
