import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../tools/lib/free-port.mjs'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { makePdf } from '../fixtures/make-pdf.ts'
import {
  enterAsOperator,
  type Installation,
  installation,
  type RunningServer,
  until,
} from '../harness/server-process.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const CANARY = /canary|카나리아|\.pdf|@|\/tmp\//i

describe('metrics', () => {
  let home: Installation
  let server: RunningServer
  let url: string
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}/metrics`
    home = await installation({ METRICS_PORT: String(port) })
    server = await home.start()
  })
  afterAll(() => home.remove())
  const scrape = async (): Promise<string> => (await fetch(url)).text()

  it('are answered on their own port alone, and nothing else is answered there', async () => {
    expect(server.stdout()).toContain(`metrics: ${url}`)
    const answer = await fetch(url)
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/), 'no-store'])
    for (const place of ['/metrics', '/metrics/', '/health/metrics', '/api/room/api/metrics'])
      expect((await fetch(`${server.url}${place}`)).status, place).toBe(404)
    for (const place of ['/', '/health/live', '/api/room/api/room/events', '/metrics?x=1'])
      expect((await fetch(new URL(place, url))).status, place).toBe(404)
    expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  })

  it('name no room, person, document, address or path, and stay few whatever paths are asked for', async () => {
    const room = await home.createRoom('Canary room 카나리아')
    const operator = await enterAsOperator(server.url, room)
    await operator.upload([['canary-document.pdf', makePdf(1)]])
    await operator.invite([{ name: '카나리아', email: 'canary@canary.example' }])
    const [item] = await operator.items()
    await operator.openDocument(item?.id ?? 0)
    const before = (await scrape()).split('\n').length
    for (let at = 0; at < 50; at += 1)
      await fetch(`${server.url}/canary-${at}/x`, { method: at % 2 ? 'GET' : 'DELETE' })
    const text = await scrape()
    expect(text.split('\n').length - before).toBeLessThan(30)
    expect(
      text.split('\n').filter((line) => CANARY.test(line) || line.includes(room.roomNo)),
    ).toEqual([])
    expect(text).toMatch(
      /^sealroom_http_request_duration_seconds_count\{operation="unknown",status="4xx"\} \d+$/m,
    )
    expect(text).toMatch(/^sealroom_rooms\{phase="open"\} 2$/m)
    expect(text).toMatch(/^sealroom_sessions_open 1$/m)
    expect(text).toMatch(/^sealroom_job_workers 12$/m)
    expect(text).toMatch(/^sealroom_dependency_up\{dependency="database"\} 1$/m)
    expect(text).toMatch(/^sealroom_data_dir_free_bytes [1-9]\d+$/m)
    expect(text).toMatch(/^sealroom_pool_jobs_total\{pool="render",outcome="done"\} [1-9]\d*$/m)
    expect(text).not.toMatch(/^sealroom_metrics_source_up\{.*\} 0$/m)
    for (const name of new Set(text.match(/^\w+/gm)))
      expect(name).toMatch(/^(sealroom|process|nodejs)_/)
  })

  it('count a stream while it is open, and not as a request', async () => {
    const room = await home.createRoom('흐름')
    const operator = await enterAsOperator(server.url, room)
    const stream = await operator.fetch('GET', '/room/api/room/events')
    expect(stream.status).toBe(200)
    expect(await scrape()).toMatch(/^sealroom_http_streams_open 1$/m)
    await stream.body?.cancel()
    await until(
      async () => /^sealroom_http_streams_open 0$/m.test(await scrape()),
      'the stream to be closed',
    )
    expect(await scrape()).not.toMatch(/_count\{operation="session.events",status="2xx"\}/)
  })

  it('have every name that the alert rules use', async () => {
    const rules = readFileSync(path.join(PROJECT_ROOT, 'deploy/prometheus/alerts.yaml'), 'utf8')
    const text = await scrape()
    const described = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name ?? ''))
    const used = new Set(
      [...rules.matchAll(/\b(?:sealroom|process|nodejs)_\w+/g)].map(([name]) =>
        name.replace(/_(?:bucket|count|sum)$/, ''),
      ),
    )
    expect(used.size).toBeGreaterThan(15)
    expect([...used].filter((name) => !described.has(name))).toEqual([])
  })

  it('say in a sentence that their port is in use, or that of the public', async () => {
    const other = await installation({ METRICS_PORT: new URL(url).port })
    try {
      const used = await other.launch().ended()
      expect([used.code, used.stderr]).toEqual([
        1,
        expect.stringMatching(/Port \d+ is in use\. Set METRICS_PORT to another one\./),
      ])
      const shared = await other.launch({ METRICS_PORT: String(other.port) }).ended()
      expect([shared.code, shared.stderr]).toEqual([
        1,
        expect.stringContaining('METRICS_PORT: is that of PORT'),
      ])
      const none = await other.start({ METRICS_PORT: '' })
      expect(none.stdout()).not.toContain('metrics:')
    } finally {
      await other.remove()
    }
  })
})
