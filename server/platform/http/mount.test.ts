import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { BYTES_BODY, operation } from '../../../contract/core/operation.ts'
import { pathId } from '../../../contract/core/schemas.ts'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { connect, sendRaw } from '../../test/harness/raw-http.ts'
import { createApp } from './app.ts'
import { ok } from './envelope.ts'
import { type Bytes, type Guard, mountAll } from './mount.ts'
import { Refusal } from './refusal.ts'

const bytes = operation({
  name: 'documents.list',
  method: 'GET',
  path: '/bytes',
  summary: 'Bytes.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.download',
  answer: { kind: 'bytes', types: ['application/octet-stream'] },
})
const named = operation({
  name: 'documents.upload',
  method: 'POST',
  path: '/named/:room',
  summary: 'Names who calls.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.read',
  params: z.strictObject({ room: pathId }),
  body: z.strictObject({ member: z.int(), text: z.string().optional() }),
  identity: { params: { room: 'room' }, body: { member: 'member' } },
  answer: { kind: 'json', payload: z.object({ done: z.boolean() }) },
})

const piece = operation({
  name: 'uploads.append',
  method: 'PATCH',
  path: '/piece',
  summary: 'Takes bytes.',
  credential: 'session',
  delivers: 'none',
  permission: 'documents.write',
  bytes: true,
  always: { 'X-Spoken': '1' },
  headers: z.object({ 'upload-offset': z.string().regex(/^\d{1,3}$/) }),
  answer: { kind: 'headers', status: 204, headers: z.object({ Said: z.string() }) },
})

describe('a mounted operation', () => {
  let app: FastifyInstance
  afterEach(() => app.close())

  function makeGuard(admitting: Promise<void> = Promise.resolve()) {
    const lost = new AbortController()
    const release = vi.fn()
    const guard: Guard<string> = {
      async admit(request) {
        await admitting
        if (request.headers.authorization === undefined) throw new Refusal('NO_SESSION')
        return 'actor'
      },
      identityOf: () => ({ room: 1, member: 2, user: 3 }),
      watch: () => ({ signal: lost.signal, release }),
    }
    return { guard, lost, release }
  }

  async function serve(guard: Guard<string>, give: () => Promise<Bytes>): Promise<string> {
    app = await createApp({
      log: memoryLog(),
      trustProxy: [],
      publicUrl: 'http://room.test',
      drainWithinMs: 500,
    })
    mountAll(
      app,
      [bytes, named],
      {
        'documents.list': give,
        'documents.upload': async () => ok({ done: true, secret: 'SECRET' }),
      },
      guard,
    )
    return app.listen({ host: '127.0.0.1', port: 0 })
  }

  const get = 'GET /api/bytes HTTP/1.1\r\nhost: room.test\r\nauthorization: x\r\n\r\n'
  const plain = async (): Promise<Bytes> => ({
    type: 'application/octet-stream',
    body: Buffer.from('BYTES'),
  })

  it('sends no bytes when the permission is lost while they are made', async () => {
    for (const body of [Buffer.from('BYTES'), Readable.from(['BYTES'])]) {
      const { guard, lost, release } = makeGuard()
      const base = await serve(guard, async () => {
        lost.abort(new Refusal('DOWNLOAD_DENIED'))
        return { type: 'application/octet-stream', body }
      })
      const answer = await sendRaw(base, get)
      expect(answer.status).toBe(403)
      expect(answer.body).not.toContain('BYTES')
      await eventually(() => expect(release).toHaveBeenCalledTimes(1))
      await app.close()
    }
  })

  it('watches no longer than the answer takes, also where the peer went before it was admitted', async () => {
    const prompt = makeGuard()
    expect((await sendRaw(await serve(prompt.guard, plain), get)).body).toBe('BYTES')
    await eventually(() => expect(prompt.release).toHaveBeenCalledTimes(1))
    await app.close()

    let admit = (): void => undefined
    const late = makeGuard(
      new Promise((resolve) => {
        admit = resolve
      }),
    )
    const base = await serve(late.guard, plain)
    const arrived = once(app.server, 'request')
    const socket = await connect(base)
    socket.write(get)
    const [request] = await arrived
    socket.resetAndDestroy()
    await eventually(() => expect(request.socket.destroyed).toBe(true))
    admit()
    await eventually(() => expect(late.release).toHaveBeenCalledTimes(1))
  })

  it.each([
    ['/api/named/1', '{"member":2}', true, 200],
    ['/api/named/2', '{"member":2}', true, 404],
    ['/api/named/1', '{"member":3}', true, 404],
    ['/api/named/x', '{"member":"2"}', false, 401],
    ['/api/named/x', '{"member":2}', true, 400],
    ['/api/named/1?x=1', '{"member":2}', true, 400],
    ['/api/named/1', '{"member":2,"more":1}', true, 400],
    ['/api/named/1', '{"member":2,"text":"\\u0000"}', true, 400],
    ['/api/named/1', '', true, 400],
    ['/api/named/1', '[]', true, 400],
    ['/api/named/1', 'null', true, 400],
  ])('%s with %s and a session: %s', async (path, body, session, status) => {
    const base = await serve(makeGuard().guard, plain)
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...(session ? { authorization: 'x' } : {}) },
    })
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('SECRET')
  })

  it('of bytes leaves them to its handler, and answers with the headers that it names', async () => {
    app = await createApp({
      log: memoryLog(),
      trustProxy: [],
      publicUrl: 'http://room.test',
      drainWithinMs: 500,
    })
    const handle = vi.fn(
      async ({
        request,
        headers,
      }: {
        request: { raw: Readable }
        headers: { 'upload-offset': string }
      }) => {
        const received = Buffer.concat(await request.raw.toArray())
        return { Said: `${headers['upload-offset']} ${received}`, 'X-Secret': 'SECRET' }
      },
    )
    mountAll(app, [piece], { 'uploads.append': handle }, makeGuard().guard)
    const base = await app.listen({ host: '127.0.0.1', port: 0 })
    const send = (headers: Record<string, string>) =>
      fetch(`${base}/api/piece`, {
        method: 'PATCH',
        body: new TextEncoder().encode('{"a":1}'),
        headers,
      })
    const good = {
      authorization: 'x',
      'content-type': BYTES_BODY,
      'upload-offset': '7',
      'x-other': 'y',
    }
    const answer = await send(good)
    expect([answer.status, answer.headers.get('said'), answer.headers.get('x-secret')]).toEqual([
      204,
      '7 {"a":1}',
      null,
    ])
    for (const [change, status] of [
      [{ 'upload-offset': '7000' }, 400],
      [{ 'upload-offset': '' }, 400],
      [{ 'content-type': 'application/json' }, 415],
      [{ 'content-type': 'text/html' }, 415],
    ] as const) {
      const refused = await send({ ...good, ...change })
      expect([refused.status, refused.headers.get('x-spoken')]).toEqual([status, '1'])
    }
    const { authorization: _, ...anonymous } = good
    expect((await send(anonymous)).status).toBe(401)
    expect(handle).toHaveBeenCalledTimes(1)
  })
})
