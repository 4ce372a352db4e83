import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from './lib/client.mjs'
import { figure, percentile } from './lib/figures.mjs'
import { pinMailedTo } from './lib/mailbox.mjs'
import { writePdf } from './lib/pdf.mjs'
import { startServer } from './lib/server.mjs'

/** It outlasts the cut. */
const SIZE = 300_000_000
const RACES_PER_ROUND = 200
/** Revocations are spread over this time. */
const WITHIN_MS = 40

/** Returns milliseconds from the operator's response to the last byte. */
async function race({ operator, reader, memberId, filename }) {
  const download = await reader.begin(filename)
  let last = performance.now()
  download.on('data', () => {
    last = performance.now()
  })
  const cut = once(download, 'close').catch(() => undefined)
  await wait(randomInt(WITHIN_MS))
  await operator.setRight(memberId, 'download', false)
  const answered = performance.now()
  await cut
  if (download.complete) throw new Error('a download went through')
  await operator.setRight(memberId, 'download', true)
  return Math.max(0, last - answered)
}

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const operator = await server.enter()
  await operator.switchWatermarkOff()
  const file = join(scratch.folder, 'large.pdf')
  await writePdf(file, { pages: 1, size: SIZE })
  const id = await operator.uploadFile(file)
  const { filename } = (await operator.list({})).payload.find((item) => item.id === id)
  const email = 'reader@example.com'
  const memberId = await operator.invite({ name: 'Reader', email })
  const reader = await Client.enter(server.url, { pin: await pinMailedTo(scratch.folder, email) })
  await operator.setRight(memberId, 'download', true)

  const times = []
  for (let round = 0; round < rounds; round += 1) {
    const raced = []
    for (let number = 0; number < RACES_PER_ROUND; number += 1) {
      scratch.throwIfOver()
      raced.push(await race({ operator, reader, memberId, filename }))
    }
    times.push(raced)
  }
  const all = times.flat()
  const of = (share) => times.map((raced) => percentile(raced, share))
  return {
    rows: [
      figure('last byte after the operator’s answer, p50', 'ms', of(0.5)),
      figure('the same, p99', 'ms', of(0.99)),
      figure('the same, at most', 'ms', of(1)),
    ],
    notes: [`of all ${all.length} races: p99 ${percentile(all, 0.99).toFixed(1)} ms, at most ${percentile(all, 1).toFixed(1)} ms`],
  }
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
