import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { enter, openBrowser } from '../lib/browser.mjs'
import { Client } from '../lib/client.mjs'
import { alternate, figure, ratios, secondsOf } from '../lib/figures.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { plainList, scrollerOf, scrollThrough } from '../lib/scrolling.mjs'
import { startServer } from '../lib/server.mjs'

const ROWS = 10_000
const FILES_PER_CALL = 500
const WORDS = '계약서'
const PASS_WITHIN_MS = 240_000

const nameOf = (number) => `${WORDS} ${String(number).padStart(5, '0')}.pdf`

async function fill(client, scratch) {
  const file = join(scratch.folder, 'small.pdf')
  await writePdf(file, { pages: 1 })
  const content = await readFile(file)
  for (let first = 1; first <= ROWS; first += FILES_PER_CALL) {
    await client.uploadMany(
      Array.from({ length: FILES_PER_CALL }, (_, index) => nameOf(first + index)),
      content,
    )
  }
}

async function measure({ rounds, scratch }) {
  // Inspections would disturb the measurement.
  const server = await startServer(scratch, { ROLES: 'web' })
  const room = await server.createRoom()
  const client = await Client.enter(server.url, room)
  const filling = await secondsOf(() => fill(client, scratch))

  const context = await openBrowser(scratch)
  const [list, plain] = [await context.newPage(), await context.newPage()]
  await enter(list, server.url, room.pin)
  const area = await scrollerOf(list, WORDS)
  await plain.setContent(plainList(area, ROWS, nameOf))

  const pass = async (page) => {
    await page.bringToFront()
    return scrollThrough(page, { words: WORDS, rows: ROWS, limitMs: PASS_WITHIN_MS })
  }
  const measured = await alternate(
    rounds,
    {
      ours: async () => {
        await list.bringToFront()
        await list.reload()
        return { loading: await pass(list), loaded: await pass(list) }
      },
      plain: () => pass(plain),
    },
    { warmUps: 0 },
  )
  return {
    rows: [
      ...figuresOf(
        'loading on the way',
        measured.ours.map((round) => round.loading),
        measured.plain,
      ),
      ...figuresOf(
        'all loaded',
        measured.ours.map((round) => round.loaded),
        measured.plain,
      ),
      ...figuresOf('peer: plain rows', measured.plain),
      figure(`uploading ${ROWS.toLocaleString('en')} small files`, 'files/s', [ROWS / filling]),
    ],
    notes: [`rows ${area.rowHeight} px high in a list ${Math.round(area.height)} px high`],
  }
}

function figuresOf(words, passes, peer) {
  const of = (list, measure) => list.map((pass) => pass[measure])
  const ratio = peer && {
    is: 'of plain rows',
    values: ratios(of(passes, 'framesPerSecond'), of(peer, 'framesPerSecond')),
  }
  return [
    figure(`${words}: frames`, '/s', of(passes, 'framesPerSecond'), ratio),
    figure(`${words}: frame time, 95th percentile`, 'ms', of(passes, 'p95')),
    figure(`${words}: longest frame`, 'ms', of(passes, 'longest')),
    figure(`${words}: frames over 20 ms`, '%', of(passes, 'late')),
    figure(`${words}: looks at a row not there yet`, '%', of(passes, 'blank')),
  ]
}

export const bench = { rounds: 3, limitMinutes: 30, measure }
