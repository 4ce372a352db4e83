import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import {
  lackingPgbouncer,
  type Pgbouncer,
  startPgbouncer,
} from '../../../tools/servers/pgbouncer.mjs'
import { makePdf } from '../fixtures/make-pdf.ts'
import { describeWith } from '../harness/needs.ts'
import {
  type Environment,
  enterAsOperator,
  type Installation,
  installation,
  readFirstRoom,
  until,
} from '../harness/server-process.ts'
import { WireClient } from '../harness/wire-client.ts'
import { openEar } from '../servers/open-ear.ts'
import {
  findOutsidePostgres,
  type OutsidePostgres,
  outsidePostgres,
} from '../servers/outside-postgres.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const PIN = /\b\d{3}-\d{2}-\d{11}\b/
const bin = await findOutsidePostgres()
const lacking = [...lackingPgbouncer, ...(bin === undefined ? ['postgresql'] : [])]

describeWith('a database behind a pooler by transaction', lacking, () => {
  let postgres: OutsidePostgres
  let pooler: Pgbouncer
  let databases = 0
  const homes: Installation[] = []
  beforeAll(async () => {
    postgres = await outsidePostgres(bin ?? '')
    pooler = await startPgbouncer(await postgres.createDatabase('first'), { poolSize: 4 })
  })
  afterEach(async () => {
    for (const home of homes.splice(0)) await home.remove()
  })
  afterAll(async () => {
    await pooler?.remove()
    await postgres?.remove()
  })

  const pooled = (url: string): string => {
    const through = new URL(pooler.url)
    through.pathname = new URL(url).pathname
    return through.href
  }
  async function settingsOfFresh(): Promise<{
    readonly DATABASE_URL: string
    readonly DATABASE_DIRECT_URL: string
  }> {
    databases += 1
    const url = await postgres.createDatabase(`pooled${databases}`)
    return { DATABASE_URL: pooled(url), DATABASE_DIRECT_URL: url }
  }
  async function place(settings: Environment): Promise<Installation> {
    const home = await installation(settings)
    homes.push(home)
    return home
  }
  async function invited(
    home: Installation,
    operator: WireClient,
    url: string,
    email: string,
  ): Promise<WireClient> {
    expect((await operator.invite([{ name: '이참여', email }])).json.status).toBe('OK')
    let pin: string | undefined
    await until(async () => {
      pin = PIN.exec((await home.room(['mail', '--to', email])).stdout)?.[0]
      return pin !== undefined
    }, 'the mail with the PIN')
    const client = new WireClient(url)
    expect((await client.join(pin ?? '')).json.status).toBe('OK')
    await client.agree()
    return client
  }

  it('serves two servers: pages, mails, live events and the end of a right within a second', async () => {
    const settings = await settingsOfFresh()
    const home = await place(settings)
    const first = await home.start()
    const neighbour = await place({ ...settings, DATA_DIR: home.dataDir })
    const second = await neighbour.start()
    const operator = await enterAsOperator(first.url, readFirstRoom(home.dataDir))
    expect((await operator.upload([['a.pdf', makePdf(3)]])).json.status).toBe('OK')
    const [item] = await operator.items()
    const reader = await invited(home, operator, second.url, 'p@example.com')
    const lease = await reader.openDocument(item?.id ?? 0)
    expect((await reader.fetch('GET', `${lease.path}/pages/1?width=480`)).status).toBe(200)

    const ear = await openEar(reader, second.url)
    await until(() => ear.heard.length > 0, 'the stream of events')
    await Promise.all(Array.from({ length: 30 }, (_, n) => operator.makeFolder(`폴더 ${n}`)))
    await until(() => ear.heard.some(({ type }) => type === 'items'), 'the folders on the stream')
    const [member] = (await operator.members()).filter(({ email }) => email === 'p@example.com')
    const before = Date.now()
    expect((await operator.setRight(member?.id ?? 0, 'access', false)).json.status).toBe('OK')
    await ear.over
    expect(Date.now() - before).toBeLessThan(1_000)
    expect((await reader.fetch('GET', `${lease.path}/pages/2?width=480`)).status).toBe(401)
    for (const server of [first, second]) {
      server.signal('SIGTERM')
      expect(await server.ended()).toMatchObject({ code: 0, stderr: '' })
    }
  })

  it('outlives restarts of the pooler and of PostgreSQL, and says meanwhile that it is not ready', async () => {
    const home = await place({ ...(await settingsOfFresh()), LOG_LEVEL: 'silent' })
    const server = await home.start()
    const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
    const status = async (name: string): Promise<number> =>
      (await fetch(`${server.url}/health/${name}`)).status
    for (const part of [pooler, postgres]) {
      await part.stop()
      expect([await status('live'), await status('ready')]).toEqual([200, 503])
      await part.start()
      await until(async () => (await status('ready')) === 200, 'the server to be ready again')
      await until(async () => (await operator.list()).http === 200, 'the list')
    }
    const reader = await invited(home, operator, server.url, 'q@example.com')
    const ear = await openEar(reader, server.url)
    await until(() => ear.heard.length > 0, 'the stream of events')
    await operator.makeFolder('나중')
    await until(() => ear.heard.some(({ type }) => type === 'items'), 'the folder on the stream')
    ear.hangUp()
  })

  it('refuses to start without a way to sessions, and with one to another database', async () => {
    const { DATABASE_URL, DATABASE_DIRECT_URL } = await settingsOfFresh()
    const other = await postgres.createDatabase('elsewhere')
    for (const [settings, sentence] of [
      [
        { DATABASE_URL },
        /DATABASE_DIRECT_URL: is not set, but DATABASE_URL leads to a pooler that lends connections by transaction; set it/,
      ],
      [
        { DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL },
        /DATABASE_DIRECT_URL: leads to a pooler that lends connections by transaction; set/,
      ],
      [
        { DATABASE_URL, DATABASE_DIRECT_URL: other },
        /DATABASE_DIRECT_URL: names another database than DATABASE_URL;/,
      ],
      [
        { DATABASE_URL, DATABASE_DIRECT_URL: `${DATABASE_DIRECT_URL}x` },
        /DATABASE_DIRECT_URL: database "\w+" does not exist/,
      ],
    ] as const) {
      const home = await place(settings)
      const { code, stdout, stderr } = await home.launch().ended()
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(sentence)
      expect(stderr.trimEnd().split('\n')).toHaveLength(2)
    }
  })

  it('works through a pooler by session alone', async () => {
    const url = await postgres.createDatabase('sessions')
    const bySession = await startPgbouncer(url, { mode: 'session', poolSize: 40 })
    try {
      const home = await place({ DATABASE_URL: bySession.url })
      const server = await home.start()
      const operator = await enterAsOperator(server.url, readFirstRoom(home.dataDir))
      await invited(home, operator, server.url, 's@example.com')
      server.signal('SIGTERM')
      expect(await server.ended()).toMatchObject({ code: 0, stderr: '' })
    } finally {
      await bySession.remove()
    }
  })
})
