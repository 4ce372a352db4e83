import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../test/harness/eventually.ts'
import { type Receiver, startReceiver } from '../../../test/programs/receiver.ts'
import { allowedUrl, post } from './post.ts'

const never = new AbortController().signal
const MESSAGE = { body: '{}', headers: {}, signal: never }

let receiver: Receiver
let port: string
beforeAll(async () => {
  receiver = await startReceiver()
  port = new URL(receiver.url).port
})
afterAll(() => receiver.close())

describe('addresses that a webhook may not have', () => {
  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:1',
    'no address',
    'https://user:word@example.com/',
    'https://user@example.com/',
    'https://example.com/#part',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:7f00:1::]/',
  ])('%s', (url) => {
    expect(allowedUrl(url, false)).toBeUndefined()
    expect(allowedUrl(url, true)).toBeUndefined()
  })

  it('allows public https, and http on this machine by a setting alone', () => {
    expect(allowedUrl('https://hooks.example.com:8443/a?b=c', false)?.href).toBe(
      'https://hooks.example.com:8443/a?b=c',
    )
    for (const local of ['http://127.0.0.1:9/', 'http://localhost:9/', 'http://[::1]:9/']) {
      expect(allowedUrl(local, false)).toBeUndefined()
      expect(allowedUrl(local, true)).toBeDefined()
    }
    expect(allowedUrl('http://localhost.example.com/', true)).toBeUndefined()
  })
})

describe('what is sent', () => {
  it('reaches no private address by a name, and is not even connected', async () => {
    expect(
      await post(`https://localhost:${port}/`, { ...MESSAGE, mayCallLoopback: false }),
    ).toEqual({ status: null, fault: 'address' })
    expect(await post(receiver.url, { ...MESSAGE, mayCallLoopback: false })).toEqual({
      status: null,
      fault: 'address',
    })
    expect(receiver.received).toEqual([])
  })

  it('ends at the status, however long the answer goes on', async () => {
    let closed = 0
    const endless = http.createServer((_request, response) => {
      response.writeHead(200)
      const writing = setInterval(() => response.write(Buffer.alloc(100_000)), 5)
      response.once('close', () => {
        clearInterval(writing)
        closed += 1
      })
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`
    expect(await post(url, { ...MESSAGE, mayCallLoopback: true })).toEqual({
      status: 200,
      fault: undefined,
    })
    await new Promise((resolve) => endless.close(resolve))
    await eventually(() => expect(closed).toBe(1))
  })

  it('says why it did not arrive', async () => {
    expect(await post('http://127.0.0.1:1/', { ...MESSAGE, mayCallLoopback: true })).toEqual({
      status: null,
      fault: 'connection',
    })
    receiver.answer(410)
    expect(await post(receiver.url, { ...MESSAGE, mayCallLoopback: true })).toEqual({
      status: 410,
      fault: 'status',
    })
  })
})
