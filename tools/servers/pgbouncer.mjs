import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../lib/free-port.mjs'

const PROGRAM = '/usr/sbin/pgbouncer'
const READY_WITHIN_MS = 10_000

export const lackingPgbouncer = existsSync(PROGRAM) ? [] : ['pgbouncer']

/** pgbouncer refuses to run as root. */
function account() {
  if (process.getuid?.() !== 0) return {}
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function answering(port) {
  const limit = Date.now() + READY_WITHIN_MS
  for (;;) {
    const socket = net.connect(port, '127.0.0.1')
    try {
      return await once(socket, 'connect')
    } catch (error) {
      if (Date.now() > limit) throw error
      await wait(50)
    } finally {
      socket.destroy()
    }
  }
}

export async function startPgbouncer(url, { mode = 'transaction', poolSize = 4 } = {}) {
  const ids = account()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-pgbouncer-'))
  const port = await freePort()
  const target = new URL(url)
  const file = path.join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${poolSize}
max_client_conn = 200
query_wait_timeout = 10
server_login_retry = 1
logfile = ${folder}/log
`,
  )
  if (ids.uid !== undefined) for (const each of [folder, file]) await chown(each, ids.uid, ids.gid)
  let child
  const start = async () => {
    child = spawn(PROGRAM, ['-q', file], { ...ids, cwd: folder, stdio: 'ignore' })
    await answering(port)
  }
  const stop = async () => {
    const ended = once(child, 'close')
    if (child.kill('SIGTERM')) await ended
  }
  await start()
  const pooled = new URL(url)
  pooled.port = String(port)
  const remove = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { url: pooled.href, start, stop, remove }
}
