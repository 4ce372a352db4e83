import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchAnswer } from './fetch-answer.ts'

const never = new AbortController().signal
const asking = { maxBytes: 100, signal: never, mayBePrivate: false }

let server: http.Server
let port: number
let connections = 0
beforeAll(async () => {
  server = http.createServer((request, response) => {
    if (request.url === '/slow') return response.write('a')
    return response.end(request.url === '/long' ? Buffer.alloc(101) : 'answer')
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('what a certificate names', () => {
  it.each([
    ['ftp://example.com/a', /neither of http nor of https/],
    ['file:///etc/passwd', /neither of http nor of https/],
    ['http://user:word@example.com/a', /password/],
    ['http://127.0.0.1:PORT/a', /private network/],
    ['http://0x7f.1:PORT/a', /private network/],
    ['http://localhost:PORT/a', /private network/],
    ['http://[::1]:PORT/a', /private network/],
    ['http://[::ffff:127.0.0.1]:PORT/a', /private network/],
    ['http://[2002:7f00:1::]:PORT/a', /private network/],
    ['http://[fd00::1]/a', /private network/],
    ['http://10.1.2.3/a', /private network/],
    ['http://169.254.169.254/latest/meta-data', /private network/],
    ['http://100.64.0.1/a', /private network/],
  ])('is not asked, and not even connected to: %s', async (address, reason) => {
    connections = 0
    await expect(fetchAnswer(address.replace('PORT', String(port)), asking)).rejects.toThrow(reason)
    expect(connections).toBe(0)
  })
})

describe('a host that may be private', () => {
  const ask = (path: string, signal = never) =>
    fetchAnswer(`http://127.0.0.1:${port}${path}`, { ...asking, signal, mayBePrivate: true })

  it('is asked', async () => {
    expect((await ask('/')).toString()).toBe('answer')
  })

  it('is left when it says more than it may', async () => {
    await expect(ask('/long')).rejects.toThrow('its answer is too long')
  })

  it('is left when it does not come to an end', async () => {
    await expect(ask('/slow', AbortSignal.timeout(200))).rejects.toThrow(
      'it did not answer in time',
    )
  })
})
