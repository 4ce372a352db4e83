import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { assemble, type Program } from '../../assemble.ts'
import type { OpenedRoom } from '../../features/members/index.ts'
import { openDiskBlobStore } from '../../platform/blob/disk-blob-store.ts'
import { systemClock } from '../../platform/clock/clock.ts'
import { PROJECT_ROOT } from '../../platform/config/project-root.ts'
import { connectDatabase, type Database } from '../../platform/db/connect.ts'
import type { SocketConnection } from '../../platform/db/connection-options.ts'
import { listen } from '../../platform/db/listener.ts'
import type { KeyStore } from '../../platform/encryption/key-store.ts'
import { openKeyStore } from '../../platform/encryption/open-key-store.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { startJobs } from '../../platform/jobs/runner.ts'
import { createFolderTransport } from '../../platform/mail/folder-transport.ts'
import type { MailTransport } from '../../platform/mail/mail.ts'
import type { OidcProvider } from '../../platform/oidc/oidc-provider.ts'
import { createRelyingParty } from '../../platform/oidc/relying-party.ts'
import type { Scanner } from '../../platform/scan/scanner.ts'
import type { Resources } from '../../resources.ts'
import { createConverter } from '../../workers/convert/index.ts'
import { createSealPool, openSealKeys } from '../../workers/esign/index.ts'
import { createRenderPool, openingPool, type RenderPool } from '../../workers/render/index.ts'
import { createWatermarkPool } from '../../workers/watermark/index.ts'
import { type MemoryLog, memoryLog } from '../fixtures/memory-log.ts'
import { liftReadingLimits } from '../scenarios/reading-limits.ts'
import { officePaths } from '../servers/office-programs.ts'
import { OffsetClock } from './clocks.ts'
import { measured } from './costs.ts'
import { type WatchedDatabase, watchConnections } from './failing-database.ts'
import { keepSealKey, lendSealKey, sharedRenderPool } from './shared-workers.ts'
import { spendBudget } from './spend-budget.ts'
import { createTestDatabase } from './test-database.ts'
import { WireClient } from './wire-client.ts'

/** Production costs would take half the time. */
export const LOW_COST = { memoryCost: 64, timeCost: 1 }

const PIN = /\b\d{3}-\d{2}-\d{11}\b/
const ENTRY_LINK = /#[A-Za-z0-9_-]{22}\b/
const CODE = /\b[0-9A-Z]{2}-[0-9A-Z]{5}-[0-9A-Z]{2}\b/

export interface TestRoom extends OpenedRoom {
  readonly operator: WireClient
}

export type RoomInUse = Pick<TestRoom, 'operator' | 'roomId'>

export interface TestPerson {
  readonly client: WireClient
  readonly pin: string
  readonly memberId: number
  readonly email: string
}

export interface TestApp {
  readonly base: string
  readonly program: Program
  readonly database: Database
  readonly clock: OffsetClock
  readonly log: MemoryLog
  readonly dataDir: string
  readonly keyDir: string
  readonly connection: SocketConnection
  node(changed?: Partial<Resources>): Promise<string>
  handlersOf(changed: Partial<Resources>): Promise<readonly JobHandler[]>
  stranger(): WireClient
  room(options?: { storageLimit?: number; userLimit?: number }): Promise<TestRoom>
  participant(room: TestRoom, name?: string): Promise<TestPerson>
  pinMailedTo(email: string): Promise<string>
  codeMailedTo(email: string): Promise<string>
  entryLinkMailedTo(email: string): Promise<string>
  mailsTo(email: string): Promise<Email[]>
  secretsMailedTo(email: string): Promise<number>
  spendBudget(): Promise<void>
  forgetFailures(): Promise<void>
  logged(roomId: number): Promise<string[]>
  stopJobs(): Promise<void>
  close(): Promise<void>
}

export interface TestAppOptions {
  readonly deadlineMs?: number
  readonly convertDeadlineMs?: number
  readonly watermarkDeadlineMs?: number
  readonly versionDays?: number
  /** Indexing is the most expensive part. */
  readonly indexing?: boolean
  readonly readingLimits?: boolean
  readonly office?: boolean
  readonly trustProxy?: readonly string[]
  /** Browsers offer no passkeys at the default, http://room.test. */
  readonly publicUrl?: string
  readonly notifyAfterMs?: number
  readonly mayCallLoopback?: boolean
  readonly providers?: readonly OidcProvider[]
  readonly scanner?: Scanner
  readonly transport?: MailTransport | ((folder: MailTransport) => MailTransport)
}

const READING = 'search.readNext'

const NO_OFFICE = { soffice: '/nowhere/soffice', bwrap: '/nowhere/bwrap' }

function readerOf(
  mailbox: string,
): Pick<
  TestApp,
  'pinMailedTo' | 'codeMailedTo' | 'entryLinkMailedTo' | 'mailsTo' | 'secretsMailedTo'
> {
  const parsed = new Map<string, Email>()
  const parse = async (name: string): Promise<Email> => {
    const mail =
      parsed.get(name) ?? (await PostalMime.parse(await fs.readFile(path.join(mailbox, name))))
    parsed.set(name, mail)
    return mail
  }
  const findMails = async (email: string): Promise<Email[]> => {
    const files = (await fs.readdir(mailbox).catch(() => [])).filter((file) =>
      file.endsWith('.eml'),
    )
    const mails = await Promise.all(files.sort().map(parse))
    return mails.filter((mail) => mail.to?.some((to) => to.address === email)).reverse()
  }
  const findMailed = async (email: string, pattern: RegExp): Promise<string> => {
    for (let tries = 0; tries < 1_000; tries += 1) {
      for (const mail of await findMails(email)) {
        const found = pattern.exec(mail.text ?? '')?.[0]
        if (found) return found
      }
      await wait(10)
    }
    throw new Error(`no such mail to ${email}`)
  }
  return {
    pinMailedTo: (email) => findMailed(email, PIN),
    codeMailedTo: (email) => findMailed(email, CODE),
    entryLinkMailedTo: async (email) => (await findMailed(email, ENTRY_LINK)).slice(1),
    mailsTo: findMails,
    secretsMailedTo: async (email) =>
      (await findMails(email)).filter(({ text = '' }) => PIN.test(text) || CODE.test(text)).length,
  }
}

function budgetOf(
  database: Database,
  clock: OffsetClock,
): Pick<TestApp, 'spendBudget' | 'forgetFailures'> {
  return {
    spendBudget: () => spendBudget(database, clock.now()),
    async forgetFailures() {
      await database.pool.query('delete from throttles')
      clock.advance(1_001)
    },
  }
}

/** @returns the mail's id. */
export async function failNewestMail(
  { database }: TestApp,
  memberId: number,
  reason = 'rejected',
): Promise<number> {
  const { rows } = await database.pool.query(
    `update mails set status = 'failed', sealed = null, last_error = $2
     where id = (select max(id) from mails where member_id = $1) returning id`,
    [memberId, reason],
  )
  return rows[0]?.id ?? 0
}

async function writersIn(
  folder: string,
  { watermarkDeadlineMs = 60_000 }: TestAppOptions,
  log: MemoryLog,
) {
  return {
    watermarks: await createWatermarkPool({ folder, deadlineMs: watermarkDeadlineMs, log }),
    seals: await createSealPool({ folder, deadlineMs: 60_000 }),
  }
}

function peopleOf(
  program: Program,
  base: string,
  { pinMailedTo }: Pick<TestApp, 'pinMailedTo'>,
): Pick<TestApp, 'room' | 'participant'> {
  let people = 0
  return {
    room: (limits = {}) =>
      measured('room', async () => {
        people += 1
        const opened = await program.openRoom({
          name: '시험 룸',
          operatorName: '김운영',
          operatorEmail: `operator${people}@example.com`,
          ...limits,
        })
        const operator = new WireClient(base)
        await operator.join(opened.pin)
        await operator.agree()
        await operator.elevate(opened.code)
        return { ...opened, operator }
      }),
    participant: (room, name = '이참여') =>
      measured('login', async () => {
        people += 1
        const email = `person${people}@example.com`
        const invited = await room.operator.invite([{ name, email }])
        const memberId = (invited.json.payload as { id: number }[])[0]?.id ?? 0
        const pin = await pinMailedTo(email)
        const client = new WireClient(base)
        await client.join(pin)
        await client.agree()
        return { client, pin, memberId, email }
      }),
  }
}

const RENDER_THREADS = 2

const poolFor = ({ deadlineMs }: TestAppOptions, log: MemoryLog): Promise<RenderPool> =>
  deadlineMs === undefined
    ? sharedRenderPool(RENDER_THREADS, log)
    : createRenderPool({ size: RENDER_THREADS, deadlineMs, log })

interface TestGround {
  readonly dataDir: string
  readonly keyDir: string
  readonly publicUrl: string
  readonly clock: OffsetClock
  readonly log: MemoryLog
  readonly keyStore: KeyStore
  readonly watched: WatchedDatabase
  readonly connection: SocketConnection
  readonly standard: MailTransport
  readonly pool: RenderPool
  readonly writers: Awaited<ReturnType<typeof writersIn>>
}

async function resourcesOf(
  options: TestAppOptions,
  {
    keyStore,
    dataDir,
    keyDir,
    publicUrl,
    clock,
    log,
    watched,
    connection,
    standard,
    pool,
    writers,
  }: TestGround,
): Promise<Resources> {
  return {
    database: watched.database,
    openListener: (channel, wiring) => listen(connection, channel, { ...wiring, log }),
    keyStore,
    hashCost: LOW_COST,
    blobs: watched.watchBlobs(await openDiskBlobStore(dataDir, clock)),
    tiers: undefined,
    pool,
    ...writers,
    sealKeys: await openSealKeys({ keyDir, publicUrl, clock }),
    converter: createConverter({
      paths: options.office === false ? NO_OFFICE : officePaths(),
      deadlineMs: options.convertDeadlineMs ?? 60_000,
      log,
    }),
    scanner: options.scanner,
    transport:
      typeof options.transport === 'function'
        ? options.transport(standard)
        : (options.transport ?? standard),
    from: { name: '', address: 'room@example.com' },
    ...{ publicUrl, onlyPublicHost: true },
    verifyPage: path.join(PROJECT_ROOT, 'web', 'verify', 'index.html'),
    ...{ notifyAfterMs: options.notifyAfterMs ?? 600_000, trustProxy: options.trustProxy ?? [] },
    ...{ versionDays: options.versionDays, backupDays: 30, keyBackupDays: 14 },
    // A page may take longer than readers wait.
    ...(options.deadlineMs === undefined ? { pageWaitMs: 25_000 } : {}),
    mayCallLoopback: options.mayCallLoopback ?? false,
    relyingParties: (options.providers ?? []).map((provider) =>
      createRelyingParty(provider, { clock, mayUseLoopback: true }),
    ),
    // A leaked connection must not delay shutdown.
    ...{ drainWithinMs: 500, clock, log },
  }
}

export const startTestApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  measured('app start', () => open(options))

async function open(options: TestAppOptions): Promise<TestApp> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'sealroom app '))
  const dataDir = path.join(folder, 'data')
  const keyDir = path.join(folder, 'keys')
  const clock = new OffsetClock()
  const log = memoryLog()
  const testDatabase = await createTestDatabase()
  const database = await connectDatabase(testDatabase.connection, { log })
  const watched = watchConnections(database)
  if (!options.readingLimits) await liftReadingLimits(database.pool)
  const mailbox = path.join(dataDir, 'outbox')
  await fs.mkdir(dataDir)
  const standard = createFolderTransport({ folder: mailbox, clock })
  const keyStore = await openKeyStore({ keyDir, dataDir })
  const publicUrl = options.publicUrl ?? 'http://room.test'
  lendSealKey(keyDir, publicUrl)
  const writers = await writersIn(path.join(dataDir, 'tmp'), options, log)
  const pool = openingPool(
    await poolFor(options, log),
    writers.watermarks.decrypt.bind(writers.watermarks),
  )
  const connection = testDatabase.connection
  const ground = {
    keyStore,
    dataDir,
    keyDir,
    publicUrl,
    clock,
    log,
    watched,
    connection,
    standard,
    pool,
    writers,
  }
  const resources = await resourcesOf(options, ground)
  const program = await assemble(resources)
  const nodes = [program]
  const another = async (changed: Partial<Resources>): Promise<Program> =>
    nodes[nodes.push(await assemble({ ...resources, ...changed })) - 1] ?? program
  const { handlers } = program.jobs
  const worked = options.indexing ? handlers : handlers.filter(({ name }) => name !== READING)
  // Recurring jobs depend on the time of day.
  const jobs = await startJobs({ pool: database.pool, handlers: worked, log, concurrency: 2 })
  const base = await program.app.listen({ host: '127.0.0.1', port: 0 })
  const mails = readerOf(mailbox)
  const app: TestApp = {
    base,
    program,
    database,
    clock,
    log,
    dataDir,
    keyDir,
    connection,
    node: async (changed = {}) =>
      (await another(changed)).app.listen({ host: '127.0.0.1', port: 0 }),
    handlersOf: async (changed) => (await another(changed)).jobs.handlers,
    stranger: () => new WireClient(base),
    ...peopleOf(program, base, mails),
    ...mails,
    ...budgetOf(database, clock),
    async logged(roomId) {
      const { rows } = await database.pool.query(
        'select kind from activity_entries where room_id = $1 order by id',
        [roomId],
      )
      return rows.map((row: { kind: string }) => row.kind)
    },
    stopJobs: () => jobs.stop(),
    close: () => measured('app close', close),
  }
  return app

  async function close(): Promise<void> {
    await jobs.stop()
    await Promise.all(nodes.map((node) => node.close()))
    await Promise.all([pool.close(), writers.watermarks.close(), writers.seals.close()])
    await database.close()
    await testDatabase.drop()
    keepSealKey(keyDir, publicUrl, systemClock.now())
    await fs.rm(folder, { recursive: true, force: true })
    watched.requireOneConnection()
  }
}
