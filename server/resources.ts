import path from 'node:path'
import type { BlobStore } from './platform/blob/blob-store.ts'
import { openDiskBlobStore } from './platform/blob/disk-blob-store.ts'
import type { Clock } from './platform/clock/clock.ts'
import { systemClock } from './platform/clock/clock.ts'
import { PROJECT_ROOT } from './platform/config/project-root.ts'
import { readServerNote } from './platform/config/server-note.ts'
import { type Settings, SettingsError } from './platform/config/settings.ts'
import type { KeyStore } from './platform/crypto/key-store.ts'
import { openKeyStore } from './platform/crypto/open-key-store.ts'
import type { Database } from './platform/db/connect.ts'
import { connectDatabase } from './platform/db/connect.ts'
import type { ConnectionOptions } from './platform/db/connection-options.ts'
import { DataFolderInUseError } from './platform/db/embedded/data-folder-lock.ts'
import { startEmbedded } from './platform/db/embedded/start-embedded.ts'
import { listen } from './platform/db/listener.ts'
import { migrate } from './platform/db/migrate.ts'
import type { OpenListener } from './platform/events/bus.ts'
import { migrateJobs } from './platform/jobs/migrate-jobs.ts'
import type { Log } from './platform/log/log.ts'
import type { Sender } from './platform/mail/address.ts'
import { parseSender } from './platform/mail/address.ts'
import { createFolderTransport } from './platform/mail/folder-transport.ts'
import type { MailTransport } from './platform/mail/mail.ts'
import { createSmtpTransport } from './platform/mail/smtp-transport.ts'
import type { RenderPool } from './workers/render/index.ts'
import { createRenderPool } from './workers/render/index.ts'

/** The open resources that the program is put together from. */
export interface Resources {
  readonly database: Database
  readonly openListener: OpenListener
  readonly keyStore: KeyStore
  readonly blobs: BlobStore
  readonly pool: RenderPool
  readonly transport: MailTransport
  readonly from: Sender
  readonly publicUrl: string
  readonly trustProxy: readonly string[]
  readonly clock: Clock
  readonly log: Log
}

/** Closes what was opened, the last first. */
export class Opened {
  readonly #closers: (() => Promise<void>)[] = []

  add(close: () => Promise<void>): void {
    this.#closers.push(close)
  }

  /** Goes on where one fails, then throws the first failure. */
  async close(): Promise<void> {
    const failures: unknown[] = []
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      await close().catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }
}

interface DatabaseSource {
  readonly options: ConnectionOptions
  /** Settles when an embedded server ends; never for others. */
  readonly ended: Promise<void>
  /** Nobody else works on the data folder. */
  readonly exclusive: boolean
}

/** Resources with where the database came from. */
export interface OpenResources extends Resources {
  readonly source: DatabaseSource
}

const never = new Promise<void>(() => undefined)

async function openSource(settings: Settings, log: Log, opened: Opened, mayJoin: boolean): Promise<DatabaseSource> {
  if (settings.DATABASE_URL !== undefined) return { options: { connectionString: settings.DATABASE_URL }, ended: never, exclusive: false }
  try {
    const embedded = await startEmbedded({ dataDir: settings.DATA_DIR, log })
    opened.add(() => embedded.stop())
    return { options: embedded.connection, ended: embedded.ended, exclusive: true }
  } catch (error) {
    const running = mayJoin && error instanceof DataFolderInUseError ? readServerNote(settings.DATA_DIR)?.database : undefined
    if (!running) throw error
    return { options: running, ended: never, exclusive: false }
  }
}

/**
 * Opens everything the program works with, and brings the schema up to date.
 * @param mayJoin whether a database that another process started on the data folder may be used: commands may, a server may not.
 * @throws what says why, with everything closed again.
 */
export async function openResources(settings: Settings, log: Log, opened: Opened, mayJoin: boolean): Promise<OpenResources> {
  const from = parseSender(settings.MAIL_FROM)
  if (!from) throw new SettingsError(['MAIL_FROM: must be an address, or a name with an address in angle brackets'])
  const clock = systemClock
  const keyStore = await openKeyStore({ keyDir: settings.KEY_DIR, dataDir: settings.DATA_DIR })
  const source = await openSource(settings, log, opened, mayJoin)
  const database = await connectDatabase(source.options, { log })
  opened.add(() => database.close())
  await migrate(database.pool, path.join(PROJECT_ROOT, 'server', 'migrations'), log)
  await migrateJobs(database.pool, log)
  const pool = await createRenderPool({ size: settings.RENDER_WORKERS, deadlineMs: settings.RENDER_DEADLINE_SECONDS * 1000, log })
  opened.add(() => pool.close())
  const transport =
    settings.SMTP_URL === undefined
      ? createFolderTransport({ folder: path.join(settings.DATA_DIR, 'outbox'), clock })
      : createSmtpTransport({ url: settings.SMTP_URL, clock })
  opened.add(() => transport.close())
  return {
    database,
    source,
    openListener: (channel, wiring) => listen(source.options, channel, { ...wiring, log }),
    keyStore,
    blobs: await openDiskBlobStore(settings.DATA_DIR, clock),
    pool,
    transport,
    from,
    publicUrl: settings.PUBLIC_URL,
    trustProxy: settings.TRUST_PROXY ?? [],
    clock,
    log,
  }
}
