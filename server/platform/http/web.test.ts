import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryLog } from '../../test/fixtures/memory-log.ts'
import { sendRaw } from '../../test/harness/raw-http.ts'
import { lacking } from '../../test/matrix/header-set.ts'
import { createApp } from './app.ts'
import { mountWeb } from './web.ts'

const VERIFY_POLICY = "default-src 'none'; script-src 'sha256-x'; connect-src 'none'"

describe('the web', () => {
  let server: FastifyInstance
  let base: string
  let folder: string
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom web '))
    await fs.mkdir(path.join(folder, 'assets'))
    await fs.writeFile(
      path.join(folder, 'index.html'),
      '<!doctype html><script nonce="__NONCE__" src="/assets/main-1.js"></script>',
    )
    for (const page of ['compose', 'sign', 'console'])
      await fs.writeFile(
        path.join(folder, `${page}.html`),
        `<!doctype html><title>${page}</title><script nonce="__NONCE__"></script>`,
      )
    await fs.writeFile(path.join(folder, 'assets', 'main-1.js'), 'export {}')
    await fs.mkdir(path.join(folder, 'assets', 'pdf-1'))
    await fs.writeFile(path.join(folder, 'assets', 'pdf-1', 'pdf.worker.min.mjs'), 'export {}')
    await fs.writeFile(
      path.join(folder, 'verify.html'),
      `<meta http-equiv="Content-Security-Policy" content="${VERIFY_POLICY}"><p>`,
    )
    await fs.writeFile(path.join(folder, 'secret.txt'), 'SECRET')
    server = await createApp({
      log: memoryLog(),
      trustProxy: [],
      publicUrl: 'https://room.test',
      drainWithinMs: 500,
    })
    await mountWeb(server, folder)
    base = await server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await server.close()
    await fs.rm(folder, { recursive: true })
  })

  it('serves one page for its routes, with a fresh nonce and a policy that names it', async () => {
    const nonces = new Set<string>()
    for (const [route, status] of [
      ['/', 200],
      ['/login', 200],
      ['/login/step', 200],
      ['/login/agree', 200],
      ['/login/other', 404],
      ['/about', 200],
      ['/new', 200],
      ['/questions', 200],
      ['/ended', 200],
      ['/admin/ending', 200],
      ['/admin/history?x=1', 200],
      ['/admin/', 404],
      ['/nothing/here', 404],
      ['/index.html', 404],
      ['/.git/config', 404],
    ] as const) {
      const answer = await sendRaw(base, `GET ${route} HTTP/1.1\r\nhost: room.test\r\n\r\n`)
      const nonce =
        /'nonce-([^']+)'/.exec(answer.headers['content-security-policy'] ?? '')?.[1] ?? ''
      expect({ route, status: answer.status }).toEqual({ route, status })
      expect(answer.body).toContain(`nonce="${nonce}"`)
      expect(lacking(answer.headers).filter((name) => name !== 'content-security-policy')).toEqual(
        [],
      )
      expect(answer.headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
      expect(answer.headers['content-security-policy']).toMatch(/; frame-src blob:;/)
      expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';/)
      expect(answer.headers['content-security-policy']).not.toMatch(
        /unsafe|object-src|child-src|worker-src/,
      )
      expect(answer.headers['content-security-policy']).toMatch(/; trusted-types 'none'$/)
      expect(answer.headers['strict-transport-security']).toMatch(/max-age=/)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(15)
  })

  it('leads the bare address of the operator area to its first page', async () => {
    for (const query of ['', '?room=2611-0002']) {
      const answer = await sendRaw(base, `GET /admin${query} HTTP/1.1\r\nhost: room.test\r\n\r\n`)
      expect(answer.status).toBe(302)
      expect(answer.headers['location']).toBe(`/admin/dashboard${query}`)
    }
  })

  it('serves the composing tool and the signing page as documents of their own, which alone may run a worker that reads PDFs', async () => {
    const nonces = new Set<string>()
    for (const [route, page] of [
      ['/compose', 'compose'],
      ['/compose?x=1', 'compose'],
      ['/compose/document/12', 'compose'],
      ['/compose/edit/12', 'compose'],
      ['/sign', 'sign'],
    ] as const) {
      const answer = await sendRaw(base, `GET ${route} HTTP/1.1\r\nhost: room.test\r\n\r\n`)
      const policy = answer.headers['content-security-policy'] ?? ''
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
      expect({ route, status: answer.status }).toEqual({ route, status: 200 })
      expect(answer.body).toContain(`<title>${page}</title>`)
      expect(answer.body).toContain(`nonce="${nonce}"`)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(lacking(answer.headers).filter((name) => name !== 'content-security-policy')).toEqual(
        [],
      )
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        `script-src 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "font-src 'self'",
        "img-src 'self' blob: data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types pdf-worker',
      ])
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(5)
    for (const route of [
      '/compose/',
      '/compose/edit',
      '/compose/edit/0',
      '/compose/other/1',
      '/sign/TOKEN',
      '/compose.html',
      '/sign.html',
    ]) {
      const answer = await sendRaw(base, `GET ${route} HTTP/1.1\r\nhost: room.test\r\n\r\n`)
      expect({ route, status: answer.status }).toEqual({ route, status: 404 })
      expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|worker-src/)
    }
    const worker = await sendRaw(
      base,
      'GET /assets/pdf-1/pdf.worker.min.mjs HTTP/1.1\r\nhost: room.test\r\n\r\n',
    )
    expect(worker).toMatchObject({ status: 200, body: 'export {}' })
    expect(worker.headers['content-type']).toMatch(/javascript/)
    expect(worker.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'",
    )
  })

  it('serves the console as a document of its own, which reads no PDFs', async () => {
    const answer = await sendRaw(base, 'GET /console HTTP/1.1\r\nhost: room.test\r\n\r\n')
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    expect(answer.body).toContain('<title>console</title>')
    expect(answer.headers['content-security-policy']).toContain("trusted-types 'none'")
    expect(answer.headers['content-security-policy']).not.toMatch(/unsafe|worker-src|frame-src/)
    for (const route of ['/console/', '/console/rooms', '/console.html'])
      expect((await sendRaw(base, `GET ${route} HTTP/1.1\r\nhost: room.test\r\n\r\n`)).status).toBe(
        404,
      )
  })

  it('serves the page that checks exports under the policy that it states, to be opened or to be kept', async () => {
    for (const [route, disposition] of [
      ['/verify', undefined],
      ['/verify?x=1', undefined],
      ['/verify.html', 'attachment; filename="verify.html"'],
    ] as const) {
      const answer = await sendRaw(base, `GET ${route} HTTP/1.1\r\nhost: room.test\r\n\r\n`)
      expect({ route, status: answer.status }).toEqual({ route, status: 200 })
      expect(answer.headers['content-security-policy']).toBe(
        `${VERIFY_POLICY}; frame-ancestors 'none'`,
      )
      expect(answer.headers['content-disposition']).toBe(disposition)
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(lacking(answer.headers).filter((name) => name !== 'content-security-policy')).toEqual(
        [],
      )
    }
    const other = await sendRaw(base, 'GET /verify/more HTTP/1.1\r\nhost: room.test\r\n\r\n')
    expect(other.status).toBe(404)
    await fs.writeFile(path.join(folder, 'verify.html'), '<p>without a policy')
    const careless = await createApp({
      log: memoryLog(),
      trustProxy: [],
      publicUrl: 'https://room.test',
      drainWithinMs: 500,
    })
    await expect(mountWeb(careless, folder)).rejects.toThrow('states no policy')
    await careless.close()
  })

  it('serves assets permanently, with the header set, and nothing else', async () => {
    const asset = await sendRaw(base, 'GET /assets/main-1.js HTTP/1.1\r\nhost: room.test\r\n\r\n')
    expect(asset).toMatchObject({ status: 200, body: 'export {}' })
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(asset.headers['content-type']).toMatch(/javascript/)
    expect(lacking(asset.headers)).toEqual(['cache-control'])
    for (const target of [
      '/assets/../secret.txt',
      '/assets/%2e%2e/secret.txt',
      '/assets/..%2fsecret.txt',
      '/assets/..%5csecret.txt',
      '/assets/',
      '/assets/none.js',
      '/assets//etc/passwd',
      '/assets/%00',
      '/api/none',
      '/API/none',
      '//',
    ]) {
      const answer = await sendRaw(base, `GET ${target} HTTP/1.1\r\nhost: room.test\r\n\r\n`)
      expect({ target, status: answer.status >= 400 && answer.status < 500 }).toEqual({
        target,
        status: true,
      })
      expect(answer.body).not.toContain('SECRET')
      expect(lacking(answer.headers).filter((name) => name !== 'content-security-policy')).toEqual(
        [],
      )
    }
  })
})
