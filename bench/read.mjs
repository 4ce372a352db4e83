import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findChromium } from '../tools/lib/chromium.mjs'
import { Client } from './lib/client.mjs'
import { alternate, figure, percentile, ratios } from './lib/figures.mjs'
import { writePdf } from './lib/pdf.mjs'
import { servePdfJs } from './lib/pdf-js.mjs'
import { startServer } from './lib/server.mjs'

/** A document of 2,000 such pages has 313 MB, just below the upload limit. */
const PAGE = { lines: 1, imageSide: 228 }
const DOCUMENTS = { short: 1, middle: 300, long: 2_000 }
const FLIPS = 30
const VIEWPORT = { width: 1_440, height: 900 }
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
]
const WITHIN_MS = 60_000

const PARTS = {
  lease: 'of it the lease',
  manifest: 'of it the manifest',
  image: 'of it the image of page 1',
}

const nameOf = (name) => `${name}.pdf`

async function enter(page, url, pin) {
  await page.goto(`${url}/login`)
  await page.getByRole('textbox', { name: /PIN/ }).first().fill(pin)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /동의하고/ }).click()
  await page.getByRole('row', { name: /long/ }).waitFor()
}

async function untilPainted({ click, key, number, limitMs }) {
  const started = performance.now()
  if (click) document.querySelector(`a[data-name][aria-label="${click}"]`).click()
  if (key)
    document
      .querySelector('.viewer-pages')
      .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  const isThere = () => {
    const image = document.querySelector(`.viewer-sheet[aria-posinset="${number}"] img`)
    return (
      image?.complete &&
      image.naturalWidth > 0 &&
      image.getBoundingClientRect().top < innerHeight / 2
    )
  }
  const frame = () => new Promise(requestAnimationFrame)
  while (!isThere()) {
    if (performance.now() - started > limitMs) throw new Error(`page ${number} did not come`)
    await frame()
  }
  await frame()
  const total = performance.now() - started
  const calls = performance
    .getEntriesByType('resource')
    .filter((entry) => entry.startTime >= started)
  const took = (pattern) => calls.find((entry) => pattern.test(entry.name))?.duration
  performance.clearResourceTimings()
  return {
    total,
    lease: took(/\/prepareFile\//),
    manifest: took(/\/view\/[^/]+$/),
    image: took(new RegExp(`/view/[^/]+/pages/${number}\\?`)),
  }
}

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const room = await server.createRoom()
  const client = await Client.enter(server.url, room)
  const files = {}
  for (const [name, pages] of Object.entries(DOCUMENTS)) {
    files[name] = join(scratch.folder, nameOf(name))
    await writePdf(files[name], { ...PAGE, pages })
    await client.close(await client.open(await client.uploadFile(files[name])))
  }
  const browser = await chromium.launch({ executablePath: findChromium(), args: FLAGS })
  scratch.defer(() => browser.close())
  const context = await browser.newContext({
    viewport: VIEWPORT,
    locale: 'ko-KR',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(WITHIN_MS)
  const page = await context.newPage()
  await enter(page, server.url, room.pin)

  const opened = async (name) => {
    await page.bringToFront()
    const first = await page.evaluate(untilPainted, {
      click: nameOf(name),
      number: 1,
      limitMs: WITHIN_MS,
    })
    const flips = []
    for (let number = 2; number <= Math.min(DOCUMENTS[name], FLIPS); number += 1) {
      flips.push(
        (await page.evaluate(untilPainted, { key: 'PageDown', number, limitMs: WITHIN_MS })).total,
      )
      // Readers turn pages about this fast.
      await page.waitForTimeout(300)
    }
    await page.keyboard.press('Escape')
    await page.locator('.viewer').waitFor({ state: 'detached' })
    return { first, flips }
  }
  const peer = await servePdfJs(scratch, files)
  const peerPage = peer && (await context.newPage())
  const openedByPeer = async (name) => {
    await peerPage.bringToFront()
    await peerPage.goto(peer.urlOf(name))
    return peerPage.evaluate(() => globalThis.firstPage)
  }
  const names = Object.keys(DOCUMENTS)
  const candidates = Object.fromEntries(names.map((name) => [name, () => opened(name)]))
  if (peer) for (const name of names) candidates[`pdf.js ${name}`] = () => openedByPeer(name)
  const measured = await alternate(rounds, candidates)

  const partOf = (name, part) => measured[name].map(({ first }) => first[part])
  const firstOf = (name) => partOf(name, 'total')
  const flips = measured.long.map((round) => round.flips)
  const words = (name) => `${DOCUMENTS[name].toLocaleString('en')} pages`
  return {
    rows: [
      ...names.map((name) =>
        figure(`click to first page, ${words(name)}`, 'ms', firstOf(name), {
          is: 'times the 1 page',
          values: ratios(firstOf(name), firstOf('short')),
        }),
      ),
      ...names.flatMap((name) =>
        Object.entries(PARTS).map(([part, what]) =>
          figure(`${what}, ${words(name)}`, 'ms', partOf(name, part)),
        ),
      ),
      ...(peer
        ? names.map((name) =>
            figure(`peer: pdf.js, ${words(name)}`, 'ms', measured[`pdf.js ${name}`], {
              is: 'times ours',
              values: ratios(measured[`pdf.js ${name}`], firstOf(name)),
            }),
          )
        : []),
      figure(
        'page flip, 50th percentile',
        'ms',
        flips.map((all) => percentile(all, 0.5)),
      ),
      figure(
        'page flip, 95th percentile',
        'ms',
        flips.map((all) => percentile(all, 0.95)),
      ),
    ],
    notes: [
      peer
        ? `peer: ${peer.package}`
        : 'no peer: pdf.js could not be installed (is the npm registry reachable?)',
    ],
  }
}

export const bench = { rounds: 9, limitMinutes: 20, measure }
