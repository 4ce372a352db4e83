// npm run image [-- --base IMAGE] builds deploy/Dockerfile with buildah and tests it read-only.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { findProgram } from '../lib/find-program.mjs'
import { freePort } from '../lib/free-port.mjs'
import { ROOT } from '../lib/project.mjs'
import { say } from '../lib/run.mjs'
import { enterAndRead } from './visit-room.mjs'

const UID = 10_001
const BUILD_WITHIN_MS = 25 * 60_000
const READY_WITHIN_MS = 120_000
/** Docker then kills a container. */
const STOP_WITHIN_MS = 10_000
const IMAGE = 'localhost/sealroom:image-check'

const execute = promisify(execFile)
const { base } = parseArgs({ options: { base: { type: 'string' } } }).values
const needed = ['buildah', 'unshare', 'setpriv', ...(base ? [] : ['debootstrap', 'npm'])]
const lacking = needed.filter((name) => !findProgram([name]))
if (process.getuid() !== 0 || lacking.length > 0) {
  say(
    `This needs root and buildah, debootstrap and util-linux${lacking.length ? `; missing: ${lacking.join(', ')}` : ''}.`,
  )
  process.exit(1)
}

const work = mkdtempSync(join(os.tmpdir(), 'sealroom-image-'))
const run = async (file, ...args) =>
  (
    await execute(file, args, { cwd: ROOT, timeout: BUILD_WITHIN_MS, maxBuffer: 2 ** 26 })
  ).stdout.trim()
const storage = ['--root', join(work, 'store'), '--runroot', join(work, 'run')]
const buildah = (...args) => run('buildah', ...storage, ...args)

/** Some machines reach no image registry. */
async function makeBase() {
  say('debootstrap …')
  const folder = join(work, 'base')
  await run(
    'debootstrap',
    '--variant=minbase',
    '--include=ca-certificates',
    'trixie',
    folder,
    'http://deb.debian.org/debian',
  )
  cpSync(realpathSync(process.execPath), join(folder, 'usr/local/bin/node'))
  const npm = dirname(dirname(realpathSync(findProgram(['npm']))))
  cpSync(npm, join(folder, 'usr/local/lib/node_modules/npm'), { recursive: true })
  await run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
  const authorities = '/etc/ssl/certs/ca-certificates.crt'
  if (process.env.NODE_EXTRA_CA_CERTS)
    cpSync(process.env.NODE_EXTRA_CA_CERTS, join(folder, authorities))
  const container = await buildah('from', 'scratch')
  await buildah('copy', '-q', container, folder, '/')
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  await buildah(
    'config',
    '--env',
    `NODE_EXTRA_CA_CERTS=${authorities}`,
    '--env',
    `PATH=${path}`,
    container,
  )
  await buildah('commit', '-q', '--rm', container, 'localhost/node-base')
  return 'localhost/node-base'
}

/** Containers have a read-only root, no capabilities, own PID namespace. */
const CONTAINED = `
mount --bind "$1" "$2" && mount -o remount,bind,ro "$2"
mount -t proc proc "$2/proc" && mount -t tmpfs -o size=64m,mode=1777 tmpfs "$2/tmp" && mount --rbind /dev "$2/dev"
mount --bind "$3" "$2/var/lib/sealroom" && mount --bind "$4" "$2/var/lib/sealroom-keys"
root=$2 && shift 4
exec env -i "$@" chroot "$root" setpriv --reuid ${UID} --regid ${UID} --clear-groups --no-new-privs --bounding-set=-all tini -- sealroom serve
`

async function check(root) {
  const folders = ['root', 'data', 'keys'].map((name) => join(work, name))
  for (const folder of folders) mkdirSync(folder, { mode: 0o700 })
  const [place, data, keys] = folders
  for (const folder of [data, keys]) chownSync(folder, UID, UID)
  const { config } = JSON.parse(await buildah('inspect', '--type', 'image', IMAGE)).OCIv1
  if (config.User !== `${UID}:${UID}`) throw new Error(`the image runs as ${config.User}`)
  const port = await freePort()
  const settings = [
    ...config.Env.filter((line) => !/^(HOST|PORT)=/.test(line)),
    'HOST=127.0.0.1',
    `PORT=${port}`,
  ]
  const words = [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    'sh',
    '-euc',
    CONTAINED,
    'sh',
    root,
    place,
    data,
    keys,
    ...settings,
  ]
  const server = spawn('unshare', words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  server.stderr.on('data', (chunk) => {
    log += chunk
  })
  const ended = once(server, 'exit')
  const url = `http://127.0.0.1:${port}`
  try {
    const patience = AbortSignal.timeout(READY_WITHIN_MS)
    while (!(await isReady(url))) {
      if (patience.aborted || server.exitCode !== null)
        throw new Error(`the image does not become ready:\n${log}`)
      await wait(250)
    }
    const first = readFileSync(join(data, 'first-room.txt'), 'utf8')
    await enterAndRead(url, {
      pin: /^PIN (\S+)$/m.exec(first)?.[1],
      code: /operator code (\S+)$/m.exec(first)?.[1],
    })
    await run('chroot', root, 'env', `PORT=${port}`, 'sealroom', 'health')
    const init = Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8'))
    const before = Date.now()
    process.kill(init, 'SIGTERM')
    const [code] = await Promise.race([ended, wait(STOP_WITHIN_MS, ['too late'], { ref: false })])
    if (code !== 0) throw new Error(`after SIGTERM the image ended with ${code}:\n${log}`)
    const isHealthy = await run('chroot', root, 'env', `PORT=${port}`, 'sealroom', 'health').then(
      () => true,
      () => false,
    )
    if (isHealthy) throw new Error('a stopped server is called healthy')
    say(`stopped within ${Date.now() - before} ms`)
  } finally {
    server.kill('SIGKILL')
    await ended
  }
}

const isReady = (url) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

try {
  const from = base ?? (await makeBase())
  say('buildah …')
  await buildah(
    'bud',
    '--isolation',
    'chroot',
    '--build-arg',
    `NODE_IMAGE=${from}`,
    '-f',
    'deploy/Dockerfile',
    '-t',
    IMAGE,
    '.',
  )
  const container = await buildah('from', IMAGE)
  await check(await buildah('mount', container))
  say('The image runs read-only as its own account, serves a room, and stops.')
} catch (error) {
  say([error.message, error.stderr?.slice(-4000)].filter(Boolean).join('\n'))
  process.exitCode = 1
} finally {
  await buildah('rm', '--all').catch(() => undefined)
  rmSync(work, { recursive: true, force: true })
}
