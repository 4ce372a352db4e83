import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** A download of this size outlasts the revocation. */
export const OUTLASTING_BYTES = 300_000_000
const WITHIN_MS = 40

/** Resolves to milliseconds from the operator's response to the last byte. */
export async function raceOf({ operator, reader, memberId, filename }) {
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
