import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Log, silentLog } from '../../log/log.ts'
import { type SocketConnection, toClientConfig } from '../connection-options.ts'
import { findBinaryPackage, prepareBinaries } from './binaries.ts'
import { DataFolderInUseError } from './data-folder-lock.ts'
import { readServerPid } from './leftover-server.ts'
import { findProcess } from './processes.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

const asRoot = process.getuid?.() === 0
const lines: string[] = []
/** No secret may reach even the unscrubbed log. */
const keep = (fields: object | string, message = '') =>
  lines.push(`${message} ${JSON.stringify(fields)}`)
const log: Log = { ...silentLog, debug: keep, info: keep, warn: keep, error: keep }

describe('an embedded database', () => {
  // `mkdtemp` keeps the server's account out.
  const base = mkdtempSync(join(tmpdir(), 'embedded-'))
  const dataDir = join(base, '데이터 "room"')
  let embedded: EmbeddedDatabase
  let pid: number

  beforeAll(async () => {
    mkdirSync(join(dataDir, 'db.new/base'), { recursive: true })
    embedded = await startEmbedded({ dataDir, log })
    pid = readServerPid(join(dataDir, 'db')) ?? 0
  })
  afterAll(async () => {
    await embedded.stop()
    rmSync(base, { recursive: true })
  })

  it('leaves nothing of an interrupted first start', () => {
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'db-access', 'db-socket', 'db.lock'])
  })

  it('knows Korean, and sorts alike everywhere', async () => {
    const [row] = await ask(
      embedded.connection,
      `select cardinality(show_trgm('계약서')) as trigrams, length('계약서') as length, current_setting('server_encoding') as encoding,
         datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()`,
    )
    expect(row).toEqual({
      trigrams: 4,
      length: 3,
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
    })
  })

  it('serves the program as a role that owns its database and is no superuser', async () => {
    const [row] = await ask(
      embedded.connection,
      `select current_user as role, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as powers,
         (select pg_get_userbyid(datdba) from pg_database where datname = current_database()) as owner
       from pg_roles where rolname = current_user`,
    )
    expect(row).toEqual({ role: 'sealroom', powers: false, owner: 'sealroom' })
    await expect(ask(embedded.connection, `select pg_read_file('PG_VERSION')`)).rejects.toThrow(
      'permission denied',
    )
    await expect(ask(embedded.connection, `copy (select 1) to program 'true'`)).rejects.toThrow(
      'permission denied',
    )
    expect(
      await ask(embedded.connection, `select extname as name from pg_extension order by 1`),
    ).toEqual([{ name: 'btree_gin' }, { name: 'pg_trgm' }, { name: 'plpgsql' }])
  })

  it('keeps what was committed through a power cut', async () => {
    const durable = await ask(
      embedded.connection,
      `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'ssl')`,
    )
    expect(Object.fromEntries(durable.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      ssl: 'off',
    })
  })

  it('opens a Unix socket in a private folder and no TCP port', async () => {
    const sockets = new Set(
      readdirSync(`/proc/${pid}/fd`).flatMap(
        (fd) => /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.slice(1) ?? [],
      ),
    )
    const words = (file: string) => readFileSync(`/proc/net/${file}`, 'utf8').split(/\s+/)
    expect(words('unix').some((word) => sockets.has(word))).toBe(true)
    expect([...words('tcp'), ...words('tcp6')].filter((word) => sockets.has(word))).toEqual([])
    expect(statSync(embedded.connection.host).mode & 0o777).toBe(0o700)
    expect(statSync(join(dataDir, 'db')).mode & 0o777).toBe(0o700)
  })

  it('runs in a process group of its own, where Ctrl-C does not reach it', () => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])).toBe(pid)
  })

  it.runIf(asRoot)('runs under an unprivileged account that may read, and nothing more', () => {
    const status = Object.fromEntries(
      readFileSync(`/proc/${pid}/status`, 'utf8')
        .split('\n')
        .map((line) => line.split(/:\s*/, 2)),
    )
    const readSearch = '0000000000000004'
    expect(status.Uid.split('\t')).not.toContain('0')
    expect([status.CapPrm, status.CapEff, status.CapInh, status.CapBnd, status.CapAmb]).toEqual(
      Array(5).fill(readSearch),
    )
    expect([status.NoNewPrivs, status.Groups.trim()]).toEqual(['1', ''])
  })

  it('writes no value into the log', async () => {
    await ask(embedded.connection, 'create table person (mail text unique)')
    await ask(embedded.connection, `insert into person values ('kim@secret.example')`)
    await expect(
      ask(embedded.connection, `insert into person values ('kim@secret.example')`),
    ).rejects.toThrow('duplicate key')
    await expect(ask(embedded.connection, `select 'kim@secret.example'::int`)).rejects.toThrow(
      'kim@secret.example',
    )
    await expect(
      ask(embedded.connection, `do $$ begin raise warning 'kim@secret.example'; end $$`),
    ).resolves.toEqual([])
    expect(lines.join('\n')).toContain('ready to accept connections')
    expect(lines.filter((line) => line.includes('secret'))).toEqual([])
  })

  it('refuses a second start on the same folder, and serves on', async () => {
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(DataFolderInUseError)
    await expect(startEmbedded({ dataDir, log })).rejects.toMatchObject({ pid: process.pid })
    expect(await ask(embedded.connection, 'select 1 as n')).toEqual([{ n: 1 }])
    expect(readServerPid(join(dataDir, 'db'))).toBe(pid)
  })

  it('keeps its data over a stop, which leaves no process and no socket', async () => {
    await ask(embedded.connection, 'create table kept as select 7 as n')
    await embedded.stop()
    await embedded.ended
    expect(findProcess(pid)).toBeUndefined()
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'db-access'])
    expect(existsSync(join(dataDir, 'db/postmaster.pid'))).toBe(false)
    embedded = await startEmbedded({ dataDir, log })
    expect(await ask(embedded.connection, 'select n from kept')).toEqual([{ n: 7 }])
  })

  it('says in the end of its log why it did not start, leaves nothing running and starts again', async () => {
    await embedded.stop()
    const failing = startEmbedded({ dataDir, log, extraFlags: ['-c', 'shared_buffers=nonsense'] })
    await expect(failing).rejects.toThrow(
      /did not start on .*\n.*invalid value for parameter "shared_buffers"/s,
    )
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'db-access'])
    embedded = await startEmbedded({ dataDir, log })
    expect(await ask(embedded.connection, 'select 1 as n')).toEqual([{ n: 1 }])
  })
})

describe('startEmbedded', () => {
  it('refuses a data folder of another major version, and leaves it alone', async () => {
    const { dataDir, folder } = makeDatabaseFolder()
    writeFileSync(join(folder, 'PG_VERSION'), '16\n')
    const { major } = prepareBinaries(findBinaryPackage())
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
      `was written by PostgreSQL 16, and this program brings PostgreSQL ${major}`,
    )
    expect(readdirSync(dataDir)).toEqual(['db'])
    expect(readdirSync(folder)).toEqual(['PG_VERSION'])
  })

  it('has its socket elsewhere where the path of the data folder is too long for one', async () => {
    const base = mkdtempSync(join(tmpdir(), 'embedded-'))
    onTestFinished(() => rmSync(base, { recursive: true }))
    const dataDir = join(base, '길'.repeat(50))
    const { connection, stop } = await startEmbedded({ dataDir, log })
    expect(connection.host.startsWith(base)).toBe(false)
    expect(await ask(connection, 'select 1 as n')).toEqual([{ n: 1 }])
    await stop()
    expect(existsSync(connection.host)).toBe(false)
  })

  it('refuses a folder that is no database', async () => {
    const { dataDir, folder } = makeDatabaseFolder()
    writeFileSync(join(folder, 'letter.txt'), 'dear')
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow('is not a PostgreSQL data folder')
    expect(readdirSync(folder)).toEqual(['letter.txt'])
  })

  it('takes no heed of a lock that a dead program left, or that was torn while it was written', async () => {
    const { dataDir } = makeDatabaseFolder()
    const started = findProcess(process.pid)?.startedAt
    for (const lock of [
      '',
      '{"pid":',
      JSON.stringify({ pid: 999_999_999, startedAt: started }),
      JSON.stringify({ pid: process.pid, startedAt: '1' }),
    ]) {
      writeFileSync(join(dataDir, 'db.lock'), lock)
      await expect(startEmbedded({ dataDir, log })).rejects.toThrow(
        'is not a PostgreSQL data folder',
      )
    }
  })

  it.runIf(asRoot)('as root, refuses a database folder that belongs to root', async () => {
    const { dataDir, folder } = makeDatabaseFolder()
    chownSync(folder, 0, 0)
    await expect(startEmbedded({ dataDir, log })).rejects.toThrow(`${folder} belongs to root`)
  })
})

function makeDatabaseFolder(): { dataDir: string; folder: string } {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const folder = join(dataDir, 'db')
  mkdirSync(folder, { mode: 0o700 })
  if (asRoot) chownSync(folder, 65_534, 65_534)
  return { dataDir, folder }
}

async function ask(
  connection: SocketConnection,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new Client(toClientConfig(connection))
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
