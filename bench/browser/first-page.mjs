import { join } from 'node:path'
import { alternate, figure, ratios, secondsOf } from '../lib/figures.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { startServer } from '../lib/server.mjs'

const WIDTH = 1_200
/** A document of 2,000 such pages has 313 MB, just below the upload limit. */
const PAGE = { lines: 1, imageSide: 228 }
/** Workers evict the least recently used document, here the measured one. */
const HELD_OPEN = 16

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch, { RENDER_WORKERS: '1' })
  const client = await server.enter()
  const upload = async (name, pages) => {
    const file = join(scratch.folder, name)
    await writePdf(file, { ...PAGE, pages })
    const id = await client.uploadFile(file)
    await client.close(await client.open(id))
    return id
  }
  const long = await upload('long.pdf', 2_000)
  const short = await upload('short.pdf', 2)
  const others = []
  for (let n = 1; n <= HELD_OPEN; n += 1) others.push(await upload(`other-${n}.pdf`, 1))

  async function firstPage(id) {
    const lease = await client.open(id)
    await client.manifest(lease)
    await client.page(lease, 1, WIDTH)
    return lease
  }
  async function millisecondsOf(id) {
    let lease
    const seconds = await secondsOf(async () => {
      lease = await firstPage(id)
    })
    await client.close(lease)
    return seconds * 1000
  }
  async function opened(id) {
    for (const other of others) await client.close(await firstPage(other))
    const first = await millisecondsOf(id)
    return { first, again: await millisecondsOf(id) }
  }

  const measured = await alternate(rounds, { long: () => opened(long), short: () => opened(short) })
  const times = (name, which) => measured[name].map((round) => round[which])
  const pair = (which, words) => [
    figure(`2,000 pages, ${words}`, 'ms', times('long', which), {
      is: 'times the 2 pages',
      values: ratios(times('long', which), times('short', which)),
    }),
    figure(`2 pages, ${words}`, 'ms', times('short', which)),
  ]
  return {
    rows: [...pair('first', 'closed until then'), ...pair('again', 'held open by a worker')],
    notes: [],
  }
}

export const bench = { rounds: 15, limitMinutes: 10, measure }
