import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { CheckResult } from '../../doctor/check.ts'
import { toClientConfig } from '../../platform/db/connection-options.ts'
import {
  type Environment,
  type Installation,
  installation,
  type RunningServer,
} from '../harness/server-process.ts'
import { startSmtpServer } from '../servers/smtp-server.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

const CHECKS = [
  ...[
    'settings',
    'node',
    'fonts',
    'previews',
    'disk space',
    'data folder',
    'key folder',
    'room keys',
    'database',
    'migrations',
  ],
  ...[
    'clock of the database',
    'clock of the storage',
    'storage marker',
    'storage versioning',
    'storage round trip',
  ],
  ...['mail server', 'mail', 'trusted addresses', 'public address'],
]
const NO_OFFICE: Environment = { SOFFICE_PATH: '/nowhere/soffice', BWRAP_PATH: '/nowhere/bwrap' }

describe('the doctor', () => {
  let home: Installation
  let server: RunningServer
  beforeAll(async () => {
    home = await installation(NO_OFFICE)
    server = await home.start()
  })
  afterAll(() => home.remove())

  async function examined(
    settings: Environment = {},
    args: readonly string[] = [],
  ): Promise<{ code: number | null; results: CheckResult[]; text: string }> {
    const { code, stdout, stderr } = await home.room(['doctor', '--json', ...args], settings)
    expect(stderr).toBe('')
    return { code, results: JSON.parse(stdout), text: stdout }
  }
  const errorsOf = (results: readonly CheckResult[]): string[] =>
    results.filter(({ status }) => status === 'error').map(({ name }) => name)
  const found = (results: readonly CheckResult[], name: string): CheckResult | undefined =>
    results.find((result) => result.name === name)

  it('finds no error in a healthy installation, beside its server and without it, and leaves nothing behind', async () => {
    await home.createRoom()
    const before = readdirSync(home.dataDir).sort()
    const beside = await examined()
    expect([beside.code, errorsOf(beside.results)]).toEqual([0, []])
    expect(beside.results.map(({ name }) => name)).toEqual(CHECKS)
    expect(found(beside.results, 'room keys')).toMatchObject({
      status: 'ok',
      message: 'the keys of all 2 rooms open',
    })
    expect(found(beside.results, 'trusted addresses')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('is ignored'),
    })
    expect(readdirSync(home.dataDir).sort()).toEqual(before)

    server.signal('SIGTERM')
    await server.ended()
    const plain = await home.room(['doctor'])
    expect([plain.code, plain.stderr]).toEqual([0, ''])
    expect(plain.stdout).toMatch(/^✓ settings: all settings can be used$/m)
    expect(plain.stdout).toMatch(
      /^✓ database: PostgreSQL 18\S*, UTF8, time zone \S+, \d+ connections, \d+\.\d ms for a query$/m,
    )
    expect(plain.stdout).toMatch(/^! mail server: no mail is sent; .*\n {4}Set SMTP_URL/m)
    expect(plain.stdout).toMatch(/^- trusted addresses: no server answers at /m)
    expect(plain.stdout).toMatch(/\n0 errors, \d+ warnings\n$/)
    expect(home.databaseServers()).toEqual([])
    server = await home.start()
  })

  it('is answered by a probe that does not exist for those who cannot write to its data folder', async () => {
    for (const headers of [
      undefined,
      { 'x-sealroom-probe': 'a'.repeat(64) },
      { 'x-sealroom-probe': '../instance-id' },
    ])
      expect((await fetch(`${server.url}/health/probe`, headers && { headers })).status).toBe(404)
  })

  it('names the one check that fails for each fault, reports the others, and no secret', async () => {
    const faults: readonly (readonly [check: string, settings: Environment])[] = [
      ['mail server', { SMTP_URL: 'smtp://user:secret-canary@127.0.0.1:9' }],
      ['settings', { RENDER_WORKERS: 'secret-canary' }],
      ['public address', { PUBLIC_URL: 'http://127.0.0.1:9' }],
    ]
    for (const [check, settings] of faults) {
      const { code, results, text } = await examined(settings)
      expect([code, errorsOf(results)]).toEqual([1, [check]])
      expect(results.map(({ name }) => name)).toEqual(CHECKS)
      expect(found(results, check)?.remedy).toMatch(/\.$/)
      expect(text).not.toContain('canary')
    }
    const unknown = await examined({ SMTP_ULR: 'smtp://secret-canary' })
    expect(found(unknown.results, 'settings')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('SMTP_ULR'),
    })
    expect([unknown.code, unknown.text.includes('canary')]).toEqual([0, false])
  })

  it('reports everything else where the database cannot be opened or the data folder cannot be written', async () => {
    const without = await examined({ DATABASE_URL: 'postgres://user:secret-canary@127.0.0.1:9/x' })
    expect([without.code, errorsOf(without.results)]).toEqual([1, ['database']])
    expect(found(without.results, 'room keys')).toMatchObject({ status: 'skipped' })
    expect(without.text).not.toContain('canary')
    // Not even root may write here.
    const fixed = await examined({ DATA_DIR: '/proc/sys', KEY_DIR: `${home.dataDir}-keys` })
    expect([fixed.code, errorsOf(fixed.results)]).toEqual([1, ['data folder']])
    expect(fixed.results.map(({ name }) => name)).toEqual(CHECKS)
  })

  it('notices a database that a later release has changed', async () => {
    const { database } = JSON.parse(readFileSync(path.join(home.dataDir, 'server.json'), 'utf8'))
    const client = new Client(toClientConfig(database))
    await client.connect()
    try {
      await client.query(
        `insert into schema_migrations (version, name, checksum) values (9999, '9999_later.sql', 'x')`,
      )
      const { code, results } = await examined()
      expect([code, errorsOf(results)]).toEqual([1, ['migrations']])
      expect(found(results, 'migrations')?.message).toContain('9999_later.sql')
    } finally {
      await client.query('delete from schema_migrations where version = 9999')
      await client.end()
    }
  })

  it('notices keys that others can read', async () => {
    const file = `${home.dataDir}-keys/pepper.key`
    await chmod(file, 0o644)
    const { code, results } = await examined()
    await chmod(file, 0o600)
    expect([code, errorsOf(results)]).toEqual([1, ['key folder']])
  })

  it('logs in to the mail server, and sends a mail only if it is asked to', async () => {
    const smtp = await startSmtpServer(() => undefined)
    try {
      const settings = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}?ignoreTLS=true` }
      const silent = await examined(settings)
      expect([
        silent.code,
        found(silent.results, 'mail server')?.status,
        smtp.received.length,
      ]).toEqual([0, 'ok', 0])
      const sent = await examined(settings, ['--mail', 'kim@example.com'])
      expect([sent.code, found(sent.results, 'mail')?.status]).toEqual([0, 'ok'])
      expect((await smtp.newestTo('kim@example.com'))?.text).toContain('This mail has arrived.')
    } finally {
      await smtp.close()
    }
    expect((await home.room(['doctor', '--mail', 'nobody'])).code).toBe(2)
  })

  it('finds what a proxy does wrong', async () => {
    const asked = async (proxy: ProxyFaults) => {
      const listening = await startProxy(server.url, proxy)
      try {
        return found((await examined({ PUBLIC_URL: listening.url })).results, 'public address')
      } finally {
        await listening.close()
      }
    }
    expect(await asked({})).toMatchObject({ status: 'ok' })
    expect(await asked({ isBuffering: true })).toMatchObject({
      status: 'error',
      message: expect.stringContaining('held back'),
    })
    expect(await asked({ host: 'elsewhere.example' })).toMatchObject({
      status: 'error',
      message: expect.stringContaining('Host header'),
    })
    expect(await asked({ forwards: true })).toMatchObject({
      status: 'error',
      remedy: expect.stringContaining('TRUST_PROXY'),
    })
  })

  it('makes nothing where there is no installation', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-none-'))
    try {
      const { code, results } = await examined({ DATA_DIR: path.join(folder, 'data'), PORT: '1' })
      expect([code, errorsOf(results)]).toEqual([0, []])
      expect(
        existsSync(path.join(folder, 'data')) || existsSync(path.join(folder, 'data-keys')),
      ).toBe(false)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

interface ProxyFaults {
  readonly isBuffering?: boolean
  readonly host?: string
  readonly forwards?: boolean
}

async function startProxy(
  target: string,
  { isBuffering = false, host, forwards = false }: ProxyFaults,
) {
  const proxy = http.createServer((request, response) => {
    const headers = {
      ...request.headers,
      ...(host === undefined ? {} : { host }),
      ...(forwards ? { 'x-forwarded-for': '192.0.2.1' } : {}),
    }
    const onward = http.request(`${target}${request.url}`, { headers }, async (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      const chunks: Buffer[] = []
      for await (const chunk of answer) {
        if (isBuffering) chunks.push(chunk)
        else response.write(chunk)
      }
      response.end(Buffer.concat(chunks))
    })
    onward.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}
