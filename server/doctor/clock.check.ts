import { systemClock } from '../platform/clock/clock.ts'
import { measureClocks } from '../platform/db/clock-difference.ts'
import { type Check, type Finding, fault, ok, skipped, warning, withDatabase } from './check.ts'

const NOTICED_MS = 3_000
/** Codes and links expire by these clocks. */
const HARMFUL_MS = 60_000
const REMEDY = 'Set both clocks by NTP, for example with chrony.'

export const clockChecks: readonly Check[] = [
  {
    name: 'clock of the database',
    withinMs: 10_000,
    run: (examined) =>
      withDatabase(examined, async ({ direct }) =>
        judged('the database', (await measureClocks(direct, systemClock)).aheadMs),
      ),
  },
  {
    name: 'clock of the storage',
    withinMs: 10_000,
    run: async ({ settings: { STORAGE_URL, S3_ENDPOINT, S3_REGION } }) => {
      if (STORAGE_URL === 'file:') return skipped('no object storage is set')
      const endpoint = S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`
      const before = systemClock.now().getTime()
      const { headers } = await fetch(endpoint, {
        method: 'HEAD',
        redirect: 'manual',
        signal: AbortSignal.timeout(8_000),
      })
      const theirs = Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(theirs)) return skipped('the object storage says no time')
      return judged('the object storage', theirs - (before + systemClock.now().getTime()) / 2)
    },
  },
]

function judged(what: string, aheadMs: number): Finding {
  const apart = Math.abs(aheadMs)
  const message = `this machine and ${what} are ${(apart / 1_000).toFixed(1)} seconds apart`
  if (apart > HARMFUL_MS) return fault(message, REMEDY)
  return apart > NOTICED_MS ? warning(message, REMEDY) : ok(message)
}
