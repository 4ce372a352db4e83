import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { at } from '../tools/lib/project.mjs'
import { alternate, figure, limited, percentile, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { forgetMemoryPeak, memoryOf, processorSecondsOf, startPeer } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

const READERS = 20
const WIDTH = 1_200
/** Workers hold fewer documents open, so readers alternate. */
const DOCUMENTS = 10
const PAGES = 60
const LEAFED = 12
const PACED = 8
const PACE_MS = 3_000
const GOALS = { different: 40, same: 60, memory: 600 }

async function seat(server, files) {
  const room = await server.createRoom()
  const clients = []
  for (let reader = 0; reader < READERS; reader += 1) clients.push(await server.enterRoom(room))
  const ids = []
  for (const file of files) ids.push(await clients[0].uploadFile(file))
  for (const id of ids) await clients[0].close(await clients[0].open(id))
  return clients.map((client, reader) => ({ client, reader, id: ids[reader % ids.length] }))
}

async function leaf({ client, reader, id }, { pages, paceMs, together }) {
  const lease = await client.open(id)
  const times = []
  if (paceMs > 0) await wait((paceMs * reader) / READERS)
  for (let turned = 0; turned < pages; turned += 1) {
    const page = 1 + (((together ? 0 : reader * 7) + turned) % PAGES)
    const took = 1000 * (await secondsOf(() => client.page(lease, page, WIDTH)))
    times.push(took)
    if (paceMs > took) await wait(paceMs - took)
  }
  await client.close(lease)
  return times
}

async function all(readers, server, how) {
  const before = processorSecondsOf(server.pid)
  let times
  const seconds = await secondsOf(async () => {
    times = (await Promise.all(readers.map((reader) => leaf(reader, how)))).flat()
  })
  const rate = times.length / seconds
  const busy = processorSecondsOf(server.pid) - before
  return {
    rate,
    perCore: times.length / busy,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
  }
}

async function measure({ rounds, scratch }) {
  const files = []
  for (let number = 1; number <= DOCUMENTS; number += 1) {
    const file = join(scratch.folder, `document-${number}.pdf`)
    await writePdf(file, { pages: PAGES, lines: 60 })
    files.push(file)
  }
  const server = await startServer(scratch)
  const readers = await seat(server, files)
  const peer = startPeer(scratch, at('bench', 'peers', 'draw-pages.mjs'))
  forgetMemoryPeak(server.pid)
  const measured = await alternate(rounds, {
    fast: () => all(readers, server, { pages: LEAFED, paceMs: 0 }),
    same: () =>
      all(
        readers.map((seated) => ({ ...seated, id: readers[0].id })),
        server,
        { pages: LEAFED, paceMs: 0, together: true },
      ),
    paced: () => all(readers, server, { pages: PACED, paceMs: PACE_MS }),
    pdfium: () => peer.ask({ file: files[0], pages: PAGES, width: WIDTH }),
  })
  const of = (how, what) => measured[how].map((round) => round[what])
  const cores = availableParallelism()
  const limit = measured.pdfium.map((round) => (PAGES / round.processorSeconds) * cores)
  const rates = of('fast', 'rate')
  return {
    rows: [
      figure(`${READERS} readers as fast as answers come`, 'pages/s', rates, {
        is: `of PDFium alone on ${cores} cores`,
        values: ratios(rates, limit),
      }),
      figure(`limit: PDFium alone, times ${cores} cores`, 'pages/s', limit),
      limited(
        figure(
          'pages for each busy core, of different documents',
          'pages/s',
          of('fast', 'perCore'),
        ),
        { least: GOALS.different },
      ),
      limited(
        figure(
          'pages for each busy core, all of the same document',
          'pages/s',
          of('same', 'perCore'),
        ),
        { least: GOALS.same },
      ),
      figure('a page then, 50th percentile', 'ms', of('fast', 'p50')),
      figure('a page then, 95th percentile', 'ms', of('fast', 'p95')),
      figure(`a page every ${PACE_MS / 1000} s each, 50th percentile`, 'ms', of('paced', 'p50')),
      figure(`a page every ${PACE_MS / 1000} s each, 95th percentile`, 'ms', of('paced', 'p95')),
      limited(figure('server memory, peak of all rounds', 'MiB', [memoryOf(server.pid).peak]), {
        most: GOALS.memory,
      }),
    ],
    notes: [
      `${READERS} sessions, each with its lease, on ${DOCUMENTS} documents of ${PAGES} pages of text`,
    ],
  }
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
