import { EventEmitter, once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf } from '../../test/fixtures/make-pdf.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { connect, readAnswer, sendRaw } from '../../test/harness/raw-http.ts'
import { startTestApp, type TestApp, type TestRoom } from '../../test/harness/test-app.ts'
import { lacking } from '../../test/matrix/header-set.ts'
import { bearer, raw } from '../../test/scenarios/http/surfaces.ts'
import { createApp } from './app.ts'

describe('the HTTP surface', () => {
  let app: TestApp
  let room: TestRoom
  beforeAll(async () => {
    app = await startTestApp()
    room = await app.room()
  })
  afterAll(() => app.close())

  it('for an error of the server, and says nothing of it', async () => {
    const broken = await app.room()
    // Background inspection would settle the document.
    await app.stopJobs()
    await broken.operator.upload([['가.pdf', makePdf(1)]])
    const [item] = await broken.operator.items()
    await broken.operator.switches(false)
    await app.database.pool.query(
      "update file_segments set wrapped_key = '\\x00' where room_id = $1",
      [broken.roomId],
    )
    const { entries } = app.log
    for (const path of [
      `/room/api/file/${item?.filename}`,
      `/room/api/file/prepareFile/${item?.id}`,
    ]) {
      const answer = await broken.operator.call('GET', path)
      expect(answer).toMatchObject({ http: 500, json: { status: 'EXCEPTION', code: 'INTERNAL' } })
      expect(Object.keys(answer.json).sort()).toEqual(['code', 'payload', 'status'])
      expect(lacking(Object.fromEntries(answer.headers))).toEqual([])
    }
    expect(entries.filter(({ msg }) => msg === 'request failed').length).toBeGreaterThanOrEqual(2)
  })

  it('for a change that takes the database too long, and does nothing of it', async () => {
    const { operator, roomId } = await app.room()
    const folder = await operator.newFolder('큰 폴더')
    await app.database.pool.query(
      `create function cancel_change() returns trigger language plpgsql as $$ begin raise exception sqlstate '57014'; end $$;
       create trigger items_cancelled before update on items for each row when (old.room_id = ${roomId}) execute function cancel_change()`,
    )
    expect(await operator.renameItem(folder, '다른 이름')).toMatchObject({
      http: 503,
      json: { code: 'TIME_LIMIT' },
    })
    await app.database.pool.query(
      'drop trigger items_cancelled on items; drop function cancel_change()',
    )
    expect(await operator.items()).toMatchObject([{ name: '큰 폴더' }])
  })

  it('accepts calls of its own origin, by the address and by the Host header, and none at all', async () => {
    for (const [origin, status] of [
      ['http://room.test', 200],
      [app.base, 200],
      [undefined, 200],
      ['https://room.test', 403],
      ['http://room.test.evil.test', 403],
      ['http://room.test:81', 403],
      ['file://', 403],
    ] as const) {
      const answer = await room.operator.call('POST', '/room/api/room/alive', {
        headers: origin ? { origin } : {},
      })
      expect({ origin, status: answer.http }).toEqual({ origin, status })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
  })

  it('serves only the host of PUBLIC_URL and loopback, with any Origin, and no request that names two', async () => {
    const alive = (host: string, more = '') =>
      sendRaw(
        app.base,
        `POST /api/room/api/room/alive HTTP/1.1\r\n${host}${bearer(room)}${more}connection: close\r\ncontent-length: 0\r\n\r\n`,
      )
    for (const [host, status] of [
      ['room.test', 200],
      ['room.test:8443', 200],
      ['localhost:81', 200],
      ['[::1]:81', 200],
      ['evil.test', 403],
      ['room.test.evil.test', 403],
      ['evil.test@room.test', 403],
      ['evil.test/room.test', 403],
      ['10.0.0.7', 403],
    ] as const)
      expect({ host, status: (await alive(`host: ${host}\r\n`)).status }).toEqual({ host, status })
    expect((await alive('host: evil.test\r\n', 'origin: http://evil.test\r\n')).status).toBe(403)
    expect((await alive('host: room.test\r\n', 'origin: ftp://room.test\r\n')).status).toBe(403)
    expect((await alive('host: room.test\r\nHost: room.test\r\n')).status).toBe(400)
    const probe = (path: string) =>
      sendRaw(app.base, `GET ${path} HTTP/1.1\r\nhost: 10.0.0.7\r\nconnection: close\r\n\r\n`)
    expect((await probe('/health/live')).status).toBe(200)
    expect((await probe('/health/../api/room/api/room/events')).status).toBe(403)
  })

  it('takes no other method than the one on the line', async () => {
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
      const answer = await raw(
        app,
        'POST /api/room/api/room/user/deleteInvited/1?_method=DELETE',
        `${bearer(room)}${name}: DELETE\r\n`,
      )
      expect(answer.status).toBe(404)
    }
  })

  it('takes no token but the one in the header', async () => {
    const { jwt } = room.operator.me
    for (const [line, header] of [
      [`GET /api/room/api/room/info/${room.roomId}?access_token=${jwt}`, ''],
      [`GET /api/room/api/room/info/${room.roomId}`, `cookie: token=${jwt}\r\n`],
      [`GET /api/room/api/room/info/${room.roomId}`, `authorization: Basic ${jwt}\r\n`],
      [`GET /api/room/api/room/info/${room.roomId}`, `authorization: Bearer ${jwt}x\r\n`],
      [`GET /api/room/api/room/info/${room.roomId}`, 'authorization: Bearer \r\n'],
    ] as const) {
      expect((await raw(app, line, header)).status).toBe(401)
    }
  })

  it('looks for nothing that holds a NUL', async () => {
    const { roomId } = room
    const nul = String.fromCharCode(0)
    for (const path of [
      '/room/api/file/a%00.pdf',
      '/room/api/file/view/a%00',
      '/room/api/file/removeTempFile/%00',
    ])
      expect(await room.operator.call('GET', path)).toMatchObject({
        http: 400,
        json: { code: 'BAD_REQUEST' },
      })
    expect((await room.operator.list(0, { keword: `a${nul}`, roomId })).http).toBe(400)
    expect((await app.stranger().join(`1${nul}`)).http).toBe(400)
  })

  it('ends a connection on which rubbish follows a request, without a second answer into the first', async () => {
    const socket = await connect(app.base)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined)
    socket.write('GET /health/live HTTP/1.1\r\nhost: room.test\r\n\r\n')
    await eventually(() => expect(Buffer.concat(chunks).toString()).toContain('"OK"'))
    socket.write('rubbish\r\n\r\n')
    await eventually(() => expect(socket.closed).toBe(true))
    expect(
      Buffer.concat(chunks)
        .toString()
        .match(/HTTP\/1\.1/g),
    ).toHaveLength(1)
  })

  it.each(['POST /api/room/api/file/upload', 'POST /api/room/api/room/logout'])(
    'refuses %s before its body has arrived, lets a body pass for a while, and then ends the connection',
    async (line) => {
      const head = (length: number) =>
        `${line} HTTP/1.1\r\nhost: room.test\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
      const patient = await connect(app.base)
      const refused = readAnswer(patient)
      patient.write(`${head(900_000)}{`)
      expect((await refused).status).toBe(401)
      const again = readAnswer(patient)
      patient.write(`${' '.repeat(899_999)}${head(2)}{}`)
      expect((await again).status).toBe(401)

      const silent = await connect(app.base)
      silent.on('error', () => undefined).resume()
      silent.write(`${head(900_000)}{`)
      await eventually(() => expect(silent.closed).toBe(true))
      patient.destroy()
    },
  )

  it.each([
    [[], 1],
    [['127.0.0.1'], 0],
  ])(
    'warns once of X-Forwarded-For where the proxies trusted are %j: %i lines',
    async (trustProxy, lines) => {
      const log = memoryLog()
      const server = await createApp({
        log,
        trustProxy,
        publicUrl: 'http://room.test',
        drainWithinMs: 500,
      })
      const warnings = () => log.entries.filter(({ level }) => level === 'warn')
      await server.inject('/')
      expect(warnings()).toEqual([])
      for (const from of ['198.51.100.7', '198.51.100.8'])
        await server.inject({ url: '/', headers: { 'x-forwarded-for': from } })
      expect(warnings()).toHaveLength(lines)
      for (const { msg } of warnings()) expect(msg).toContain('TRUST_PROXY')
      expect(log.text()).not.toContain('198.51.100')
      await server.close()
    },
  )

  it('does not wait for peers that said nothing when it ends', async () => {
    const server = await createApp({
      log: app.log,
      trustProxy: [],
      publicUrl: 'http://room.test',
      drainWithinMs: 500,
    })
    const base = await server.listen({ host: '127.0.0.1', port: 0 })
    const silent = await connect(base)
    const begun = await connect(base)
    for (const socket of [silent, begun]) socket.on('error', () => undefined).resume()
    begun.write('GET / HT')
    expect((await sendRaw(base, 'GET / HTTP/1.1\r\nhost: room.test\r\n\r\n')).status).toBe(404)
    await server.close()
    await eventually(() => expect([silent.closed, begun.closed]).toEqual([true, true]))
  })
})

describe('an answer that nobody waits for any more', () => {
  async function left(goOn: (reply: FastifyReply) => unknown): Promise<string[]> {
    const log = memoryLog()
    const server = await createApp({
      log,
      trustProxy: [],
      publicUrl: 'https://room.test',
      drainWithinMs: 500,
    })
    const steps = new EventEmitter()
    const [asked, gone] = [once(steps, 'asked'), once(steps, 'gone')]
    server.post('/slow', async (_request, reply) => {
      reply.raw.once('close', () => steps.emit('gone'))
      steps.emit('asked')
      await gone
      return goOn(reply)
    })
    const base = await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = await connect(base)
    socket
      .on('error', () => undefined)
      .write(
        'POST /slow HTTP/1.1\r\nhost: room.test\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}',
      )
    await asked
    socket.destroy()
    await gone
    await server.close()
    return log.entries.filter(({ level }) => level === 'error').map(({ msg }) => String(msg))
  }

  it('is no failure of the server, whether it was being prepared or would have been sent', async () => {
    expect(await left((reply) => reply.send(new Readable({ read: () => undefined })))).toEqual([])
    expect(
      await left(() => {
        throw new DOMException('left', 'AbortError')
      }),
    ).toEqual([])
  })

  it('is one where something else fails', async () => {
    expect(
      await left(() => {
        throw new Error('the disk is full')
      }),
    ).toEqual(['request failed'])
  })
})
