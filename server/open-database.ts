import { setTimeout as wait } from 'node:timers/promises'
import { asSetting, checkOutsideDatabase, findOutsideDatabase } from './outside-database.ts'
import { type Clock, systemClock } from './platform/clock/clock.ts'
import { readServerNote } from './platform/config/server-note.ts'
import type { Settings } from './platform/config/settings.ts'
import { connectDatabase, type Database } from './platform/db/connect.ts'
import type { ConnectionOptions } from './platform/db/connection-options.ts'
import { DataFolderInUseError } from './platform/db/embedded/data-folder-lock.ts'
import { startEmbedded } from './platform/db/embedded/start-embedded.ts'
import type { Log } from './platform/log/log.ts'
import type { ResourceStack } from './resource-stack.ts'

/** Recovery may take this long. */
const JOIN_WITHIN_MS = 60_000
const LOOK_AGAIN_MS = 100

/** A command may join a running server's database or wait for it. */
export type Purpose = 'server' | 'command'

export interface DatabaseSource {
  readonly options: ConnectionOptions
  /** Settles when an embedded server ends, otherwise never. */
  readonly ended: Promise<void>
  /** No other process uses the data folder. */
  readonly exclusive: boolean
  /** A command joined a running server. */
  readonly publicUrl?: string
}

interface Connected {
  readonly source: DatabaseSource
  readonly database: Database
}

const never = new Promise<void>(() => undefined)

async function openSource(
  settings: Settings,
  log: Log,
  opened: ResourceStack,
  purpose: Purpose,
): Promise<DatabaseSource> {
  const { DATABASE_URL, DATA_DIR } = settings
  if (DATABASE_URL !== undefined)
    return {
      options: await findOutsideDatabase(DATABASE_URL, settings),
      ended: never,
      exclusive: false,
    }
  const patience = AbortSignal.timeout(JOIN_WITHIN_MS)
  for (;;) {
    try {
      const embedded = await startEmbedded({ dataDir: DATA_DIR, log })
      opened.add(() => embedded.stop())
      return {
        options: embedded.connection,
        ended: embedded.ended,
        exclusive: purpose === 'server',
      }
    } catch (error) {
      if (purpose === 'server' || !(error instanceof DataFolderInUseError)) throw error
      const running = readServerNote(DATA_DIR, error.pid)
      if (running)
        return {
          options: running.database,
          ended: never,
          exclusive: false,
          publicUrl: running.publicUrl,
        }
      if (patience.aborted) throw error
      await wait(LOOK_AGAIN_MS)
    }
  }
}

async function connect(
  { options }: DatabaseSource,
  opened: ResourceStack,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Database> {
  const isOutside = 'connectionString' in options
  const connecting = () => connectDatabase(options, { log })
  const database = await (isOutside ? asSetting('DATABASE_URL', connecting) : connecting())
  opened.add(() => database.close())
  if (isOutside) await checkOutsideDatabase(database, clock, log)
  return database
}

/** Opens the database of the settings, after an embedded one has started. */
export async function connectSource(
  settings: Settings,
  opened: ResourceStack,
  purpose: Purpose,
  using: { readonly clock: Clock; readonly log: Log },
): Promise<Connected> {
  const source = await openSource(settings, using.log, opened, purpose)
  return { source, database: await connect(source, opened, using) }
}

/** @throws Error */
export async function openDatabase(
  settings: Settings,
  log: Log,
  opened: ResourceStack,
): Promise<Database> {
  return (await connectSource(settings, opened, 'command', { clock: systemClock, log })).database
}
