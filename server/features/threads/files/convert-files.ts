import { z } from 'zod'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Queryable, Tx } from '../../../platform/db/database.ts'
import { addJob, handle, jobType } from '../../../platform/jobs/job.ts'
import { makePreview, withoutPreview, yieldLane } from '../../delivery/index.ts'
import type { FileParts } from '../threads.parts.ts'
import {
  awaitConverted,
  findNextDue,
  finishFile,
  isOtherRoomWaiting,
  postponeFile,
  type TakenFile,
  takeFile,
} from './conversions.store.ts'
import { openStored } from './open-stored.ts'

export type ConvertingParts = Pick<FileParts, 'database' | 'content' | 'clock' | 'delivery'>

/** The last attempt only records failures. */
const MOST_ATTEMPTS = 4
/** Then another room takes its turn. */
const SLOW_MS = 10_000

const convertNext = jobType('threads.convertNext', z.object({}), { maxAttempts: 25, priority: 20 })
const reviveFiles = jobType('threads.reviveFiles', z.object({}), { maxAttempts: 3, priority: 20 })

export async function wakeConversion(tx: Tx, clock: Clock): Promise<void> {
  const due = await findNextDue(tx)
  if (!due) return
  const runInMs = Math.max(0, due.getTime() - clock.now().getTime())
  await addJob(tx, convertNext, {}, { jobKey: convertNext.name, queue: convertNext.name, runInMs })
}

export const queueFileRevival = (db: Queryable): Promise<void> =>
  addJob(db, reviveFiles, {}, { jobKey: reviveFiles.name })

export function conversionHandlers(parts: ConvertingParts) {
  const { database, clock } = parts
  const convert = handle(convertNext, async (_, { signal }) => {
    const taken = await database.transaction((tx) => takeFile(tx, clock.now()))
    if (taken) await run(parts, taken, signal)
    await database.transaction((tx) => wakeConversion(tx, clock))
  })
  const revive = handle(reviveFiles, async () => {
    const hasOffice = (await parts.delivery.converter.missingOfficeParts()).length === 0
    await database.transaction(async (tx) => {
      if (hasOffice) await awaitConverted(tx, clock.now())
      await wakeConversion(tx, clock)
    })
  })
  return [convert, revive]
}

async function run(parts: ConvertingParts, taken: TakenFile, signal: AbortSignal): Promise<void> {
  const { database, clock } = parts
  const { id, room_id: roomId, attempts } = taken
  const began = clock.now().getTime()
  const mayYield = () => attempts === 1 && clock.now().getTime() - began >= SLOW_MS
  const yielding = yieldLane(
    parts.delivery,
    async () => mayYield() && isOtherRoomWaiting(database.db, roomId, clock.now()),
  )
  try {
    await makePages(parts, taken, AbortSignal.any([signal, yielding.signal]))
  } catch (error) {
    // A server stop is no failed attempt.
    const counts = !signal.aborted
    if (counts)
      parts.delivery.log.warn(
        { threadFileId: id, attempts, error },
        'a conversion failed and will be tried again',
      )
    const wait = counts && !yielding.signal.aborted ? Math.exp(attempts) * 1_000 : 0
    const dueAt = new Date(clock.now().getTime() + wait)
    await database.transaction((tx) => postponeFile(tx, id, { counts, dueAt }))
  } finally {
    yielding.end()
  }
}

/** @throws if a retry may succeed */
async function makePages(
  { database, content, delivery }: ConvertingParts,
  taken: TakenFile,
  signal: AbortSignal,
): Promise<void> {
  const { id, room_id: roomId, ext, size, content_uid: uid, attempts } = taken
  const original = {
    what: { threadFileId: id },
    ext,
    uid,
    size,
    open: () => openStored(content, roomId, taken),
  }
  const made =
    attempts < MOST_ATTEMPTS
      ? await makePreview({ ...delivery, content }, roomId, original, {
          signal,
          repeated: attempts > 1,
        })
      : withoutPreview('BROKEN')
  const { status, pages, preview } = made
  const isKept = await database.transaction(async (tx) => {
    const [segment] = preview ? await content.wrapKeys(tx, roomId, preview, 'preview') : []
    return finishFile(tx, taken, { status, pages, preview: segment })
  })
  // A failed commit may have succeeded.
  if (!isKept && preview) await content.discard(preview)
}
