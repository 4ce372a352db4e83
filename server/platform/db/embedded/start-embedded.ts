import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import type { Log } from '../../log/log.ts'
import { type SocketConnection, toClientConfig } from '../connection-options.ts'
import { findBinaryPackage, type PostgresBinaries, prepareBinaries } from './binaries.ts'
import { checkClusterVersion, createCluster, writeAccessRules } from './cluster.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { databaseFolderOf, finishUpgrade } from './finish-upgrade.ts'
import { clearLeftovers, readServerPid } from './leftover-server.ts'
import { provision } from './provision.ts'
import { APP_DATABASE, APP_ROLE, SUPERUSER } from './roles.ts'
import { chooseServerAccount, type ServerAccount } from './server-account.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'
import { makeSocketFolder } from './socket-folder.ts'

/** Crash recovery took 2.5 s for 754 MB of log. */
const READY_WITHIN_MS = 120_000
const PORT = 5432

export interface EmbeddedDatabase {
  readonly connection: SocketConnection
  readonly superuser: SocketConnection
  readonly ended: Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Log
  /** Tests turn durability off. */
  readonly extraFlags?: readonly string[] | undefined
}

/** @throws DataFolderInUseError @throws Error with the remedy or the last log lines. */
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

async function startLocked(
  options: EmbeddedOptions,
  binaries: PostgresBinaries,
  unlock: () => void,
): Promise<EmbeddedDatabase> {
  const { dataDir, log, extraFlags } = options
  await finishUpgrade(dataDir)
  const cluster = await startCluster({
    databaseFolder: databaseFolderOf(dataDir),
    runFolder: dataDir,
    binaries,
    log,
    extraFlags,
  })
  try {
    await provision(cluster.superuser)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  return { ...cluster, stop: () => cluster.stop().finally(unlock) }
}

interface ClusterOptions extends Pick<EmbeddedOptions, 'log' | 'extraFlags'> {
  readonly databaseFolder: string
  readonly runFolder: string
  readonly binaries: PostgresBinaries
}

/** The caller must hold the data folder lock. @throws Error with the remedy or the last log lines. */
export async function startCluster({
  databaseFolder,
  runFolder,
  binaries,
  log,
  extraFlags = [],
}: ClusterOptions): Promise<EmbeddedDatabase> {
  const account = await chooseServerAccount(databaseFolder, [
    join(binaries.folder, 'bin'),
    runFolder,
  ])
  await createCluster(databaseFolder, binaries, account)
  checkClusterVersion(databaseFolder, binaries)
  await clearLeftovers(databaseFolder, log)
  const socketFolder = makeSocketFolder(runFolder, account)
  const words = [
    binaries.postgres,
    '-D',
    databaseFolder,
    ...settingFlags(runFolder, socketFolder, account),
    ...extraFlags,
  ]
  const server = spawnServer(account, words, log)
  const stop = async () => {
    await server.stop()
    rmSync(socketFolder, { recursive: true, force: true })
  }
  const socket = { host: socketFolder, port: PORT }
  const superuser = { ...socket, user: SUPERUSER, database: 'postgres' }
  try {
    await waitUntilReady(server, databaseFolder, superuser)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    connection: { ...socket, user: APP_ROLE, database: APP_DATABASE },
    superuser,
    ended: server.ended,
    stop,
  }
}

/** Flags override the data folder's files. */
function settingFlags(runFolder: string, socketFolder: string, account: ServerAccount): string[] {
  const settings = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    ...writeAccessRules(join(runFolder, 'db-access'), account),
    ssl: 'off',
    max_connections: 60,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    // Statements and errors contain personal data.
    log_statement: 'none',
    log_min_error_statement: 'panic',
    log_min_messages: 'log',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function waitUntilReady(
  server: ServerProcess,
  databaseFolder: string,
  superuser: SocketConnection,
): Promise<void> {
  const deadline = AbortSignal.timeout(READY_WITHIN_MS)
  for (;;) {
    const failure = await tryToConnect(superuser)
    // Another start may have launched a server meanwhile.
    if (failure === undefined && readServerPid(databaseFolder) === server.pid) return
    if (server.hasEnded() || deadline.aborted || (failure !== undefined && !isStarting(failure))) {
      throw new Error(
        `PostgreSQL did not start on ${databaseFolder}. Its last lines:\n${server.lastLines()}`,
        { cause: failure },
      )
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

/** Without a socket, or with `cannot_connect_now`, the server is starting. */
function isStarting(error: Error): boolean {
  if (error instanceof DatabaseError) return error.code === '57P03'
  return (
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET')
  )
}
