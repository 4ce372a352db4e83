import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { list } from '../../../contract/features/documents.ts'
import { exportOwn } from '../../../contract/features/history.ts'
import { invite, remove } from '../../../contract/features/members.ts'
import { page as pageImage } from '../../../contract/features/renditions.ts'
import { info } from '../../../contract/features/rooms.ts'
import { agree, events, join, logout } from '../../../contract/features/session.ts'
import { createApi } from './api.ts'
import { ApiError } from './api-error.ts'

interface Heard {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let server: Server
let base = ''
let heard: Heard[] = []
let answer: { http: number; type?: string; body: string; headers?: Record<string, string> } = {
  http: 200,
  body: '',
}
let refused: [string, string | undefined][] = []
const realFetch = globalThis.fetch

const ok = (payload: unknown, beside: object = {}) => ({
  http: 200,
  body: JSON.stringify({ status: 'OK', payload, ...beside }),
})

const api = createApi({
  bearer: () => 'token',
  language: () => 'en',
  failureText: () => 'no answer',
  onRefused: (error, bearer) => refused.push([error.code, bearer]),
})

beforeEach(async () => {
  heard = []
  refused = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', () => {
      heard.push({ method: request.method, url: request.url, headers: request.headers, body })
      response
        .writeHead(answer.http, {
          'content-type': answer.type ?? 'application/json',
          ...answer.headers,
        })
        .end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), base), init)
})

afterEach(async () => {
  globalThis.fetch = realFetch
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

test('a call is made as its operation says, with bearer and language [call-made]', async () => {
  answer = ok(null)
  await api.call(agree, { query: { id: '7' } })
  await api.call(remove, { params: { id: '9' } })
  expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/room/api/room/checkAgree?id=7',
    'DELETE /api/room/api/room/user/deleteInvited/9',
  ])
  expect(heard[0]?.headers).toMatchObject({
    authorization: 'Bearer token',
    'accept-language': 'en',
  })
  expect(heard[0]?.headers['content-type']).toBeUndefined()
})

test('a public call carries no bearer; a bearer can be named [bearer-none]', async () => {
  answer = {
    http: 200,
    body: JSON.stringify({
      status: 'EXCEPTION',
      payload: 'Please check the PIN',
      code: 'PIN_REFUSED',
    }),
  }
  await expect(api.call(join, { body: { pin: '1' } })).rejects.toMatchObject({
    code: 'PIN_REFUSED',
    text: 'Please check the PIN',
  })
  expect(heard[0]?.headers.authorization).toBeUndefined()
  expect(heard[0]?.body).toBe('{"pin":"1"}')
  answer = ok(null)
  await api.call(logout, {}, { bearer: 'old' })
  expect(heard[1]?.headers.authorization).toBe('Bearer old')
})

test('a public call can name the session that it replaces, and its refusal says nothing of that session', async () => {
  for (const http of [200, 429]) {
    answer = {
      http,
      body: JSON.stringify({
        status: 'EXCEPTION',
        payload: 'no',
        code: http === 200 ? 'PIN_REFUSED' : 'TOO_MANY',
      }),
    }
    await expect(api.call(join, { body: { pin: '1' } }, { bearer: 'old' })).rejects.toMatchObject({
      text: 'no',
    })
  }
  expect(heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer old'])
  expect(refused.map(([, bearer]) => bearer)).toEqual([undefined, undefined])
})

test('a page comes with its cursor and the further fields of its operation, and nothing else', async () => {
  const folderPath = [{ id: 3, parent: 0, folderName: '02' }]
  answer = ok([], { nextCursor: 'c', folderPath, counts: { folders: 0, files: 9 }, secret: 1 })
  const { payload, nextCursor, beside } = await api.page(list, {
    body: { keword: '', parent: 3, roomId: 1 },
  })
  expect(payload).toEqual([])
  expect(nextCursor).toBe('c')
  expect(beside).toEqual({ folderPath, counts: { folders: 0, files: 9 } })
})

test('a payload that breaks the contract does not get through', async () => {
  answer = ok({ roomName: 3 })
  await expect(api.call(info, { params: { roomId: '1' } })).rejects.toBeInstanceOf(ApiError)
  answer = ok([], { folderPath: 'nowhere' })
  await expect(
    api.page(list, { body: { keword: '', parent: 0, roomId: 1 } }),
  ).rejects.toBeInstanceOf(ApiError)
})

test('a refusal is reported with the bearer that was sent [refusal-heard]', async () => {
  answer = {
    http: 401,
    body: JSON.stringify({ status: 'EXCEPTION', payload: 'gone', code: 'SESSION_IDLE' }),
  }
  await expect(
    api.call(invite, { body: { id: 1, roomId: 1, inviteUserList: [] } }),
  ).rejects.toMatchObject({ http: 401, text: 'gone' })
  expect(refused).toEqual([['SESSION_IDLE', 'token']])
})

test('another transport gets the headers of now, and its refusals are heard', () => {
  const { headers, refusal } = api.transportAuth()
  expect(headers).toMatchObject({ authorization: 'Bearer token', 'accept-language': 'en' })
  expect(refusal(0, '')).toMatchObject({ code: 'OFFLINE', text: 'no answer' })
  expect(refused).toEqual([])
  expect(
    refusal(507, JSON.stringify({ status: 'EXCEPTION', payload: 'full', code: 'NO_SPACE' })),
  ).toMatchObject({
    text: 'full',
    http: 507,
  })
  expect(refusal(204, '')).toMatchObject({ code: 'INTERNAL', http: 204 })
  expect(refused).toEqual([
    ['NO_SPACE', 'token'],
    ['INTERNAL', 'token'],
  ])
})

test('bytes are handed on, a refusal of bytes is an error', async () => {
  answer = { http: 200, type: 'image/jpeg', body: 'jpeg' }
  const given = {
    params: { name: 'n', page: '2' },
    query: { width: '800', prefetch: '1' as const },
  }
  expect(await (await api.bytes(pageImage, given)).text()).toBe('jpeg')
  expect(heard[0]?.url).toBe('/api/room/api/file/view/n/pages/2?width=800&prefetch=1')
  answer = {
    http: 422,
    body: JSON.stringify({ status: 'EXCEPTION', payload: 'slow', code: 'DOCUMENT_SLOW' }),
  }
  await expect(api.bytes(pageImage, given)).rejects.toMatchObject({ code: 'DOCUMENT_SLOW' })
})

test('bytes are named as the answer says and counted while they come', async () => {
  const given = { body: { format: 'html' as const } }
  const disposition = 'attachment; filename="room-history_261122183000.html"'
  answer = {
    http: 200,
    type: 'text/html',
    body: '<p>활동</p>',
    headers: { 'content-disposition': disposition },
  }
  const received: number[] = []
  const file = await api.bytes(exportOwn, given, { onReceived: (bytes) => received.push(bytes) })
  expect({ name: file.name, type: file.type, text: await file.text() }).toEqual({
    name: 'room-history_261122183000.html',
    type: 'text/html',
    text: '<p>활동</p>',
  })
  expect(received.at(-1)).toBe(file.size)
  expect(received).toEqual([...received].sort((one, other) => one - other))
  answer = { http: 200, type: 'text/html', body: '' }
  expect(await api.bytes(exportOwn, given)).toMatchObject({ name: '', size: 0 })
})

test('lines of unknown kinds are passed over', async () => {
  answer = {
    http: 200,
    type: 'application/x-ndjson',
    body: '{"type":"hello"}\n{"type":"later"}\n{"type":"items","parent":3}\n',
  }
  const lines = []
  for await (const line of api.lines(events, {})) lines.push(line)
  expect(lines).toEqual([{ type: 'hello' }, { type: 'items', parent: 3 }])
})

test('without an answer there is a text; an abort stays an abort [no-answer]', async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(api.call(logout, {})).rejects.toMatchObject({
    code: 'OFFLINE',
    http: 0,
    text: 'no answer',
  })
  expect(refused).toEqual([])
  const signal = AbortSignal.abort()
  await expect(api.call(logout, {}, { signal })).rejects.toMatchObject({ name: 'AbortError' })
})

test('a call that its caller follows has no timeout, others have one [untimed]', async () => {
  answer = ok(null)
  const within: (AbortSignal | null | undefined)[] = []
  const fetchNow = globalThis.fetch
  globalThis.fetch = (input, init) => {
    within.push(init?.signal)
    return fetchNow(input, init)
  }
  await api.call(logout, {})
  await api.call(logout, {}, { untimed: true })
  expect(within.map((signal) => signal instanceof AbortSignal)).toEqual([true, false])
})
