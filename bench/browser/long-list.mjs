import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { enter, openBrowser } from '../lib/browser.mjs'
import { figure, percentile, ratios, secondsOf } from '../lib/figures.mjs'
import { fillRoom } from '../lib/fill/room.mjs'
import { writePdf } from '../lib/pdf.mjs'
import { plainList, scrollerOf, scrollThrough } from '../lib/scrolling.mjs'
import { startServer } from '../lib/server.mjs'

const ROWS = 100_000
const SCROLLED = 5_000
const WINDOW = 500
const CALLS = 40
const QUIET_MS = 700
const WORDS = '.pdf'
const PASS = { words: WORDS, limitMs: 240_000 }

async function shownAfter(page, index, act) {
  const shown = page.evaluate(
    (at) =>
      new Promise((resolve) => {
        const look = () => {
          if (document.querySelector(`.items-row[data-index="${at}"] [data-name]`))
            resolve(performance.timeOrigin + performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    index,
  )
  const started = performance.timeOrigin + performance.now()
  await act()
  return (await shown) - started
}

async function askedDuring(page, act) {
  const asked = []
  let last = performance.now()
  const hear = (request) => {
    last = performance.now()
    if (/\/file\/file\/(list|outline|locate)$/.test(request.url())) asked.push(request)
  }
  page.on('requestfinished', hear)
  const result = await act()
  while (performance.now() - last < QUIET_MS) await page.waitForTimeout(QUIET_MS / 4)
  page.off('requestfinished', hear)
  const sizes = await Promise.all(
    asked.map(async (request) => (await request.sizes()).responseBodySize),
  )
  return {
    result,
    requests: asked.length,
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
  }
}

async function visit(page, url, { largest, change }) {
  const first = page
    .locator('.items-row[data-index="0"]')
    .filter({ has: page.locator('[data-name]') })
  const load = await askedDuring(page, async () => {
    await page.goto(`${url}/?folder=${largest}`)
    await first.focus()
  })
  const end = await askedDuring(page, () =>
    shownAfter(page, ROWS - 1, () => page.keyboard.press('End')),
  )
  const middle = await askedDuring(page, () =>
    shownAfter(page, ROWS / 2 + WINDOW / 2, () =>
      page
        .locator('.items-scroller')
        .evaluate(
          (scroller, share) => scroller.scrollTo(0, scroller.scrollHeight * share),
          0.5 + WINDOW / 2 / ROWS,
        ),
    ),
  )
  const hint = await askedDuring(page, change)
  return { load, end, middle, hint }
}

async function openDeep(page, url) {
  await page.goto(url)
  const first = page.getByRole('treeitem', { name: '1단계', exact: true })
  await first.focus()
  const depth = 59
  const seconds = await secondsOf(async () => {
    for (let level = 1; level < depth; level += 1) {
      await page.keyboard.press('ArrowRight')
      await page.getByRole('treeitem', { name: `${level + 1}단계`, exact: true }).waitFor()
      await page.keyboard.press('ArrowRight')
    }
  })
  return (seconds * 1_000) / (depth - 1)
}

async function timesOf(client, largest) {
  const first = await client.list({ parent: largest, limit: WINDOW })
  const outline = () => client.outline({ parent: largest, cursor: first.nextCursor, step: WINDOW })
  const cursors = [first.nextCursor, ...(await outline()).payload]
  const window = (at) => () =>
    client.list({ parent: largest, limit: 2 * WINDOW, cursor: cursors[at - 1], until: cursors[at] })
  const acts = {
    start: window(0),
    middle: window(ROWS / WINDOW / 2),
    end: window(ROWS / WINDOW - 1),
    outline,
  }
  const times = Object.fromEntries(Object.keys(acts).map((name) => [name, []]))
  for (let call = 0; call < CALLS; call += 1) {
    for (const [name, act] of Object.entries(acts)) times[name].push((await secondsOf(act)) * 1_000)
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, values]) => [name, percentile(values, 0.5)]),
  )
}

function rowsOf(results) {
  const of = (read) => results.map(read)
  const [frames, plainFrames] = [
    of((round) => round.frames.framesPerSecond),
    of((round) => round.peer.framesPerSecond),
  ]
  const asked = (words, key) => [
    figure(
      `${words}: requests`,
      '',
      of((round) => round[key].requests),
    ),
    figure(
      `${words}: answers`,
      'kB',
      of((round) => round[key].kilobytes),
    ),
  ]
  return [
    ...asked('opening the folder', 'load'),
    figure(
      'End: rows shown after',
      'ms',
      of(({ end }) => end.result),
    ),
    ...asked('End', 'end'),
    figure(
      'drag to the middle: rows shown after',
      'ms',
      of(({ middle }) => middle.result),
    ),
    ...asked('drag to the middle', 'middle'),
    ...asked('a change elsewhere in the room', 'hint'),
    figure('scrolling: frames', '/s', frames, {
      is: 'of plain rows',
      values: ratios(frames, plainFrames),
    }),
    figure(
      'scrolling: frame time, 95th percentile',
      'ms',
      of(({ frames }) => frames.p95),
    ),
    figure(
      'scrolling: frames over 20 ms',
      '%',
      of(({ frames }) => frames.late),
    ),
    figure(
      'scrolling: looks at a row not there yet',
      '%',
      of(({ frames }) => frames.blank),
    ),
    figure(
      'tree 60 deep, by key, for each level',
      'ms',
      of(({ deep }) => deep),
    ),
    ...['start', 'middle', 'end'].map((name) =>
      figure(
        `server: window at the ${name}, p50`,
        'ms',
        of(({ times }) => times[name]),
      ),
    ),
    figure(
      'server: where windows begin, p50',
      'ms',
      of(({ times }) => times.outline),
    ),
  ]
}

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch, { ROLES: 'web' })
  const database = await server.database()
  const room = await server.createRoom()
  const client = await server.enterRoom(room)
  const { largest } = await fillRoom(database, room.roomId, 2 * ROWS)
  await database.query('vacuum analyze')
  const context = await openBrowser(scratch)
  const [page, plain] = [await context.newPage(), await context.newPage()]
  await enter(page, server.url, room.pin)

  const file = join(scratch.folder, 'small.pdf')
  await writePdf(file, { pages: 1 })
  const content = await readFile(file)

  const results = []
  for (let round = 0; round < rounds; round += 1) {
    scratch.throwIfOver()
    const visited = await visit(page, server.url, {
      largest,
      change: () => client.uploadMany([`새 문서 ${round}.pdf`], content),
    })
    const times = await timesOf(client, largest)
    await page.reload()
    const frames = await scrollThrough(page, { ...PASS, rows: ROWS, reach: SCROLLED })
    await plain.setContent(
      plainList(await scrollerOf(page, WORDS), SCROLLED, (number) => `${number}${WORDS}`),
    )
    await plain.bringToFront()
    const peer = await scrollThrough(plain, { ...PASS, rows: SCROLLED })
    await page.bringToFront()
    results.push({ ...visited, times, frames, peer, deep: await openDeep(page, server.url) })
  }
  return { rows: rowsOf(results), notes: [] }
}

export const bench = { rounds: 3, limitMinutes: 30, measure }
