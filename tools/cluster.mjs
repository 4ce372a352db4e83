// npm run cluster [-- --nodes N] [--port N] starts servers behind haproxy. Ctrl-C removes their data.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepare } from './lib/prepare.mjs'
import { readArguments } from './lib/read-arguments.mjs'
import { createPrograms } from './testing/programs.mjs'

const USAGE = 'npm run cluster [-- --nodes N] [--port N]'
const MOST_NODES = 8

function fail(message) {
  console.error(message)
  process.exit(2)
}

function wholeNumber(name, text, most) {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most)
    fail(`--${name} takes a whole number from 1 to ${most}\n\n${USAGE}`)
  return value
}

const { nodes, port } = readArguments(USAGE, {
  nodes: { type: 'string', default: '3' },
  port: { type: 'string', default: '8090' },
})
const wanted = {
  nodes: wholeNumber('nodes', nodes, MOST_NODES),
  port: wholeNumber('port', port, 65_535),
}
await prepare()
const programs = createPrograms(process.env)
await programs.swift()
await programs.haproxy()
if (programs.reportMissing() !== 0) process.exit(1)
const { lackingCluster, startCluster } = await import('./servers/cluster.mjs')
if (lackingCluster.length > 0)
  fail(`To install: apt-get install --no-install-recommends ${lackingCluster.join(' ')}`)

const stopped = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve)
})
const folder = await mkdtemp(join(tmpdir(), 'sealroom-cluster-'))
let cluster
try {
  cluster = await startCluster({ folder, ...wanted })
  console.log(cluster.firstRoom ?? '')
  console.log(`${cluster.url}  haproxy, which shares requests out`)
  for (const { name, url, dataDir } of cluster.nodes) console.log(`${url}  ${name}, ${dataDir}`)
  console.log(`\n${folder} holds all of it until Ctrl-C`)
  await stopped
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
}
