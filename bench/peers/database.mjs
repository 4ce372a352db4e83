import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { at, textOf } from '../../tools/lib/project.mjs'
import { secondsOf } from '../lib/figures.mjs'

const EMBEDDED = at('.build', 'server', 'platform', 'db', 'embedded')
const { findBinaryPackage, prepareBinaries } = await import(join(EMBEDDED, 'binaries.js'))
const { chooseServerAccount } = await import(join(EMBEDDED, 'server-account.js'))
const { makeSocketFolder } = await import(join(EMBEDDED, 'socket-folder.js'))
const { createCluster } = await import(join(EMBEDDED, 'cluster.js'))

const binaries = prepareBinaries(findBinaryPackage())

/** pg_ctl reads the lock file this way. */
const isReady = (database) =>
  textOf(join(database, 'postmaster.pid'))?.split('\n')[7]?.trim() === 'ready'

process.on('message', async ({ folder }) => {
  mkdirSync(folder)
  const database = join(folder, 'db')
  const account = await chooseServerAccount(database, [])
  const initdb = await secondsOf(() => createCluster(database, binaries, account))
  const socket = makeSocketFolder(folder, account)
  let server
  const postgres = await secondsOf(async () => {
    const words = [
      binaries.postgres,
      '-D',
      database,
      '-c',
      'listen_addresses=',
      '-c',
      `unix_socket_directories=${socket}`,
    ]
    const [program, ...args] = [...account.prefix, ...words]
    server = spawn(program, args, {
      ...account.spawnIds,
      cwd: '/',
      env: { LC_ALL: 'C' },
      stdio: 'ignore',
    })
    while (!isReady(database)) {
      if (server.exitCode !== null) throw new Error('PostgreSQL did not start')
      await wait(2)
    }
  })
  const ended = once(server, 'exit')
  server.kill('SIGINT')
  await ended
  rmSync(socket, { recursive: true })
  process.send({ initdb, postgres })
})
