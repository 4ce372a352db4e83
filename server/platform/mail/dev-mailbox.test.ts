import { mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../test/harness/clocks.ts'
import { mountDevMailbox } from './dev-mailbox.ts'
import { createFolderTransport } from './folder-transport.ts'

describe('the local mailbox', () => {
  const clock = new ManualClock(new Date('2026-11-20T00:00:00Z'))
  let folder: string
  let app: FastifyInstance

  beforeEach(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'mailbox-')), 'outbox')
    app = Fastify()
    mountDevMailbox(app, folder)
  })
  afterEach(async () => {
    await app.close()
    await rm(path.dirname(folder), { recursive: true })
  })

  const send = (subject: string, text: string): Promise<unknown> => {
    clock.advance(1_000)
    return createFolderTransport({ folder, clock }).send(
      { to: 'kim@example.com', language: 'ko', subject, text },
      {
        from: { name: '', address: 'room@example.com' },
        roomId: 1,
        messageId: '<1@example.com>',
        signal: new AbortController().signal,
      },
    )
  }
  const open = (host = '127.0.0.1:8080') => app.inject({ url: '/dev/mailbox', headers: { host } })

  it('shows mails, the newest first, and nothing in them is markup', async () => {
    await send('처음 <b>굵게</b>', '<script>alert("1")</script> & \'PIN\' 123-45-67890123456')
    await send('다음', '둘째')
    const { statusCode, headers, body } = await open()
    expect(statusCode).toBe(200)
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body.indexOf('다음')).toBeLessThan(body.indexOf('처음'))
    expect(body).toContain('kim@example.com')
    expect(body).toContain('123-45-67890123456')
    expect(body).toContain('처음 &lt;b&gt;굵게&lt;/b&gt;')
    expect(body).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;PIN&#39;')
    expect(body).not.toMatch(/<script|<b>/)
  })

  it('says so while there is none, and passes over one that has just been removed', async () => {
    expect((await open()).body).toContain('메일이 없습니다')
    await send('다음', '둘째')
    await symlink(
      path.join(folder, 'gone'),
      path.join(folder, '20270101T000000000Z-000001-00000000.eml'),
    )
    const { statusCode, body } = await open()
    expect(statusCode).toBe(200)
    expect(body).toContain('둘째')
  })

  it('is not there under a name that is not of this machine', async () => {
    await send('비밀', 'PIN 123-45-67890123456')
    for (const host of ['rebound.example', 'rebound.example:8080', '192.168.0.4']) {
      const { statusCode, body } = await open(host)
      expect(statusCode).toBe(404)
      expect(body).not.toContain('123-45')
    }
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip']) {
      const { statusCode, body } = await app.inject({
        url: '/dev/mailbox',
        headers: { host: 'localhost:8080', [header]: '127.0.0.1' },
      })
      expect(statusCode).toBe(404)
      expect(body).not.toContain('123-45')
    }
    const beyond = await app.inject({
      url: '/dev/mailbox',
      headers: { host: 'localhost:8080' },
      remoteAddress: '192.168.0.9',
    })
    expect(beyond.statusCode).toBe(404)
    expect((await open('localhost:8080')).statusCode).toBe(200)
    expect((await open('[::1]:8080')).statusCode).toBe(200)
  })
})
