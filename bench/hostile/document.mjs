import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { figure, percentile, ratios, secondsOf } from '../lib/figures.mjs'
import { nestedFormsPdf, unpackingPdf } from '../lib/hostile-pdf.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { forgetMemoryPeak, memoryOf } from '../lib/processes.mjs'
import { startServer } from '../lib/server.mjs'

const EACH = 4
const WINDOW_MS = 25_000
const EVERY_MS = 250
const PAGES = 60
const WIDTH = 1_200

async function readPages(client, lease) {
  const times = []
  const until = performance.now() + WINDOW_MS
  for (let page = 1; performance.now() < until; page = 1 + (page % PAGES)) {
    const took = 1_000 * (await secondsOf(() => client.page(lease, page, WIDTH)))
    times.push(took)
    if (took < EVERY_MS) await wait(EVERY_MS - took)
  }
  return times
}

async function insist(client, url, lease, signal) {
  const statuses = []
  while (!signal.aborted) {
    const address = `${url}/api/room/api/file/view/${lease.name}/pages/1?width=${WIDTH}`
    const status = await fetch(address, { headers: client.credential(), signal }).then(
      async (response) => {
        await response.arrayBuffer().catch(() => {})
        return response.status
      },
      () => 0,
    )
    if (status > 0) statuses.push(status)
    await wait(100)
  }
  return statuses
}

async function openHostile(server, files) {
  const client = await server.enter()
  const leases = []
  for (const file of files) leases.push(await client.open(await client.uploadFile(file)))
  return { client, leases }
}

async function measure({ rounds, scratch }) {
  const hostileFiles = []
  for (let number = 1; number <= EACH; number += 1) {
    for (const [kind, bytes] of [
      ['nested', nestedFormsPdf()],
      ['unpacking', unpackingPdf()],
    ]) {
      const file = join(scratch.folder, `${kind}-${number}.pdf`)
      await writeFile(file, bytes)
      hostileFiles.push(file)
    }
  }
  const text = join(scratch.folder, 'text.pdf')
  await writePdf(text, { pages: PAGES, lines: 60 })
  const server = await startServer(scratch)
  const reader = await server.enter()
  const lease = await reader.open(await reader.uploadFile(text))
  await readPages(reader, lease)

  const measured = []
  const statuses = new Map()
  for (let round = 0; round < rounds; round += 1) {
    forgetMemoryPeak(server.pid)
    const before = await readPages(reader, lease)
    const memoryBefore = memoryOf(server.pid).peak
    const { client, leases } = await openHostile(server, hostileFiles)
    const leaving = new AbortController()
    const insisting = leases.map((each) => insist(client, server.url, each, leaving.signal))
    const during = await readPages(reader, lease)
    leaving.abort()
    for (const status of (await Promise.all(insisting)).flat())
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    measured.push({ before, during, memoryBefore, memoryPeak: memoryOf(server.pid).peak })
  }
  const of = (what, share) => measured.map((round) => percentile(round[what], share))
  const shares = [
    ['median', 0.5],
    ['p95', 0.95],
    ['at most', 1],
  ]
  const memory = (what) => measured.map((round) => round[what])
  return {
    rows: [
      ...shares.map(([name, share]) =>
        figure(`a page of the other room before: ${name}`, 'ms', of('before', share)),
      ),
      ...shares.map(([name, share]) =>
        figure(`a page of the other room meanwhile: ${name}`, 'ms', of('during', share), {
          is: 'before',
          values: ratios(of('during', share), of('before', share)),
        }),
      ),
      figure('memory of the server before, at most', 'MiB', memory('memoryBefore')),
      figure('memory of the server meanwhile, at most', 'MiB', memory('memoryPeak')),
    ],
    notes: [
      `${hostileFiles.length} hostile documents were opened at once; their pages were answered with ${JSON.stringify(Object.fromEntries(statuses))}`,
    ],
  }
}

export const bench = { rounds: 3, limitMinutes: 10, measure }
