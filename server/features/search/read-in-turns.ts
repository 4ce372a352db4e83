import { z } from 'zod'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { addJob, every, handle, jobType } from '../../platform/jobs/job.ts'
import { lookForHidden } from './look-for-hidden.ts'
import { isCostly, readNextBlock } from './read-content.ts'
import type { SearchParts } from './search.parts.ts'
import { restartOldTexts, restartText } from './search.store.ts'
import {
  enqueueTexts,
  findNextText,
  requeueText,
  type TakenText,
  takeText,
} from './text-queue.store.ts'

const NOTHING = z.object({})

/** Users wait for conversions. */
const readNext = jobType('search.readNext', NOTHING, { maxAttempts: 25, priority: 30 })
/** A separate job key avoids postponing due work. */
const LATER = `${readNext.name}.later`
/** Mails and pages stay fast. */
const LANE = readNext.name

/** Jobs of earlier releases may be queued. */
const readContent = jobType('search.read', z.object({ roomId: z.int(), versionId: z.int() }), {
  maxAttempts: 5,
  priority: 30,
})

export async function queueReading(
  tx: Queryable,
  version: { roomId: number; versionId: number },
): Promise<void> {
  if ((await enqueueTexts(tx, 'WAITING', version)) > 0) await wake(tx)
}

export async function queueReadingAgain(
  tx: Tx,
  version: { roomId: number; versionId: number; contentUid: string },
): Promise<void> {
  await restartText(tx, version.contentUid)
  await queueReading(tx, version)
}

const wake = (db: Queryable): Promise<void> =>
  addJob(db, readNext, {}, { jobKey: readNext.name, queue: LANE })

const readUnread = jobType('search.readUnread', NOTHING, { maxAttempts: 3, priority: 30 })

export function readingJobs(parts: SearchParts) {
  const { db } = parts.database
  const catchUp = handle(readUnread, async () => {
    await enqueueTexts(db, 'WAITING')
    await restartOldTexts(db)
    await enqueueTexts(db, 'AGAIN')
    await wake(db)
  })
  const earlier = handle(readContent, (version) => queueReading(db, version))
  return {
    handlers: [readingHandler(parts), earlier, catchUp, hiddenHandler(parts)],
    recurring: [every(readUnread, '7 * * * *'), every(lookNext, '17 * * * *')],
    start: async () => {
      await addJob(db, readUnread, {}, { jobKey: readUnread.name })
      await addJob(db, lookNext, {}, { jobKey: lookNext.name, queue: LANE })
    },
  }
}

const lookNext = jobType('search.lookForHidden', NOTHING, { maxAttempts: 5, priority: 40 })

function hiddenHandler(parts: Pick<SearchParts, 'database' | 'keyring' | 'log'>) {
  return handle(lookNext, async (_, { signal }) => {
    if (await lookForHidden(parts, signal))
      await addJob(parts.database.db, lookNext, {}, { jobKey: lookNext.name, queue: LANE })
  })
}

function readingHandler(parts: SearchParts) {
  const { database, clock } = parts
  return handle(readNext, async (_, { signal }) => {
    const taken = await database.transaction((tx) => takeText(tx, clock.now()))
    if (taken) await run(parts, taken, signal)
    const due = await findNextText(database.db)
    if (!due) return
    const runInMs = due.getTime() - clock.now().getTime()
    if (runInMs > 0)
      await addJob(database.db, readNext, {}, { jobKey: LATER, queue: LANE, runInMs })
    else await wake(database.db)
  })
}

async function run(parts: SearchParts, taken: TakenText, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = parts
  try {
    await readNextBlock(parts, taken, signal)
  } catch (error) {
    // A shutdown is no attempt.
    const counts = !signal.aborted
    if (counts)
      log.warn(
        { content: taken.contentUid, attempt: taken.attempt, error },
        'a text could not be read and will be tried again',
      )
    const failed = { failed: true, counts, slow: counts && isCostly(error) } as const
    await database.transaction((tx) => requeueText(tx, taken, failed, clock.now()))
  }
}
