import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApi } from '../lib/api/api.ts'
import { draftCallsOf } from './draft-calls.ts'

const PATH = '/api/room/api/draft/message'
const realFetch = globalThis.fetch

let server: Server
let reported: string[] = []
let hold: Promise<unknown> | undefined
let kept: string | undefined
let token: string | undefined

const newApi = () =>
  createApi({
    bearer: () => token,
    language: () => 'ko',
    failureText: () => 'no answer',
    onRefused: (error) => reported.push(error.code),
  })

beforeEach(async () => {
  reported = []
  hold = undefined
  kept = undefined
  token = 'first'
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => {
      body += part.toString()
    })
    request.on('end', async () => {
      const call = `${request.method} ${request.url} ${request.headers.authorization}`
      reported.push(call)
      await hold
      if (request.method === 'PUT') kept = JSON.parse(body).text
      if (request.method === 'DELETE') kept = undefined
      const isRead = request.method === 'GET' && kept !== undefined
      const payload = isRead ? { text: kept, savedAt: '2026-01-01T00:00:00.000Z' } : null
      reported.push(`${call} answered`)
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ status: 'OK', payload }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  globalThis.fetch = (input, init) => realFetch(new URL(String(input), base), init)
})

afterEach(async () => {
  globalThis.fetch = realFetch
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

function holdAnswers(): () => void {
  let release = () => {}
  hold = new Promise<void>((resolve) => {
    release = resolve
  })
  return () => release()
}

const signal = () => new AbortController().signal

test('what was forgotten by one dialog is not given back to the next, which is opened at once', async () => {
  const api = newApi()
  const first = draftCallsOf(api, 'message')
  await first.keep('보낸 글', false)
  expect(await first.read(signal())).toBe('보낸 글')
  reported = []
  const release = holdAnswers()
  const dropped = first.drop()
  const found = draftCallsOf(api, 'message').read(signal())
  await expect.poll(() => reported).toEqual([`DELETE ${PATH} Bearer first`])
  release()
  expect(await found).toBeUndefined()
  await dropped
  expect(reported.map((call) => call.replace(` ${PATH} Bearer first`, ''))).toEqual([
    'DELETE',
    'DELETE answered',
    'GET',
    'GET answered',
  ])
})

test('a waiting call is sent for the person who typed it, and for nobody who enters meanwhile', async () => {
  const api = newApi()
  const calls = draftCallsOf(api, 'message')
  const release = holdAnswers()
  const work = [calls.drop(), calls.keep('남의 글', false)]
  token = 'second'
  const later = draftCallsOf(api, 'message')
  release()
  await Promise.all([...work, calls.keep('닫으며', false)])
  expect(reported.filter((call) => !call.includes('Bearer first'))).toEqual([])
  await later.drop()
  expect(reported.at(-1)).toBe(`DELETE ${PATH} Bearer second answered`)
})

test('where nobody is in, nothing is kept, not even for who enters later', async () => {
  token = undefined
  const calls = draftCallsOf(newApi(), 'message')
  token = 'second'
  await Promise.all([calls.keep('닫으며', false), calls.drop()])
  expect(await calls.read(signal())).toBeUndefined()
  expect(reported).toEqual([])
})

test('one that fails holds up none of those behind it', async () => {
  const calls = draftCallsOf(newApi(), 'message')
  const served = globalThis.fetch
  globalThis.fetch = () => Promise.reject(new TypeError('no network'))
  await expect(calls.keep('하나', false)).rejects.toThrow('OFFLINE')
  globalThis.fetch = served
  await calls.keep('둘', false)
  expect(await calls.read(signal())).toBe('둘')
})
