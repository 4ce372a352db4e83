import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '../lib/free-port.mjs'

/** Debian's `s3api` checks signatures. */
const PYTHON = '/usr/bin/python3'
const PROGRAMS = ['proxy', 'account', 'container', 'object']
const RING_BUILDER = '/usr/bin/swift-ring-builder'
const READY_WITHIN_MS = 100_000

export const lackingSwift = PROGRAMS.filter(
  (name) => !existsSync(`/usr/bin/swift-${name}-server`),
).map((name) => `swift-${name}`)

/** Otherwise the test's pipe would end. */
const LAUNCH = `
import sys
from swift.common import utils, wsgi
kind, folder = sys.argv[1:]
utils.set_swift_dir(folder)
wsgi.capture_stdio = lambda *args, **more: None
more = {}
if kind == 'object':
    from swift.obj import server
    more = dict(global_conf_callback=server.global_conf_callback)
sys.exit(wsgi.run_wsgi(folder + '/' + kind + '-server.conf', kind + '-server', verbose=True, **more))
`

const FILTERS = {
  catch_errors: '',
  gatekeeper: '',
  healthcheck: '',
  // s3api requires a configured cache, but no response.
  cache: 'memcache_servers = 127.0.0.1:1',
  listing_formats: '',
  bulk: '',
  s3api:
    'location = us-east-1\ns3_acl = false\ndns_compliant_bucket_names = true\nmin_segment_size = 5242880',
  tempauth: 'user_test_tester = testing .admin',
  copy: '',
  slo: '',
  dlo: '',
  versioned_writes: 'allow_versioned_writes = true\nallow_object_versioning = true',
  symlink: '',
}

const common = (folder, port) =>
  `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${os.userInfo().username}\nswift_dir = ${folder}\n`

async function configure(folder, ports) {
  const devices = path.join(folder, 'devices')
  await mkdir(path.join(devices, 'disk'), { recursive: true })
  const hash = '[swift-hash]\nswift_hash_path_suffix = suffix\nswift_hash_path_prefix = prefix\n'
  await writeFile(
    path.join(folder, 'swift.conf'),
    `${hash}[storage-policy:0]\nname = gold\ndefault = yes\n`,
  )
  for (const name of ['account', 'container', 'object']) {
    const build = (...args) =>
      execFileSync(PYTHON, [RING_BUILDER, `${name}.builder`, ...args], {
        cwd: folder,
        stdio: 'ignore',
      })
    build('create', '6', '1', '1')
    build('add', `r1z1-127.0.0.1:${ports[name]}/disk`, '1')
    build('rebalance')
    const app = `devices = ${devices}\nmount_check = false\ndisable_fallocate = true\n[pipeline:main]\npipeline = ${name}-server\n`
    await writeFile(
      path.join(folder, `${name}-server.conf`),
      `${common(folder, ports[name])}${app}[app:${name}-server]\nuse = egg:swift#${name}\n`,
    )
  }
  const pipeline = `[pipeline:main]\npipeline = ${Object.keys(FILTERS).join(' ')} proxy-server\n`
  const app = '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n'
  const filters = Object.entries(FILTERS).map(
    ([name, lines]) =>
      `[filter:${name}]\nuse = egg:swift#${name === 'cache' ? 'memcache' : name}\n${lines}\n`,
  )
  await writeFile(
    path.join(folder, 'proxy-server.conf'),
    `${common(folder, ports.proxy)}${pipeline}${app}${filters.join('')}`,
  )
}

async function connect(port) {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}

async function answering(port) {
  const limit = Date.now() + READY_WITHIN_MS
  for (;;) {
    try {
      return await connect(port)
    } catch (error) {
      if (Date.now() > limit) throw error
      await wait(50)
    }
  }
}

export async function startSwift() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sealroom-swift-'))
  const ports = {
    proxy: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  }
  await configure(folder, ports)
  const servers = []
  const launch = (name) =>
    servers.push(spawn(PYTHON, ['-c', LAUNCH, name, folder], { stdio: 'ignore' }))
  const endpoint = `http://127.0.0.1:${ports.proxy}`
  const access = {
    endpoint,
    region: 'us-east-1',
    accessKeyId: 'test:tester',
    secretAccessKey: 'testing',
  }
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true'
  const client = new S3Client({
    ...access,
    credentials: access,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  let buckets = 0
  const createBucket = async () => {
    buckets += 1
    await client.send(new CreateBucketCommand({ Bucket: `room-${buckets}` }))
    return `room-${buckets}`
  }
  const stop = async () => {
    client.destroy()
    for (const server of servers) server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const name of ['account', 'container', 'object']) launch(name)
    // The proxy avoids unresponsive servers for a minute.
    for (const name of ['account', 'container', 'object']) await answering(ports[name])
    launch('proxy')
    await answering(ports.proxy)
    await createBucket()
  } catch (error) {
    await stop()
    throw error
  }
  return { ...access, createBucket, stop }
}
