import path from 'node:path'
import { refuseUnfinishedDatabase, refuseUnfinishedFolder } from './backup/unfinished-restore.ts'
import type { HashCost } from './features/members/index.ts'
import { connectSource, type DatabaseSource, type Purpose } from './open-database.ts'
import { claimKeys, openSigningKeys } from './open-keys.ts'
import { openWorkers } from './open-workers.ts'
import type { BlobStore } from './platform/blob/blob-store.ts'
import { openStorage, type Storage } from './platform/blob/open-storage.ts'
import { StorageError } from './platform/blob/s3/storage-error.ts'
import { type Clock, systemClock } from './platform/clock/clock.ts'
import { PROJECT_ROOT } from './platform/config/project-root.ts'
import { type Settings, SettingsError } from './platform/config/settings.ts'
import type { Database } from './platform/db/connect.ts'
import { directOf } from './platform/db/connection-options.ts'
import { findBinaryPackage } from './platform/db/embedded/binaries.ts'
import { findKeyFolder } from './platform/db/installation.store.ts'
import { listen } from './platform/db/listener.ts'
import { migrate } from './platform/db/migrate.ts'
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
import type { Converter } from './workers/convert/index.ts'
import type { SealKeys, SealPool } from './workers/esign/index.ts'
import type { RenderPool } from './workers/render/index.ts'
import type { WatermarkPool } from './workers/watermark/index.ts'

/** Together with the database's stop, the limit stays below Docker's 10 seconds. */
const DRAIN_WITHIN_MS = 7_000

const HOUR_MS = 3_600_000

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

export interface OpenResources extends Resources {
  readonly source: DatabaseSource
  readonly migrated: readonly string[]
  readonly certificateEndsAt: Date | undefined
}

const relyingPartiesOf = ({
  OIDC_PROVIDERS: providers = [],
  OIDC_TO_LOOPBACK,
}: Settings): RelyingParty[] =>
  providers.map((provider) =>
    createRelyingParty(provider, { clock: systemClock, mayUseLoopback: OIDC_TO_LOOPBACK === '1' }),
  )

async function openStorageOf(
  ...[settings, opening]: Parameters<typeof openStorage>
): Promise<Storage> {
  try {
    return await openStorage(settings, opening)
  } catch (error) {
    throw error instanceof StorageError ? new SettingsError([error.message]) : error
  }
}

const isMeasured = ({ METRICS_PORT }: Settings, purpose: Purpose): boolean =>
  METRICS_PORT !== undefined && purpose === 'server'

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
  const connecting = () => connectSource(settings, opened, purpose, { clock, log })
  // An outside database knows its keys, so it opens first.
  const outside = settings.DATABASE_URL === undefined ? undefined : await connecting()
  const keyStore = await openKeyStore({
    keyDir: settings.KEY_DIR,
    dataDir: settings.DATA_DIR,
    known: outside && {
      keyFolder: await findKeyFolder(outside.database.direct),
      isDataElsewhere: settings.STORAGE_URL !== 'file:',
    },
  })
  const sealKeys = await openSigningKeys(settings, clock, log)
  const { source, database } = outside ?? (await connecting())
  await (prepare?.(database) ?? refuseUnfinishedDatabase(database.direct))
  const migrated = await migrate(
    database.direct,
    path.join(PROJECT_ROOT, 'server', 'migrations'),
    log,
  )
  await migrateJobs(database.direct, log)
  if (outside) await claimKeys(database, settings)
  // Loading takes a while.
  const metrics = isMeasured(settings, purpose)
    ? (await import('./platform/metrics/metrics.ts')).createMetrics()
    : undefined
  const storage = await openStorageOf(settings, {
    db: database.db,
    clock,
    log,
    isCommand: purpose === 'command',
    onAnswer: metrics && ((answer) => metrics.storageAnswered(answer)),
    staleAfterMs: source.exclusive ? 0 : HOUR_MS,
  })
  opened.add(async () => storage.close())
  const workers = await openWorkers(settings, log, opened)
  const transport = transportOf(settings, clock)
  opened.add(() => transport.close())
  return {
    ...configured(settings),
    ...workers,
    database,
    source,
    migrated,
    isCommand: purpose === 'command',
    metrics,
    certificateEndsAt: sealKeys.given?.notAfter,
    openListener: (channel, wiring) =>
      listen(directOf(source.options), channel, { ...wiring, log }),
    keyStore,
    blobs: storage.blobs,
    tiers: storage.tiers,
    sealKeys,
    transport,
    publicUrl: source.publicUrl ?? settings.PUBLIC_URL,
    clock,
    log,
  }
}

const transportOf = (
  { SMTP_URL: url, DATA_DIR: dataDir }: Settings,
  clock: Clock,
): MailTransport =>
  url === undefined
    ? createFolderTransport({ folder: path.join(dataDir, 'outbox'), clock })
    : createSmtpTransport({ url, clock })

/** Needs nothing but the settings. */
const configured = (settings: Settings) => ({
  dataDir: settings.DATA_DIR,
  scanner: settings.CLAMD_URL && createClamdScanner(settings.CLAMD_URL),
  from: settings.MAIL_FROM,
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
})
