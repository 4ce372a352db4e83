import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { Log } from '../../log/log.ts'
import { type SocketConnection, toClientConfig } from '../connection-options.ts'
import { findBinaryPackage, type PostgresBinaries, prepareBinaries } from './binaries.ts'
import { checkClusterVersion, createCluster, writeAccessRules } from './cluster.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { clearLeftovers, readServerPid } from './leftover-server.ts'
import { provision } from './provision.ts'
import { APP_DATABASE, APP_ROLE, SUPERUSER } from './roles.ts'
import { chooseServerAccount, type ServerAccount } from './server-account.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'
import { makeSocketFolder } from './socket-folder.ts'

/** Recovery after a crash counts in: 754 MB of log took 2.5 s. */
const READY_WITHIN_MS = 120_000
const PORT = 5432

/** An embedded PostgreSQL that accepts connections. */
export interface EmbeddedDatabase {
  /** The program's own role in its own database. */
  readonly connection: SocketConnection
  /** The superuser in the cluster's own database: for the test harness. */
  readonly superuser: SocketConnection
  /** Settles when the server has ended, by `stop` or by itself. */
  readonly ended: Promise<void>
  /** Shuts the server down and waits for it. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Made where it is missing. Holds `db`, `db-access`, `db-socket` and `db.lock` afterwards. */
  readonly dataDir: string
  readonly log: Log
  /** More words for the server, which win over ours: tests turn durability off. */
  readonly extraFlags?: readonly string[]
}

/**
 * Starts PostgreSQL on `dataDir/db`, made on the first start, with a Unix socket as its only door and no password anywhere.
 * @throws DataFolderInUseError where another running program has its database there.
 * @throws Error that says what to do; where the server did not start, with the last lines of its log.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const binaries = prepareBinaries(findBinaryPackage())
  mkdirSync(options.dataDir, { recursive: true })
  const dataDir = realpathSync(options.dataDir)
  const unlock = lockDataFolder(join(dataDir, 'db.lock'))
  try {
    return await startLocked({ ...options, dataDir }, binaries, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function startLocked(options: EmbeddedOptions, binaries: PostgresBinaries, unlock: () => void): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options
  const databaseFolder = join(dataDir, 'db')
  const account = await chooseServerAccount(databaseFolder, [join(binaries.folder, 'bin'), dataDir])
  await createCluster(databaseFolder, binaries, account)
  checkClusterVersion(databaseFolder, binaries)
  await clearLeftovers(databaseFolder, log)
  const socketFolder = makeSocketFolder(dataDir, account)
  const words = [binaries.postgres, '-D', databaseFolder, ...settingFlags(dataDir, socketFolder, account), ...(options.extraFlags ?? [])]
  const server = spawnServer(account, words, log)
  const stop = async () => {
    await server.stop()
    rmSync(socketFolder, { recursive: true, force: true })
  }
  const socket = { host: socketFolder, port: PORT }
  const superuser = { ...socket, user: SUPERUSER, database: 'postgres' }
  try {
    await waitUntilReady(server, databaseFolder, superuser)
    await provision(superuser)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    connection: { ...socket, user: APP_ROLE, database: APP_DATABASE },
    superuser,
    ended: server.ended,
    stop: () => stop().finally(unlock),
  }
}

/** Given as flags, they win over every file in the data folder. */
function settingFlags(dataDir: string, socketFolder: string, account: ServerAccount): string[] {
  const settings = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    ...writeAccessRules(join(dataDir, 'db-access'), account),
    ssl: 'off',
    max_connections: 60,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // Statements and the messages of failed ones carry people's values. Whoever ran one is told; the log is not.
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_min_messages: 'log',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function waitUntilReady(server: ServerProcess, databaseFolder: string, superuser: SocketConnection): Promise<void> {
  const deadline = AbortSignal.timeout(READY_WITHIN_MS)
  for (;;) {
    const failure = await tryToConnect(superuser)
    // The lock file tells our server from one that another start put there in the same instant.
    if (failure === undefined && readServerPid(databaseFolder) === server.pid) return
    if (server.hasEnded() || deadline.aborted || (failure !== undefined && !isStarting(failure))) {
      throw new Error(`PostgreSQL did not start on ${databaseFolder}. Its last lines:\n${server.lastLines()}`, { cause: failure })
    }
    await delay(20)
  }
}

async function tryToConnect(connection: SocketConnection): Promise<Error | undefined> {
  const client = new Client(toClientConfig(connection))
  try {
    await client.connect()
    await client.end()
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** No socket yet, or one that answers `cannot_connect_now`; every other answer is final. */
function isStarting(error: Error): boolean {
  if (error instanceof DatabaseError) return error.code === '57P03'
  return 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET')
}
