import { type ChildProcess, spawn } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { onlySlow } from '../../../test/harness/tier.ts'
import { silentLog } from '../../log/log.ts'
import { toClientConfig } from '../connection-options.ts'
import { findBinaryPackage, prepareBinaries } from './binaries.ts'
import { readServerPid } from './leftover-server.ts'
import { findProcess } from './processes.ts'
import { chooseServerAccount, type ServerAccount } from './server-account.ts'
import { type ServerProcess, spawnServer } from './server-process.ts'
import { type EmbeddedDatabase, startEmbedded } from './start-embedded.ts'

describe.runIf(process.platform === 'linux')('what an earlier start left behind', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'leftover-'))
  const folder = join(dataDir, 'db')
  const lockFile = join(folder, 'postmaster.pid')
  let account: ServerAccount
  let lockText: string
  let connection: EmbeddedDatabase['connection']

  beforeAll(async () => {
    const embedded = await startEmbedded({ dataDir, log: silentLog })
    connection = embedded.connection
    lockText = readFileSync(lockFile, 'utf8')
    await embedded.stop()
    account = await chooseServerAccount(folder, [])
  })
  afterAll(() => {
    rmSync(dataDir, { recursive: true })
  })

  it('a server that still runs is shut down and restarted', async () => {
    const orphan = await startOrphan()
    const client = await connect(dataDir)
    await client.query('create table before as select 1 as n')
    const embedded = await startEmbedded({ dataDir, log: silentLog })
    expect(findProcess(orphan.pid ?? 0)).toBeUndefined()
    expect(orphan.lastLines()).toContain('database system is shut down')
    expect(orphan.lastLines()).not.toContain('immediate shutdown')
    expect(readServerPid(folder)).not.toBe(orphan.pid)
    const again = await connect(connection.host)
    expect((await again.query('select n from before')).rows).toEqual([{ n: 1 }])
    await again.end()
    await embedded.stop()
  })

  onlySlow(() => {
    it('a lock file whose number another process of the account has now is no hindrance, and that process lives on', async () => {
      const bystander = start(['sleep', '60'])
      await expectToStart(`${bystander.pid}${lockText.slice(lockText.indexOf('\n'))}`)
      expect(findProcess(bystander.pid ?? 0)).toBeDefined()
    })

    it('nor is one whose number is a zombie', async () => {
      const parent = start(['sh', '-c', 'sleep 0.1 & echo $!; exec sleep 60'])
      const pid = await firstLine(parent)
      while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await delay(5)
      expect(findProcess(Number(pid))).toBeUndefined()
      await expectToStart(`${pid}${lockText.slice(lockText.indexOf('\n'))}`)
    })

    it('nor is one whose process is gone, or one that was torn', async () => {
      await expectToStart(lockText)
      await expectToStart('')
      await expectToStart('4194999\n/data')
    })
  })

  it('a backend that outlived its killed server keeps a new one out, even where the number was taken over', async () => {
    const orphan = await startOrphan()
    const client = await connect(dataDir)
    const backend = Number((await client.query('select pg_backend_pid() as pid')).rows[0].pid)
    const killBackend = () => findProcess(backend) && process.kill(backend, 'SIGKILL')
    onTestFinished(() => {
      killBackend()
    })
    process.kill(backend, 'SIGSTOP')
    process.kill(orphan.pid ?? 0, 'SIGKILL')
    await orphan.ended
    const bystander = start(['sleep', '60'])
    const left = readFileSync(lockFile, 'utf8')
    writeLock(`${bystander.pid}${left.slice(left.indexOf('\n'))}`)
    await expect(startEmbedded({ dataDir, log: silentLog })).rejects.toThrow(
      'pre-existing shared memory block',
    )
    killBackend()
    while (findProcess(backend) !== undefined) await delay(5)
    const embedded = await startEmbedded({ dataDir, log: silentLog })
    await embedded.stop()
  })

  async function expectToStart(lock: string): Promise<void> {
    writeLock(lock)
    const embedded = await startEmbedded({ dataDir, log: silentLog })
    const client = await connect(connection.host)
    await client.end()
    await embedded.stop()
    expect(existsSync(lockFile)).toBe(false)
  }

  function writeLock(text: string): void {
    writeFileSync(lockFile, text)
    const { uid, gid } = lstatSync(folder)
    chownSync(lockFile, uid, gid)
  }

  /** A killed launcher leaves the server running and the data folder unlocked. */
  async function startOrphan(): Promise<ServerProcess> {
    const { postgres } = prepareBinaries(findBinaryPackage())
    chownSync(dataDir, account.uid, account.gid)
    const settings = [
      'listen_addresses=',
      `unix_socket_directories=${dataDir}`,
      `hba_file=${dataDir}/db-access/pg_hba.conf`,
    ]
    const flags = [...settings, `ident_file=${dataDir}/db-access/pg_ident.conf`].flatMap(
      (setting) => ['-c', setting],
    )
    const orphan = spawnServer(account, [postgres, '-D', folder, ...flags], silentLog)
    while (!orphan.lastLines().includes('ready to accept connections')) await delay(5)
    return orphan
  }

  function start(words: readonly string[]): ChildProcess {
    const [program = '', ...args] = [...account.prefix, ...words]
    const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => {
      child.kill('SIGKILL')
    })
    return child
  }

  async function connect(host: string): Promise<Client> {
    const client = new Client(toClientConfig({ ...connection, host }))
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
})

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('ended without a line')
}
