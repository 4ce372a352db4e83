import { execFile, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import pg from 'pg'
import { runnerImport } from 'vite'
import { freePort } from '../lib/free-port.mjs'
import { at, ROOT } from '../lib/project.mjs'
import { say } from '../lib/run.mjs'

const run = promisify(execFile)
const READY_WITHIN_MS = 120_000
const OUTPUT = at('tools', 'upgrade-fixture')

/** This is PostgreSQL's default segment size. */
const SEGMENT_BYTES = 2 ** 24
const PAGE_BYTES = 2 ** 13
const SEGMENTS_OF_ID = 2n ** 32n / BigInt(SEGMENT_BYTES)

/** PostgreSQL's catalog/pg_control.h gives this checkpoint offset. */
const CHECKPOINT_AT = 32

/** @throws Error if the build fails, a call is refused, or a job of some kind does not wait */
export async function makeFixture(commit) {
  // PostgreSQL runs under another account.
  const folder = mkdtempSync(path.join(tmpdir(), 'sealroom-release-'))
  chmodSync(folder, 0o755)
  try {
    const release = path.join(folder, 'release')
    await fillFixture(folder, release, await buildRelease(commit, release))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fillFixture(folder, release, commit) {
  const programs = programsOf(release, placeIn(folder, await freePort()))
  const { module } = await runnerImport(at('tools', 'upgrade-fixture', 'fill-release.ts'), {
    root: ROOT,
    logLevel: 'error',
  })
  let known
  try {
    known = await module.fillRelease(programs)
    await queueJobs(programs, known)
  } finally {
    await programs.stop()
  }
  await writeFixture(folder, { commit, madeAt: new Date().toISOString(), ...known })
}

/** @returns the full commit hash */
async function buildRelease(commit, folder) {
  say(`${commit}을 만듭니다 · Building ${commit}`)
  await run('git', ['clone', '--quiet', '--no-checkout', ROOT, folder])
  await run('git', ['checkout', '--quiet', commit], { cwd: folder })
  await run('node', ['tools/build.mjs'], { cwd: folder, maxBuffer: 2 ** 26 })
  const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: folder })
  return stdout.trim()
}

function placeIn(folder, port) {
  const [dataDir, keyDir, filesDir] = ['data', 'data-keys', 'files'].map((name) =>
    path.join(folder, name),
  )
  mkdirSync(filesDir)
  const env = {
    PATH: process.env.PATH,
    TMPDIR: tmpdir(),
    DATA_DIR: dataDir,
    KEY_DIR: keyDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
  }
  return { dataDir, filesDir, env }
}

function programsOf(release, { dataDir, filesDir, env }) {
  const program = (...parts) => path.join(release, '.build', 'server', ...parts)
  let server
  return {
    dataDir,
    async start(roles) {
      server = spawn(process.execPath, [program('main.js')], {
        env: { ...env, ROLES: roles },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      return readAddress(server)
    },
    async stop() {
      if (!server) return
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      server = undefined
      await ended
    },
    async room(...args) {
      return (await run(process.execPath, [program('cli', 'room.js'), ...args], { env })).stdout
    },
    async keep(name, bytes) {
      writeFileSync(path.join(filesDir, name), bytes)
    },
  }
}

async function readAddress(server) {
  const limit = AbortSignal.timeout(READY_WITHIN_MS)
  let printed = ''
  for await (const [text] of on(server.stdout, 'data', { signal: limit, close: ['close'] })) {
    printed += text
    const address = /^ready (http\S+)$/m.exec(printed)?.[1]
    if (address !== undefined) {
      server.stdout.resume()
      return address
    }
  }
  throw new Error(`the server ended before it was ready: ${printed}`)
}

async function queueJobs({ dataDir }, { main }) {
  const { database } = JSON.parse(readFileSync(path.join(dataDir, 'server.json'), 'utf8'))
  const client = new pg.Client({ ...database, ssl: false })
  await client.connect()
  try {
    const { rows: recurring } = await client.query(
      'select identifier from graphile_worker._private_known_crontabs',
    )
    const { rows: versions } = await client.query(
      'select id from file_versions where room_id = $1 order by id',
      [main.roomId],
    )
    const version = { roomId: main.roomId, versionId: Number(versions[0].id) }
    const jobs = [
      ...recurring.map(({ identifier }) => [identifier, {}]),
      [
        'dashboard.tell-day',
        { roomId: main.roomId, day: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) },
      ],
      ['ending.destroy', { roomId: main.roomId }],
      ['renditions.convert', version],
      ['renditions.convertNext', { lane: 0 }],
      ['renditions.revive', {}],
      ['search.read', version],
      ['search.readNext', {}],
    ]
    for (const [name, payload] of jobs)
      await client.query('select graphile_worker.add_job($1, $2::json)', [name, payload])
    const { rows: idle } = await client.query(
      `select identifier from graphile_worker._private_tasks as tasks
         where not exists (select 1 from graphile_worker._private_jobs as jobs where jobs.task_id = tasks.id)`,
    )
    // Sent mails leave dead rows.
    await client.query('vacuum full mails')
    if (idle.length > 0)
      throw new Error(`no job waits of ${idle.map(({ identifier }) => identifier).join(', ')}`)
  } finally {
    await client.end()
  }
}

/** A clean start reads only the checkpoint's page and its segment's head. The rest is a third. */
function trimLog(dataDir) {
  const control = readFileSync(path.join(dataDir, 'db', 'global', 'pg_control'))
  const checkpoint = control.readBigUInt64LE(CHECKPOINT_AT)
  const [segment, offset] = [
    checkpoint / BigInt(SEGMENT_BYTES),
    Number(checkpoint % BigInt(SEGMENT_BYTES)),
  ]
  const name = [segment / SEGMENTS_OF_ID, segment % SEGMENTS_OF_ID]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
  const folder = path.join(dataDir, 'db', 'pg_wal')
  const files = readdirSync(folder).filter((file) => /^[0-9A-F]{24}$/.test(file))
  const current = files.find((file) => file.endsWith(name))
  if (current === undefined)
    throw new Error(`the log has no segment of the checkpoint ${checkpoint}`)
  for (const file of files) if (file !== current) rmSync(path.join(folder, file))
  const log = readFileSync(path.join(folder, current))
  const page = offset - (offset % PAGE_BYTES)
  if (page > PAGE_BYTES) log.fill(0, PAGE_BYTES, page)
  log.fill(0, page + PAGE_BYTES)
  writeFileSync(path.join(folder, current), log)
}

async function writeFixture(folder, known) {
  trimLog(path.join(folder, 'data'))
  const exclude = ['data/outbox', 'data/tmp', 'data/db/postmaster.opts'].map(
    (name) => `--exclude=${name}`,
  )
  const { stdout } = await run(
    'tar',
    ['-C', folder, '--sort=name', ...exclude, '-c', 'data', 'data-keys', 'files'],
    {
      encoding: 'buffer',
      maxBuffer: 2 ** 30,
    },
  )
  const packed = brotliCompressSync(stdout, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 27,
      [constants.BROTLI_PARAM_SIZE_HINT]: stdout.length,
    },
  })
  writeFileSync(path.join(OUTPUT, 'release.tar.br'), packed)
  writeFileSync(path.join(OUTPUT, 'release.json'), `${JSON.stringify(known, null, 2)}\n`)
  say(`${packed.length} bytes`)
}
