import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../tools/lib/free-port.mjs'
import { until } from '../harness/server-process.ts'

const run = promisify(execFile)

const DEBIAN = '/usr/lib/postgresql'

export interface OutsidePostgres {
  createDatabase(name: string): Promise<string>
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

export async function findOutsidePostgres(): Promise<string | undefined> {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
  const newest = versions.filter((version) => version >= 15).sort((left, right) => right - left)[0]
  if (newest === undefined || (await account()) === undefined) return undefined
  const folder = path.join(DEBIAN, String(newest), 'bin')
  return existsSync(path.join(folder, 'postgres')) ? folder : undefined
}

/** PostgreSQL does not run as root. */
async function account(): Promise<{ uid?: number; gid?: number } | undefined> {
  if (process.getuid?.() !== 0) return {}
  try {
    const [uid, gid] = await Promise.all([
      run('id', ['-u', 'postgres']),
      run('id', ['-g', 'postgres']),
    ])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return undefined
  }
}

export async function outsidePostgres(bin: string): Promise<OutsidePostgres> {
  const ids = (await account()) ?? {}
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-outside-'))
  if (ids.uid !== undefined && ids.gid !== undefined) await chown(folder, ids.uid, ids.gid)
  const data = path.join(folder, 'data')
  const port = await freePort()
  const options = { ...ids, cwd: '/', env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' } }
  await run(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'owner', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    options,
  )

  let stop: (() => Promise<void>) | undefined
  const psql = (statement: string) =>
    run(
      path.join(bin, 'psql'),
      ['-h', '127.0.0.1', '-p', String(port), '-U', 'owner', '-d', 'postgres', '-tAc', statement],
      options,
    )
  const postgres: OutsidePostgres = {
    async createDatabase(name) {
      await psql(`create database ${name} template template0`)
      return `postgres://owner@127.0.0.1:${port}/${name}`
    },
    async start() {
      const words = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'fsync=off']
      const child = spawn(path.join(bin, 'postgres'), words, { ...options, stdio: 'ignore' })
      const ended = new Promise<void>((resolve) => {
        child.once('close', () => resolve())
      })
      stop = async () => {
        child.kill('SIGINT')
        await ended
      }
      const answers = () =>
        psql('select 1').then(
          () => true,
          () => false,
        )
      await until(answers, 'the outside PostgreSQL to answer')
    },
    async stop() {
      await stop?.()
      stop = undefined
    },
    async remove() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
  await postgres.start()
  return postgres
}
