import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../tools/lib/project.mjs'
import { sendFile } from './lib/calls/uploads.mjs'
import { alternate, figure, ratios, secondsOf } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { forgetMemoryPeak, memoryOf, startPeer } from './lib/processes.mjs'
import { startServer } from './lib/server.mjs'

/** The contract sets this limit. */
const SIZE = 314_572_800
const SIZE_MB = SIZE / 1e6
/** `CHUNK_BYTES` of web/features/uploads/queue/send-resumable.ts equals this. */
const PIECE = 32 * 2 ** 20

async function measure({ rounds, scratch }) {
  const file = join(scratch.folder, 'large.pdf')
  await writePdf(file, { pages: 1, size: SIZE })

  const server = await startServer(scratch)
  const client = await server.enter()
  const atRest = memoryOf(server.pid).now
  async function upload(send) {
    forgetMemoryPeak(server.pid)
    const { now } = memoryOf(server.pid)
    let id
    const seconds = await secondsOf(async () => {
      id = await send()
    })
    const { peak } = memoryOf(server.pid)
    // Its inspection would disturb the next measurement.
    await client.close(await client.open(id))
    return { seconds, peak, growth: peak - now, inspected: memoryOf(server.pid).peak }
  }
  const ours = () => upload(() => client.uploadFile(file))
  const resumable = () => upload(() => client.uploadResumable(file, PIECE))

  const target = join(scratch.folder, 'sealed')
  const stream = startPeer(scratch, at('bench', 'peers', 'seal-file.mjs'))
  async function plainStream() {
    const seconds = await stream.ask({ file, target })
    await rm(target)
    return seconds
  }

  const address = await startPeer(scratch, at('bench', 'peers', 'seal-server.mjs')).ask({ target })
  async function bareServer() {
    const seconds = await secondsOf(() => sendFile(address, file))
    await rm(target)
    return seconds
  }

  const measured = await alternate(rounds, { ours, resumable, plainStream, bareServer })
  const seconds = measured.ours.map((round) => round.seconds)
  const rate = (list) => list.map((one) => SIZE_MB / one)
  return {
    rows: [
      figure('upload, time', 's', seconds),
      figure('upload, rate', 'MB/s', rate(seconds), {
        is: 'of the plain stream',
        values: ratios(measured.plainStream, seconds),
      }),
      figure('resumable upload, rate', 'MB/s', rate(listOf(measured.resumable, 'seconds')), {
        is: 'of the plain stream',
        values: ratios(measured.plainStream, listOf(measured.resumable, 'seconds')),
      }),
      figure('peer: plain stream to disk', 'MB/s', rate(measured.plainStream)),
      figure('peer: bare HTTP server', 'MB/s', rate(measured.bareServer), {
        is: 'of the plain stream',
        values: ratios(measured.plainStream, measured.bareServer),
      }),
      figure('upload as a share of the bare server', '', ratios(measured.bareServer, seconds)),
      figure('server memory before the first upload', 'MiB', [atRest]),
      ...Object.entries({
        'an upload': measured.ours,
        'a resumable upload': measured.resumable,
      }).flatMap(([what, taken]) => [
        figure(`server memory, peak during ${what}`, 'MiB', listOf(taken, 'peak')),
        figure(`server memory, growth during ${what}`, 'MiB', listOf(taken, 'growth')),
        figure(
          `server memory, peak with the look at its pages, ${what}`,
          'MiB',
          listOf(taken, 'inspected'),
        ),
      ]),
    ],
    notes: [],
  }
}

const listOf = (rounds, name) => rounds.map((round) => round[name])

export const bench = { rounds: 5, limitMinutes: 15, measure }
