import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { refuseUnfinishedDatabase, refuseUnfinishedFolder } from './backup/unfinished-restore.ts'
import type { HashCost } from './features/members/index.ts'
import { asSetting, checkOutsideDatabase, findOutsideDatabase } from './outside-database.ts'
import type { BlobStore } from './platform/blob/blob-store.ts'
import { openStorage, type Storage } from './platform/blob/open-storage.ts'
import { StorageError } from './platform/blob/s3/storage-error.ts'
import type { Clock } from './platform/clock/clock.ts'
import { systemClock } from './platform/clock/clock.ts'
import { PROJECT_ROOT } from './platform/config/project-root.ts'
import { readServerNote } from './platform/config/server-note.ts'
import { type Settings, SettingsError } from './platform/config/settings.ts'
import type { Database } from './platform/db/connect.ts'
import { connectDatabase } from './platform/db/connect.ts'
import { type ConnectionOptions, directOf } from './platform/db/connection-options.ts'
import { findBinaryPackage } from './platform/db/embedded/binaries.ts'
import { DataFolderInUseError } from './platform/db/embedded/data-folder-lock.ts'
import { startEmbedded } from './platform/db/embedded/start-embedded.ts'
import { claimKeyFolder, findKeyFolder } from './platform/db/installation.store.ts'
import { listen } from './platform/db/listener.ts'
import { migrate } from './platform/db/migrate.ts'
import { instanceIdIn, requireKeyFolder } from './platform/encryption/key-folder.ts'
import type { KeyStore } from './platform/encryption/key-store.ts'
import { openKeyStore } from './platform/encryption/open-key-store.ts'
import type { OpenListener } from './platform/events/bus.ts'
import { migrateJobs } from './platform/jobs/migrate-jobs.ts'
import type { Log } from './platform/log/log.ts'
import type { Sender } from './platform/mail/address.ts'
import { createFolderTransport } from './platform/mail/folder-transport.ts'
import type { MailTransport } from './platform/mail/mail.ts'
import { createSmtpTransport } from './platform/mail/smtp-transport.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { createRelyingParty, type RelyingParty } from './platform/oidc/relying-party.ts'
import { createClamdScanner } from './platform/scan/clamd.ts'
import type { Scanner } from './platform/scan/scanner.ts'
import type { ResourceStack } from './resource-stack.ts'
import { type Converter, createConverter } from './workers/convert/index.ts'
import { createSealPool, nearsEnd, openSealKeys, type SealKeys, type SealPool, SigningError } from './workers/esign/index.ts'
import type { RenderPool } from './workers/render/index.ts'
import { createRenderPool, openingPool } from './workers/render/index.ts'
import { createWatermarkPool, type WatermarkPool } from './workers/watermark/index.ts'

/** Together with the database's stop, the limit stays below Docker's 10 seconds. */
const DRAIN_WITHIN_MS = 7_000

const WATERMARK_WITHIN_MS = 60_000

/** The limit includes the time stamp. */
const SEAL_WITHIN_MS = 120_000

export interface Resources {
  readonly database: Database
  readonly openListener: OpenListener
  readonly keyStore: KeyStore
  /** Only tests set it. */
  readonly hashCost?: HashCost
  /** Only tests set these milliseconds. */
  readonly pageWaitMs?: number
  readonly blobs: BlobStore
  readonly tiers: Storage['tiers']
  readonly pool: RenderPool
  readonly watermarks: WatermarkPool
  readonly seals: SealPool
  readonly sealKeys: SealKeys
  readonly certificateEndsAt?: Date | undefined
  readonly converter: Converter
  readonly scanner: Scanner | undefined
  readonly transport: MailTransport
  readonly from: Sender
  readonly publicUrl: string
  /** Only PUBLIC_URL's host and loopback are accepted. */
  readonly onlyPublicHost: boolean
  readonly verifyPage: string
  readonly notifyAfterMs: number
  /** Undefined keeps versions as long as their document. */
  readonly versionDays: number | undefined
  readonly backupDays: number
  readonly keyBackupDays: number
  readonly mayCallLoopback?: boolean
  readonly relyingParties?: readonly RelyingParty[]
  readonly trustProxy: readonly string[]
  readonly drainWithinMs: number
  /** The folder where a probe leaves its token. Without it, probes get no answer. */
  readonly dataDir?: string | undefined
  readonly isCommand?: boolean
  readonly metrics?: Metrics | undefined
  readonly clock: Clock
  readonly log: Log
}

interface DatabaseSource {
  readonly options: ConnectionOptions
  /** Settles when an embedded server ends, otherwise never. */
  readonly ended: Promise<void>
  /** No other process uses the data folder. */
  readonly exclusive: boolean
  /** A command joined a running server. */
  readonly publicUrl?: string
}

export interface OpenResources extends Resources {
  readonly source: DatabaseSource
  readonly migrated: readonly string[]
  readonly certificateEndsAt: Date | undefined
}

/** A command may join a running server's database or wait for it. */
type Purpose = 'server' | 'command'

/** Recovery may take this long. */
const JOIN_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 100
const HOUR_MS = 3_600_000

const never = new Promise<void>(() => undefined)

async function openSource(settings: Settings, log: Log, opened: ResourceStack, purpose: Purpose): Promise<DatabaseSource> {
  const { DATABASE_URL, DATA_DIR } = settings
  if (DATABASE_URL !== undefined) return { options: await findOutsideDatabase(DATABASE_URL, settings), ended: never, exclusive: false }
  const patience = AbortSignal.timeout(JOIN_WITHIN_MS)
  for (;;) {
    try {
      const embedded = await startEmbedded({ dataDir: DATA_DIR, log })
      opened.add(() => embedded.stop())
      return { options: embedded.connection, ended: embedded.ended, exclusive: purpose === 'server' }
    } catch (error) {
      if (purpose === 'server' || !(error instanceof DataFolderInUseError)) throw error
      const running = readServerNote(DATA_DIR, error.pid)
      if (running) return { options: running.database, ended: never, exclusive: false, publicUrl: running.publicUrl }
      if (patience.aborted) throw error
      await wait(LOOK_AGAIN_MS)
    }
  }
}

interface Connected {
  readonly source: DatabaseSource
  readonly database: Database
}

const relyingPartiesOf = ({ OIDC_PROVIDERS: providers = [], OIDC_TO_LOOPBACK }: Settings): RelyingParty[] =>
  providers.map((provider) => createRelyingParty(provider, { clock: systemClock, mayUseLoopback: OIDC_TO_LOOPBACK === '1' }))

/** One of several first servers decides. */
async function claimKeys({ db }: Database, { KEY_DIR: keyDir }: Settings): Promise<void> {
  const own = await instanceIdIn(keyDir)
  if (own !== undefined) await requireKeyFolder(keyDir, await claimKeyFolder(db, own))
}

async function connect(
  { options }: DatabaseSource,
  opened: ResourceStack,
  { clock, log }: Pick<Resources, 'clock' | 'log'>,
): Promise<Database> {
  const isOutside = 'connectionString' in options
  const connecting = () => connectDatabase(options, { log })
  const database = await (isOutside ? asSetting('DATABASE_URL', connecting) : connecting())
  opened.add(() => database.close())
  if (isOutside) await checkOutsideDatabase(database, clock, log)
  return database
}

async function openKeysOf(
  settings: Settings,
  clock: Clock,
  log: Log,
): Promise<SealKeys & { readonly given: { readonly notAfter: Date } | undefined }> {
  const {
    KEY_DIR: keyDir,
    PUBLIC_URL: publicUrl,
    SIGN_P12: file,
    SIGN_TSA_URL: timeStampUrl,
    SIGN_REVOCATION_HOSTS: privateHosts,
  } = settings
  try {
    const p12 = file === undefined ? undefined : { file, password: settings.SIGN_P12_PASSWORD ?? '' }
    const keys = await openSealKeys({ keyDir, publicUrl, clock, p12, timeStampUrl, privateHosts })
    if (keys.given && nearsEnd(keys.given, clock.now()))
      log.warn({ notAfter: keys.given.notAfter }, 'the certificate of SIGN_P12 ends soon; from then on no document can be sealed')
    return keys
  } catch (error) {
    if (!(error instanceof SigningError)) throw error
    throw new SettingsError([`SIGN_P12: ${error.message}`])
  }
}

async function openStorageOf(...[settings, opening]: Parameters<typeof openStorage>): Promise<Storage> {
  try {
    return await openStorage(settings, opening)
  } catch (error) {
    throw error instanceof StorageError ? new SettingsError([error.message]) : error
  }
}

/** @throws Error */
export async function openDatabase(settings: Settings, log: Log, opened: ResourceStack): Promise<Database> {
  return connect(await openSource(settings, log, opened, 'command'), opened, { clock: systemClock, log })
}

const isMeasured = ({ METRICS_PORT }: Settings, purpose: Purpose): boolean => METRICS_PORT !== undefined && purpose === 'server'

/** After an error, `opened` has the resources. @param prepare fills an empty database, for a restore. */
export async function openResources(
  settings: Settings,
  log: Log,
  opened: ResourceStack,
  purpose: Purpose,
  prepare?: (database: Database) => Promise<void>,
): Promise<OpenResources> {
  const clock = systemClock
  // A failed attempt leaves no keys.
  if (settings.DATABASE_URL === undefined) findBinaryPackage()
  if (!prepare) await refuseUnfinishedFolder(settings.DATA_DIR)
  const connecting = async (): Promise<Connected> => {
    const source = await openSource(settings, log, opened, purpose)
    return { source, database: await connect(source, opened, { clock, log }) }
  }
  // An outside database knows its keys, so it opens first.
  const outside = settings.DATABASE_URL === undefined ? undefined : await connecting()
  const keyStore = await openKeyStore({
    ...{ keyDir: settings.KEY_DIR, dataDir: settings.DATA_DIR },
    known: outside && { keyFolder: await findKeyFolder(outside.database.direct), isDataElsewhere: settings.STORAGE_URL !== 'file:' },
  })
  const sealKeys = await openKeysOf(settings, clock, log)
  const { source, database } = outside ?? (await connecting())
  await (prepare?.(database) ?? refuseUnfinishedDatabase(database.direct))
  const migrated = await migrate(database.direct, path.join(PROJECT_ROOT, 'server', 'migrations'), log)
  await migrateJobs(database.direct, log)
  if (outside) await claimKeys(database, settings)
  // Loading takes a while.
  const metrics = isMeasured(settings, purpose) ? (await import('./platform/metrics/metrics.ts')).createMetrics() : undefined
  const storage = await openStorageOf(settings, {
    ...{
      db: database.db,
      clock,
      log,
      isCommand: purpose === 'command',
      onAnswer: metrics && ((answer) => metrics.storageAnswered(answer)),
    },
    staleAfterMs: source.exclusive ? 0 : HOUR_MS,
  })
  opened.add(async () => storage.close())
  const watermarks = await createWatermarkPool({ folder: path.join(settings.DATA_DIR, 'tmp'), deadlineMs: WATERMARK_WITHIN_MS, log })
  opened.add(() => watermarks.close())
  const drawing = await createRenderPool({ size: settings.RENDER_WORKERS, deadlineMs: settings.RENDER_DEADLINE_SECONDS * 1000, log })
  const pool = openingPool(drawing, watermarks.decrypt.bind(watermarks))
  opened.add(() => pool.close())
  const seals = await createSealPool({ folder: path.join(settings.DATA_DIR, 'tmp'), deadlineMs: SEAL_WITHIN_MS })
  opened.add(() => seals.close())
  const transport =
    settings.SMTP_URL === undefined
      ? createFolderTransport({ folder: path.join(settings.DATA_DIR, 'outbox'), clock })
      : createSmtpTransport({ url: settings.SMTP_URL, clock })
  opened.add(() => transport.close())
  return {
    database,
    source,
    migrated,
    dataDir: settings.DATA_DIR,
    isCommand: purpose === 'command',
    metrics,
    certificateEndsAt: sealKeys.given?.notAfter,
    openListener: (channel, wiring) => listen(directOf(source.options), channel, { ...wiring, log }),
    keyStore,
    blobs: storage.blobs,
    tiers: storage.tiers,
    pool,
    watermarks,
    seals,
    sealKeys,
    converter: createConverter({
      paths: { soffice: settings.SOFFICE_PATH, bwrap: settings.BWRAP_PATH },
      deadlineMs: settings.CONVERT_DEADLINE_SECONDS * 1000,
      log,
    }),
    scanner: settings.CLAMD_URL && createClamdScanner(settings.CLAMD_URL),
    transport,
    from: settings.MAIL_FROM,
    publicUrl: source.publicUrl ?? settings.PUBLIC_URL,
    onlyPublicHost: settings.isPublicUrlSet,
    verifyPage: path.join(PROJECT_ROOT, '.build', 'web', 'verify.html'),
    notifyAfterMs: settings.NOTIFY_AFTER_MINUTES * 60_000,
    versionDays: settings.VERSION_DAYS,
    backupDays: settings.BACKUP_DAYS,
    keyBackupDays: settings.KEY_BACKUP_DAYS,
    mayCallLoopback: settings.WEBHOOKS_TO_LOOPBACK === '1',
    relyingParties: relyingPartiesOf(settings),
    trustProxy: settings.TRUST_PROXY ?? [],
    drainWithinMs: DRAIN_WITHIN_MS,
    clock,
    log,
  }
}
