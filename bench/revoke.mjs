import { join } from 'node:path'
import { Client } from './lib/client.mjs'
import { figure, percentile } from './lib/figures.mjs'
import { pinMailedTo } from './lib/mailbox.mjs'
import { writePdf } from './lib/pdf.mjs'
import { OUTLASTING_BYTES, raceOf } from './lib/revoking.mjs'
import { startServer } from './lib/server.mjs'

const RACES_PER_ROUND = 200

async function measure({ rounds, scratch }) {
  const server = await startServer(scratch)
  const operator = await server.enter()
  await operator.switchWatermarkOff()
  const file = join(scratch.folder, 'large.pdf')
  await writePdf(file, { pages: 1, size: OUTLASTING_BYTES })
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
      raced.push(await raceOf({ operator, reader, memberId, filename }))
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
    notes: [
      `of all ${all.length} races: p99 ${percentile(all, 0.99).toFixed(1)} ms, at most ${percentile(all, 1).toFixed(1)} ms`,
    ],
  }
}

export const bench = { rounds: 5, limitMinutes: 15, measure }
