import { z } from 'zod'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import {
  addJob,
  findLivingJobs,
  handle,
  type JobContext,
  jobType,
} from '../../../platform/jobs/job.ts'
import { ConvertError } from '../../../workers/convert/index.ts'
import type { DeliveryParts } from '../delivery.parts.ts'
import {
  type Ended,
  endConversion,
  findNextDue,
  findQueuedConversions,
  insertConversion,
  isWantedElsewhere,
  type TakenConversion,
  takeConversion,
} from './conversions.store.ts'
import { convert, convertVersion } from './convert-document.ts'
import { type RenewingParts, renewPreview } from './renew-preview.ts'
import { yieldLane } from './yield-lane.ts'

/** Nodes share lanes. A runner has more jobs, so mails never wait. */
const LANES = [0, 1] as const
/** The last attempt only records failures. */
const MOST_ATTEMPTS = 4
/** Slower conversions yield to a waiting room. */
const SLOW_MS = 10_000

const convertNext = jobType('renditions.convertNext', z.object({ lane: z.int() }), {
  maxAttempts: 25,
  priority: 20,
})

export function queueConversion(
  { database, clock }: Pick<DeliveryParts, 'database' | 'clock'>,
  version: { roomId: number; versionId: number },
): Promise<void> {
  return database.transaction(async (tx) => {
    await insertConversion(tx, { ...version, at: clock.now() })
    await wakeLanes(tx, clock)
  })
}

export async function wakeLanes(tx: Tx, clock: Clock): Promise<void> {
  const due = await findNextDue(tx)
  if (!due) return
  const runInMs = Math.max(0, due.getTime() - clock.now().getTime())
  for (const lane of LANES)
    await addJob(tx, convertNext, { lane }, { jobKey: nameOf(lane), queue: nameOf(lane), runInMs })
}

const nameOf = (lane: number): string => `${convertNext.name}.${lane}`

export async function findConverting(db: Queryable): Promise<ReadonlySet<number>> {
  const earlier = await findLivingJobs(db, convertVersion)
  return new Set([
    ...(await findQueuedConversions(db)),
    ...earlier.map(({ versionId }) => versionId),
  ])
}

export function laneHandler(parts: RenewingParts) {
  const { database, clock } = parts
  return handle(convertNext, async ({ lane }, { signal }) => {
    const taken = await database.transaction((tx) => takeConversion(tx, lane, clock.now()))
    if (taken) {
      const ended = await run(parts, lane, taken, signal)
      await database.transaction((tx) => endConversion(tx, lane, taken, ended, clock.now()))
    }
    await database.transaction((tx) => wakeLanes(tx, clock))
  })
}

async function run(
  parts: RenewingParts,
  lane: number,
  taken: TakenConversion,
  signal: AbortSignal,
): Promise<Ended> {
  const { database, clock, log } = parts
  const began = clock.now()
  const isSlow = (): boolean => clock.now().getTime() - began.getTime() >= SLOW_MS
  const isWanted = async () =>
    (isSlow() || taken.renewal) && isWantedElsewhere(database.db, lane, clock.now())
  const yielding = yieldLane(parts, isWanted)
  const { versionId, attempt } = taken
  const context: JobContext = {
    signal: AbortSignal.any([signal, yielding.signal]),
    attempt,
    lastAttempt: attempt >= MOST_ATTEMPTS,
  }
  try {
    const put = taken.renewal
      ? await renewPreview(parts, taken, context)
      : await convert(parts, taken, context)
    if (put) return { again: true, slow: false, counts: false, dueAt: put.later }
    return { again: false, slow: isSlow() }
  } catch (error) {
    const counts = !context.signal.aborted
    if (counts)
      log.warn({ versionId, attempt, error }, 'a conversion failed and will be tried again')
    const wait = counts ? Math.exp(attempt) * 1_000 : 0
    const slow =
      (yielding.signal.aborted && !taken.renewal) ||
      isSlow() ||
      (error instanceof ConvertError && error.code === 'TIMEOUT')
    return {
      again: true,
      slow: slow && !signal.aborted,
      counts,
      dueAt: new Date(clock.now().getTime() + wait),
    }
  } finally {
    yielding.end()
  }
}
