import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { freePort } from '../../../tools/lib/free-port.mjs'
import { type SocketConnection, toClientConfig } from '../../platform/db/connection-options.ts'
import {
  type Environment,
  enterAsOperator,
  type Installation,
  installation,
  type RunningServer,
  readFirstRoom,
} from '../harness/server-process.ts'
import { createTestDatabase } from '../harness/test-database.ts'
import { WireClient } from '../harness/wire-client.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../servers/database-proxy.ts'
import { startSmtpServer, type TestSmtpServer } from '../servers/smtp-server.ts'
import { type BlobHolder, diskBlobs } from './blob-holders.ts'
import { violations } from './invariants.ts'
import { Ledger } from './ledger.ts'

const PIN = /\b\d{3}-\d{2}-\d{11}\b/

export interface Member {
  readonly client: WireClient
  readonly memberId: number
}

export interface FaultPlace {
  readonly home: Installation
  readonly ledger: Ledger
  readonly pool: Pool
  readonly proxy: DatabaseProxy
  readonly smtp: TestSmtpServer
  start(more?: Environment): Promise<RunningServer>
  worker(more?: Environment): Promise<RunningServer>
  enter(url: string): Promise<WireClient>
  participant(operator: WireClient, email: string, rights?: object): Promise<Member>
  mailed(email: string, pattern: RegExp): Promise<string>
  violations(operator: WireClient, storage?: BlobHolder): Promise<string[]>
  close(): Promise<void>
}

export interface PlaceOptions {
  readonly settings?: Environment
  readonly refuse?: (address: string) => number | undefined
  readonly build?: string | undefined
  readonly connection?: SocketConnection
}

export async function openPlace({
  settings = {},
  refuse = () => undefined,
  build,
  connection: own,
}: PlaceOptions = {}): Promise<FaultPlace> {
  const { connection, drop } = own
    ? { connection: own, drop: async () => undefined }
    : await createTestDatabase()
  const proxy = await startDatabaseProxy(connection)
  const smtp = await startSmtpServer(refuse)
  const { user, port, database, host } = connection
  const direct = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const home = await installation(
    { DATABASE_URL: direct, SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, ...settings },
    { build },
  )
  const pool = new Pool({ ...toClientConfig(connection), max: 4 })
  pool.on('error', () => undefined)
  const ledger = new Ledger()

  async function mailed(email: string, pattern: RegExp): Promise<string> {
    for (let tries = 0; tries < 600; tries += 1) {
      const found = pattern.exec((await smtp.newestTo(email))?.text ?? '')
      if (found) return found[1] ?? found[0]
      await wait(50)
    }
    throw new Error(`nothing of the kind was mailed to ${email}`)
  }
  return {
    home,
    ledger,
    pool,
    proxy,
    smtp,
    start: (more) => home.start(more),
    worker: async (more) =>
      home.start({ ROLES: 'worker', PORT: String(await freePort()), ...more }),
    enter: async (url) => {
      const operator = await enterAsOperator(url, readFirstRoom(home.dataDir))
      await operator.switches(false)
      return operator
    },
    async participant(operator, email, rights = {}) {
      const invited = await operator.invite([{ name: '이참여', email, download: true, ...rights }])
      if (invited.json.status !== 'OK') throw new Error(`not invited: ${invited.text}`)
      const client = new WireClient(operator.base)
      await client.join(await mailed(email, PIN))
      await client.agree()
      return {
        client,
        memberId: (await operator.members()).find((member) => member.email === email)?.id ?? 0,
      }
    },
    mailed,
    violations: (operator, storage) =>
      violations({ ledger, operator, pool, smtp, blobs: storage ?? diskBlobs(home.dataDir) }),
    async close() {
      await home.remove()
      proxy.close()
      await smtp.close()
      await pool.end()
      await drop()
    },
  }
}
