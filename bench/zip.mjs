import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { at } from '../tools/lib/project.mjs'
import { alternate, figure, limited, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { forgetMemoryPeak, memoryOf, startPeer } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

const SETS = [
  {
    name: 'large',
    what: '200 files of 2.5 MB',
    count: 200,
    size: 2_500_000,
    perCall: 50,
    goal: 0.8,
  },
  {
    name: 'small',
    what: '2,000 files of 1 kB',
    count: 2_000,
    size: undefined,
    perCall: 500,
    goal: 0.5,
  },
]

const FIRST_MS = 80

const blobsOf = (folder) =>
  readdirSync(join(folder, 'data', 'blobs'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

async function cat(files) {
  const child = spawn('cat', files, { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.resume()
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`cat ended with ${code}`)
}

async function fetched(port) {
  const outgoing = request({ port, host: '127.0.0.1', agent: false })
  outgoing.end()
  const [response] = await once(outgoing, 'response')
  let bytes = 0
  for await (const piece of response) bytes += piece.length
  return bytes
}

/** `known` lists other sets' files. */
async function measureSet(
  { name, what, count, size, perCall, goal },
  { rounds, scratch, server, client, known },
) {
  const source = join(scratch.folder, `${name}.pdf`)
  await writePdf(source, { pages: 1, size })
  const content = await readFile(source)
  for (let from = 0; from < count; from += perCall) {
    const names = Array.from({ length: perCall }, (_, index) => `${name}/${from + index}.pdf`)
    await client.uploadMany(names, content)
  }
  const sealed = blobsOf(scratch.folder).filter((file) => !known.has(file))
  for (const file of sealed) known.add(file)
  const folder = await client.idOf(name)
  const loop = startPeer(scratch, at('bench', 'peers', 'open-files.mjs'), { printed: 'dropped' })
  await loop.ask({ source, count, folder: join(scratch.folder, `peer-${name}`) })

  const port = await loop.ask({ isServer: true })
  const atRest = memoryOf(server.pid).now
  async function ours() {
    forgetMemoryPeak(server.pid)
    let got
    const seconds = await secondsOf(async () => {
      got = await client.zip(folder)
    })
    if (got.bytes < count * content.length) throw new Error(`the zip has only ${got.bytes} bytes`)
    return { seconds, first: got.first, peak: memoryOf(server.pid).peak }
  }
  const measured = await alternate(rounds, {
    ours,
    cat: () => secondsOf(() => cat(sealed)),
    loop: () => loop.ask({}),
    http: () => secondsOf(() => fetched(port)),
  })
  const seconds = measured.ours.map((round) => round.seconds)
  const megabytes = (count * content.length) / 1e6
  const rate = (list) => list.map((one) => (size === undefined ? count / one : megabytes / one))
  const unit = size === undefined ? 'files/s' : 'MB/s'
  const firsts = measured.ours.map((round) => round.first * 1000)
  return [
    figure(`zip of ${what}, time`, 's', seconds, {
      is: 'of cat',
      values: ratios(measured.cat, seconds),
    }),
    limited(
      figure('zip, rate', unit, rate(seconds), {
        is: 'of the plain loop',
        values: ratios(measured.loop, seconds),
      }),
      {
        leastRatio: goal,
      },
    ),
    figure('zip, rate', unit, rate(seconds), {
      is: 'of the same loop over HTTP',
      values: ratios(measured.http, seconds),
    }),
    figure('peer: cat of the sealed files', unit, rate(measured.cat)),
    figure('peer: plain loop, opened to a pipe', unit, rate(measured.loop)),
    figure('peer: plain loop, opened to HTTP', unit, rate(measured.http)),
    limited(figure('zip, first byte', 'ms', firsts), { most: FIRST_MS }),
    figure('server memory before', 'MiB', [atRest]),
    figure(
      'server memory, peak during a zip',
      'MiB',
      measured.ours.map(({ peak }) => peak),
    ),
  ]
}

async function measure({ rounds, scratch }) {
  // Inspections would disturb the measurement.
  const server = await startServer(scratch, { ROLES: 'web' })
  const client = await server.enter()
  await client.switchWatermarkOff()
  const known = new Set()
  const rows = []
  for (const set of SETS)
    rows.push(...(await measureSet(set, { rounds, scratch, server, client, known })))
  return { rows, notes: [] }
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
