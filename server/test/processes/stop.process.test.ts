import { existsSync, readdirSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { BASE_PATH } from '../../../contract/core/base-path.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  type RunningServer,
  readFirstRoom,
  until,
} from '../harness/server-process.ts'
import { onlySlow } from '../harness/tier.ts'
import type { WireClient } from '../harness/wire-client.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

describe('a server that receives SIGTERM', () => {
  let home: Installation
  let server: RunningServer
  let operator: WireClient

  // New databases would take most of the time.
  beforeAll(async () => {
    home = await installation()
  })
  beforeEach(async () => {
    server = await home.start()
    operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
  })
  afterEach(async () => {
    server.signal('SIGTERM')
    await server.ended()
  })
  afterAll(() => home.remove())

  it('answers pending requests, ends streams and idle connections, stops the database and exits with 0, also at repeated signals', async () => {
    const events = await operator.fetch('GET', '/room/api/room/events')
    const lines = readAll(events)
    const idle = await idleConnection(home.port)
    const upload = beginUpload(server.url, operator)
    await until(() => tempFiles(home) === 1, 'the upload to arrive')

    server.signal('SIGINT')
    server.signal('SIGINT')
    server.signal('SIGTERM')
    expect(await lines).toMatch(/^\{"type":"hello"\}\n/)
    await until(() => idle.closed, 'the idle connection to be closed')
    await expect(fetch(`${server.url}/health/live`)).rejects.toThrow('fetch failed')
    const answer = await upload.finish()
    expect(answer).toMatchObject({ http: 200, connection: 'close' })

    expect(await server.ended()).toMatchObject({ code: 0, signal: null, stderr: '' })
    expectStopped(home)
    server = await home.start()
    operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
    expect((await operator.items()).map(({ name }) => name)).toEqual(['late.pdf'])
  })

  onlySlow(() => {
    it('cuts a request that does not come to its end, and keeps nothing of it', async () => {
      const upload = beginUpload(server.url, operator)
      await until(() => tempFiles(home) === 1, 'the upload to arrive')
      server.signal('SIGTERM')
      expect(await server.ended()).toMatchObject({ code: 0, signal: null })
      expect(await upload.broken).toBe(true)
      expectStopped(home)
      expect(tempFiles(home)).toBe(0)
    })

    it('ends at once at a second signal some seconds later, and the database ends after it', async () => {
      const upload = beginUpload(server.url, operator)
      await until(() => tempFiles(home) === 1, 'the upload to arrive')
      server.signal('SIGINT')
      await wait(2_500)
      expect(server.child.exitCode).toBe(null)
      server.signal('SIGINT')
      expect(await server.ended()).toMatchObject({ code: 130 })
      expect(await upload.broken).toBe(true)
      await until(() => home.databaseServers().length === 0, 'the database to end')
      server = await home.start()
      expect(tempFiles(home)).toBe(0)
    })
  })
})

function expectStopped(home: Installation): void {
  expect(home.databaseServers()).toEqual([])
  for (const left of ['db/postmaster.pid', 'db.lock', 'server.json'])
    expect(existsSync(path.join(home.dataDir, left)), left).toBe(false)
}

const tempFiles = (home: Installation): number => readdirSync(path.join(home.dataDir, 'tmp')).length

async function readAll(response: Response): Promise<string> {
  return response.text()
}

async function idleConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  socket.on('error', () => undefined)
  socket.write('GET /health/live HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: keep-alive\r\n\r\n')
  await until(() => text.includes('"OK"'), 'an answer')
  expect(text).toMatch(/connection: keep-alive/i)
  return socket
}

function beginUpload(url: string, operator: WireClient) {
  const boundary = 'slow-upload'
  const fields = { id: operator.me.id, parent: 0, roomId: operator.me.roomId, typeId: 4 }
  const outgoing: ClientRequest = request(`${url}${BASE_PATH}/room/api/file/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${operator.me.jwt}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  for (const [name, value] of Object.entries(fields)) {
    outgoing.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
  }
  outgoing.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="late.pdf"\r\n\r\n`,
  )
  outgoing.write(makePdf(1))
  const answered = new Promise<{ http: number; connection: string } | undefined>((resolve) => {
    outgoing.on('error', () => resolve(undefined))
    outgoing.once('response', (response) => {
      response.resume().on('error', () => undefined)
      resolve({ http: response.statusCode ?? 0, connection: response.headers.connection ?? '' })
    })
  })
  return {
    broken: answered.then((answer) => answer === undefined),
    finish: () => {
      outgoing.end(`\r\n--${boundary}--\r\n`)
      return answered
    },
  }
}
