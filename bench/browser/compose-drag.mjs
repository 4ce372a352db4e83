import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { enter, openBrowser } from '../lib/browser.mjs'
import { Client } from '../lib/client.mjs'
import { alternate, figure, percentile, ratios } from '../lib/figures.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { startServer } from '../lib/server.mjs'

const PAGES = 300
const BOXES = 1_000
const MOVES = 240
const RADIUS = 90
/** The limit is 1.5 frames at 60 Hz. */
const LATE_MS = 25

const boxes = () =>
  Array.from({ length: BOXES }, (_, index) => ({
    id: String(index + 1),
    typeName: 'SIGN',
    page: index % PAGES,
    scaledX: 60 + 130 * (Math.floor(index / PAGES) % 4),
    scaledY: 360,
    scaledW: 120,
    scaledH: 120,
  }))

async function framesWhileDragging(page, { x, y }) {
  await page.bringToFront()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(() => {
    const times = []
    const look = (now) => {
      times.push(now)
      window.benchFrame = requestAnimationFrame(look)
    }
    window.benchTimes = times
    window.benchFrame = requestAnimationFrame(look)
  })
  for (let move = 0; move < MOVES; move += 1) {
    const angle = (move / 60) * 2 * Math.PI
    await page.mouse.move(x + RADIUS * Math.sin(angle), y + RADIUS * (1 - Math.cos(angle)))
  }
  const times = await page.evaluate(() => {
    cancelAnimationFrame(window.benchFrame)
    return window.benchTimes
  })
  await page.mouse.up()
  const intervals = times.slice(1).map((time, index) => time - times[index])
  return {
    median: percentile(intervals, 0.5),
    p95: percentile(intervals, 0.95),
    late: (100 * intervals.filter((interval) => interval > LATE_MS).length) / intervals.length,
  }
}

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const room = await server.createRoom()
  const client = await Client.enter(server.url, room)
  const file = join(scratch.folder, 'contract.pdf')
  await writePdf(file, { pages: PAGES, lines: 30 })
  const templateId = await client.composeDraft(await readFile(file), boxes())

  const context = await openBrowser(scratch)
  const [editor, empty] = [await context.newPage(), await context.newPage()]
  await enter(editor, server.url, room.pin)
  await editor.goto(`${server.url}/compose/edit/${templateId}`)
  await editor.getByRole('textbox').first().fill(room.code)
  await editor.keyboard.press('Enter')
  const box = editor.locator('.piece-body').first()
  await box.waitFor()
  await editor.locator('.page-canvas[data-drawn]').first().waitFor()

  const measured = await alternate(rounds, {
    ours: async () => {
      const { x, y, width, height } = await box.boundingBox()
      return framesWhileDragging(editor, { x: x + width / 2, y: y + height / 2 })
    },
    empty: () => framesWhileDragging(empty, { x: 600, y: 400 }),
  })
  const of = (name, what) => measured[name].map((round) => round[what])
  const against = (what) => ({
    is: 'of an empty page',
    values: ratios(of('ours', what), of('empty', what)),
  })
  return {
    rows: [
      figure('time between frames, median', 'ms', of('ours', 'median'), against('median')),
      figure('time between frames, 95th percentile', 'ms', of('ours', 'p95'), against('p95')),
      figure(`frames over ${LATE_MS} ms`, '%', of('ours', 'late')),
      figure('peer: empty page, median', 'ms', of('empty', 'median')),
      figure('peer: empty page, 95th percentile', 'ms', of('empty', 'p95')),
    ],
    notes: [`${BOXES.toLocaleString('en')} boxes on ${PAGES} pages`],
  }
}

export const bench = { rounds: 5, limitMinutes: 10, measure }
