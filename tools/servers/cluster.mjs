import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { findHaproxy } from '../lib/find-program.mjs'
import { freePort } from '../lib/free-port.mjs'
import { at } from '../lib/project.mjs'
import { SERVER_ENVIRONMENT, SERVER_PROGRAM } from '../lib/server-program.mjs'
import { lackingSwift, startSwift } from './swift.mjs'

const READY_WITHIN_MS = 120_000
const STOPPED_WITHIN_MS = 60_000
const STOP_DELAY_SECONDS = 2

export const lackingCluster = [...lackingSwift, ...(findHaproxy() ? [] : ['haproxy'])]

/** docs/operate/nodes.md shows the same configuration. */
const balancer = (port, nodes) => `
defaults
  mode http
  timeout connect 2s
  timeout client 310s
  timeout server 310s
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response
frontend rooms
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance hdr(authorization)
  option httpchk GET /health/ready
  http-request disable-l7-retry if ! METH_GET
${nodes.map((node, index) => `  server node${index + 1} 127.0.0.1:${node} check inter 500ms fall 1 rise 1`).join('\n')}
`

async function startDatabase(folder) {
  const file = at('.build', 'server', 'platform', 'db', 'embedded', 'start-embedded.js')
  const { startEmbedded } = await import(pathToFileURL(file).href)
  const ignore = () => undefined
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log }
  const database = await startEmbedded({ dataDir: path.join(folder, 'database'), log })
  const { host, port, user, database: name } = database.connection
  return {
    url: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    stop: () => database.stop(),
  }
}

function createNode({ name, env }) {
  let child
  let printed = ''
  const ended = async () => {
    if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  return {
    name,
    url: `http://127.0.0.1:${env.PORT}`,
    dataDir: env.DATA_DIR,
    printed: () => printed,
    pid: () => child?.pid,
    signal: (signal) => child?.kill(signal),
    async start(more = {}) {
      printed = ''
      child = spawn(process.execPath, SERVER_PROGRAM, {
        cwd: at(),
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text) => {
          printed += text
        })
      const until = Date.now() + READY_WITHIN_MS
      while (!/^ready /m.test(printed)) {
        if (child.exitCode !== null || child.signalCode !== null || Date.now() > until)
          throw new Error(`${name} is not ready:\n${printed}`)
        await wait(50)
      }
    },
    async stop() {
      child?.kill('SIGTERM')
      const limit = setTimeout(() => child?.kill('SIGKILL'), STOPPED_WITHIN_MS)
      await ended().finally(() => clearTimeout(limit))
    },
    ended,
  }
}

/**
 * @param folder may hold an earlier cluster, without object storage
 * @param nodes the number of servers
 * @param port of haproxy, by default free
 * @param settings of every server
 */
export async function startCluster({ folder, nodes: count = 3, port, settings = {} }) {
  const stops = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    await mkdir(folder, { recursive: true })
    const database = await startDatabase(folder)
    stops.push(database.stop)
    const swift = await startSwift()
    stops.push(swift.stop)
    const bucket = await swift.createBucket()
    const entrance = port ?? (await freePort())
    const url = `http://127.0.0.1:${entrance}`
    const shared = {
      ...SERVER_ENVIRONMENT,
      PATH: process.env.PATH ?? '',
      DATABASE_URL: database.url,
      KEY_DIR: path.join(folder, 'keys'),
      STORAGE_URL: `s3://${bucket}/rooms`,
      S3_ENDPOINT: swift.endpoint,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
      PUBLIC_URL: url,
      TRUST_PROXY: 'loopback',
      STOP_DELAY_SECONDS: String(STOP_DELAY_SECONDS),
      RENDER_WORKERS: '1',
      LOG_LEVEL: 'warn',
      ...settings,
    }
    const nodes = []
    for (let number = 1; number <= count; number += 1) {
      const dataDir = path.join(folder, `node-${number}`)
      const node = createNode({
        name: `node ${number}`,
        env: { ...shared, DATA_DIR: dataDir, PORT: String(await freePort()) },
      })
      stops.push(node.stop)
      // The first server creates keys and tables.
      await node.start()
      nodes.push(node)
    }
    stops.push(
      await startBalancer(
        folder,
        entrance,
        nodes.map((node) => new URL(node.url).port),
      ),
    )
    const firstRoom = await readFile(path.join(folder, 'node-1', 'first-room.txt'), 'utf8').catch(
      () => undefined,
    )
    return { url, nodes, env: shared, firstRoom, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startBalancer(folder, port, ports) {
  const file = path.join(folder, 'haproxy.cfg')
  await writeFile(file, balancer(port, ports))
  const child = spawn(findHaproxy() ?? 'haproxy', ['-f', file, '-db'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text
  })
  const until = Date.now() + READY_WITHIN_MS
  for (;;) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`haproxy does not pass requests on:\n${printed}`)
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    if (answer?.ok) break
    await wait(50)
  }
  return async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
}
