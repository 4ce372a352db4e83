import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { at } from '../../tools/lib/project.mjs'
import { SERVER_ENVIRONMENT, SERVER_PROGRAM } from '../../tools/lib/server-program.mjs'
import { Client } from './client.mjs'

const READY_WITHIN_MS = 60_000
const STOPPED_WITHIN_MS = 60_000

/** The caller's settings must not apply. */
export const surroundings = (folder, settings = {}) => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  TMPDIR: folder,
  DATA_DIR: join(folder, 'data'),
  PORT: '0',
  LOG_LEVEL: 'warn',
  ...settings,
})

export async function launch(scratch, command, args, env) {
  scratch.throwIfOver()
  // npm's shell forwards no signals, so the process group gets them.
  const child = spawn(command, args, {
    cwd: at(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'close').catch(() => {})
  const signal = (name) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name)
  }
  const stop = async () => {
    signal('SIGTERM')
    const limit = setTimeout(() => signal('SIGKILL'), STOPPED_WITHIN_MS)
    await ended.finally(() => clearTimeout(limit))
  }
  scratch.defer(stop)
  return { pid: child.pid, url: await urlOf(child), stop }
}

function urlOf(child) {
  return new Promise((resolve, reject) => {
    let printed = ''
    const limit = setTimeout(
      () => reject(new Error(`not ready in time:\n${printed}`)),
      READY_WITHIN_MS,
    )
    const read = (text) => {
      printed += text
      const address = /^ready (http\S*)$/m.exec(printed)?.[1]
      if (address === undefined) return
      clearTimeout(limit)
      resolve(address)
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`ended before it was ready:\n${printed}`)))
  })
}

export const runRoom = async (env, ...words) =>
  (
    await promisify(execFile)(
      process.execPath,
      [at('.build', 'server', 'cli', 'room.js'), ...words],
      { env },
    )
  ).stdout

export async function startServer(scratch, settings) {
  const env = { ...SERVER_ENVIRONMENT, ...surroundings(scratch.folder, settings) }
  const { pid, url, stop } = await launch(scratch, process.execPath, SERVER_PROGRAM, env)
  const room = (...words) => runRoom(env, ...words)
  return {
    pid,
    url,
    stop,
    room,
    createRoom: async () =>
      JSON.parse(
        await room(
          'create',
          '--name',
          'Bench',
          '--operator-name',
          'Bench',
          '--operator-email',
          'bench@example.com',
          '--json',
        ),
      ),
    enterRoom: (room) => Client.enter(url, room),
    async enter() {
      return this.enterRoom(await this.createRoom())
    },
    connection: async () =>
      JSON.parse(await readFile(join(env.DATA_DIR, 'server.json'), 'utf8')).database,
    async database() {
      const client = new pg.Client({ ...(await this.connection()), ssl: false })
      await client.connect()
      scratch.defer(() => client.end())
      return client
    },
  }
}
