import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePort } from '../../../tools/lib/free-port.mjs'
import { makePdf } from '../fixtures/make-pdf.ts'
import {
  type Environment,
  enterAsOperator,
  type Installation,
  installation,
  readFirstRoom,
  until,
} from '../harness/server-process.ts'
import {
  findOutsidePostgres,
  type OutsidePostgres,
  outsidePostgres,
} from '../servers/outside-postgres.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const bin = await findOutsidePostgres()

describe.runIf(bin !== undefined)(`on an outside PostgreSQL (${bin})`, () => {
  let postgres: OutsidePostgres
  const places: Installation[] = []
  let databases = 0

  beforeAll(async () => {
    postgres = await outsidePostgres(bin ?? '')
  })
  afterEach(async () => {
    for (const home of places.splice(0)) await home.remove()
  })
  afterAll(() => postgres.remove())

  async function place(url: string, settings: Environment = {}): Promise<Installation> {
    const home = await installation({ DATABASE_URL: url, ...settings })
    places.push(home)
    return home
  }
  function freshDatabase(): Promise<string> {
    databases += 1
    return postgres.createDatabase(`room${databases}`)
  }

  it('serves, keeps its data over a restart, is reached by the command, and starts no database of its own', async () => {
    const home = await place(await freshDatabase())
    const server = await home.start()
    const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
    expect((await operator.upload([['a.pdf', makePdf(2)]])).json.status).toBe('OK')
    const room = await home.createRoom()
    expect((await enterAsOperator(server.url, room)).me.roomId).toBe(room.roomId)
    server.signal('SIGTERM')
    expect(await server.ended()).toMatchObject({ code: 0, stderr: '' })
    expect(
      ['db', 'db.lock', 'server.json'].filter((name) => existsSync(path.join(home.dataDir, name))),
    ).toEqual([])

    const again = await home.start()
    expect(again.stdout()).not.toContain('first room')
    const [item] = await operator.items()
    expect((await operator.openDocument(item?.id ?? 0)).pageCount).toBe(2)
  })

  it('two servers that start at once on an empty database make one first room', async () => {
    const url = await freshDatabase()
    const home = await place(url)
    const servers = await Promise.all([
      home.start(),
      home.start({ PORT: String(await freePort()) }),
    ])
    expect(servers.filter((server) => server.stdout().includes('first room'))).toHaveLength(1)
    expect(existsSync(path.join(home.dataDir, 'first-room.txt'))).toBe(true)
    expect(JSON.parse((await home.room(['list', '--json'])).stdout)).toHaveLength(1)
  })

  it('a web role takes the request and sends no mail; the worker sends it', async () => {
    const url = await freshDatabase()
    const home = await place(url)
    const web = await home.start({ ROLES: 'web' })
    const operator = await enterAsOperator(web.url, readFirstRoom(home.dataDir))
    expect((await operator.invite([{ name: '이참여', email: 'p@example.com' }])).json.status).toBe(
      'OK',
    )
    const outbox = path.join(home.dataDir, 'outbox')
    const waiting = (): Promise<number> =>
      ask(
        url,
        `select count(*)::int4 as n from graphile_worker.jobs where task_identifier = 'mail.send' and locked_at is null`,
      )
    expect(await waiting()).toBe(2)
    expect(existsSync(outbox)).toBe(false)

    const worker = await home.start({ ROLES: 'worker', PORT: String(await freePort()) })
    expect(worker.stdout()).toMatch(/^ready worker$/m)
    await until(
      () => existsSync(outbox) && readdirSync(outbox).some((name) => name.endsWith('.eml')),
      'the mail',
    )
    await until(async () => (await waiting()) === 0, 'the job to be done')
    for (const each of [worker, web]) {
      each.signal('SIGTERM')
      expect(await each.ended()).toMatchObject({ code: 0, stderr: '' })
    }
  })

  it('is refused while its clock and that of this machine are more than five minutes apart, in either direction', async () => {
    const url = await freshDatabase()
    for (const minutes of [-6, 6]) {
      const home = await place(url, { NODE_OPTIONS: withClock(minutes * 60_000) })
      const refused = await home.launch().ended()
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      const [here = '', there = ''] = refused.stderr.match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []
      expect(Math.round((Date.parse(here) - Date.parse(there)) / 60_000)).toBe(minutes)
      expect(refused.stderr).toMatch(
        /^The settings cannot be used:\n {2}- DATABASE_URL: the clocks of this machine .*\(NTP\).*\n$/,
      )
    }
    expect(
      await ask(url, `select count(*)::int4 as n from pg_tables where schemaname = 'public'`),
    ).toBe(0)
  })

  it('is used with a warning while its clock is more than five seconds apart, and without one below', async () => {
    for (const [shift, warns] of [
      [-60_000, true],
      [60_000, true],
      [2_000, false],
    ] as const) {
      const home = await place(await freshDatabase(), { NODE_OPTIONS: withClock(shift) })
      const server = await home.start()
      expect(server.stderr().includes('the clocks of this machine')).toBe(warns)
      server.signal('SIGTERM')
      await server.ended()
    }
  })

  it('is not ready while the database is away, lives on, and recovers', async () => {
    const home = await place(await freshDatabase(), { LOG_LEVEL: 'silent' })
    const server = await home.start()
    const status = async (name: string): Promise<number> =>
      (await fetch(`${server.url}/health/${name}`)).status
    expect([await status('live'), await status('ready')]).toEqual([200, 200])
    await postgres.stop()
    expect([await status('live'), await status('ready')]).toEqual([200, 503])
    await postgres.start()
    await until(async () => (await status('ready')) === 200, 'the server to be ready again')
    const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
    expect((await operator.list()).http).toBe(200)
  })

  it('stops also while the database is away', async () => {
    const home = await place(await freshDatabase(), { LOG_LEVEL: 'silent' })
    const server = await home.start()
    await postgres.stop()
    server.signal('SIGTERM')
    const { code } = await server.ended()
    await postgres.start()
    expect(code).toBe(0)
  })

  it('says in one sentence that a database cannot be used', async () => {
    const url = await freshDatabase()
    for (const [wrong, reason] of [
      [`postgres://owner@127.0.0.1:${await freePort()}/room`, /ECONNREFUSED/],
      [url.replace(/\/\w+$/, '/absent'), /database "absent" does not exist/],
    ] as const) {
      const home = await place(wrong)
      const refused = await home.launch().ended()
      expect(refused).toMatchObject({ code: 1, stdout: '' })
      expect(refused.stderr).toMatch(/^The settings cannot be used:\n {2}- DATABASE_URL: .*\n$/)
      expect(refused.stderr).toMatch(reason)
    }
  })

  it('leaves the documents alone when it is started on the database of others', async () => {
    const home = await place(await freshDatabase())
    const server = await home.start()
    const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
    await operator.upload([['a.pdf', makePdf(1)]])
    server.signal('SIGTERM')
    await server.ended()
    writeFileSync(path.join(home.dataDir, 'server.json'), '')
    const blobs = (): string[] =>
      readdirSync(path.join(home.dataDir, 'blobs'), { recursive: true }).map(String).sort()
    const before = blobs()

    const mistaken = await home.start({ DATABASE_URL: '' })
    expect(mistaken.stderr()).toContain('many stored documents are unknown to the database')
    mistaken.signal('SIGTERM')
    await mistaken.ended()
    expect(blobs()).toEqual(before)
    await home.start()
    const [item] = await operator.items()
    expect((await operator.openDocument(item?.id ?? 0)).status).toBe('READY')
  })
})

function withClock(shiftMs: number): string {
  const code = `globalThis.Date=class extends Date{constructor(...a){super(...(a.length?a:[Date.now()]))}static now(){return super.now()+(${shiftMs})}}`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

async function ask(url: string, question: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ n: number }>(question)).rows[0]?.n ?? -1
  } finally {
    await client.end()
  }
}
