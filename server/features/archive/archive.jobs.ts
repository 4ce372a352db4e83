import { z } from 'zod'
import type { ArchiveFailure } from '../../../contract/features/archive.ts'
import { NoSpaceError } from '../../platform/blob/blob-store.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { addJob, every, findLivingJobs, handle, jobType } from '../../platform/jobs/job.ts'
import type { ArchiveParts } from './archive.parts.ts'
import { findArchive, findExpired, findPreparing } from './archive.read.ts'
import { deleteArchive, failArchive } from './archive.store.ts'
import { ArchiveFailed, EntryUnreadable } from './archive-failed.ts'
import { finishArchive } from './finish-archive.ts'
import { planArchive } from './plan-archive.ts'
import { settleNext } from './settle-entries.ts'

/** Pages have priority. */
const preparing = jobType('archive.prepare', z.object({ archiveId: z.int(), roomId: z.int() }), {
  maxAttempts: 6,
  priority: 30,
})

/** The limit spans all nodes. */
const LANES = 2

/** Runs must be interruptible. */
const RUN_MS = 60_000

export function queuePreparing(
  tx: Queryable,
  archive: { readonly archiveId: number; readonly roomId: number },
): Promise<void> {
  return addJob(tx, preparing, archive, { queue: `archive.prepare.${archive.roomId % LANES}` })
}

/** @returns true if work remains */
export async function resumePreparing(
  parts: ArchiveParts,
  archiveId: number,
  until: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = parts.database
  const start = await findArchive(db, archiveId)
  if (start?.state !== 'PREPARING') return false
  if (start.total === 0) await planArchive(parts, start)
  const archive = await findArchive(db, archiveId)
  if (!archive) return false
  while (await settleNext(parts, archive, signal))
    if (parts.clock.now().getTime() >= until) return true
  await finishArchive(parts, archive)
  return false
}

const reasonOf = (error: unknown): ArchiveFailure | undefined => {
  if (error instanceof ArchiveFailed) return error.reason
  return error instanceof NoSpaceError ? 'NO_SPACE' : undefined
}

/** @throws the error if a retry may help. */
async function giveUp(
  parts: ArchiveParts,
  archiveId: number,
  error: unknown,
  lastAttempt: boolean,
): Promise<void> {
  const unreadable = error instanceof EntryUnreadable ? error.path : null
  const reason =
    reasonOf(error) ?? (lastAttempt ? (unreadable === null ? 'INTERNAL' : 'BROKEN') : undefined)
  if (reason === undefined) throw error
  parts.log.error({ err: error, archiveId, reason }, 'an archive could not be prepared')
  await parts.database.transaction((tx) => failArchive(tx, archiveId, reason, unreadable))
}

const tidying = jobType('archive.tidy', z.object({}), { maxAttempts: 1 })

async function tidy({ database, clock }: ArchiveParts): Promise<void> {
  const { db } = database
  for (const id of await findExpired(db, clock.now()))
    await database.transaction((tx) => deleteArchive(tx, id))
  const waiting = await findPreparing(db)
  const alive = new Set((await findLivingJobs(db, preparing)).map(({ archiveId }) => archiveId))
  for (const id of waiting)
    if (!alive.has(id)) await database.transaction((tx) => failArchive(tx, id, 'INTERNAL'))
}

export function archiveJobs(parts: ArchiveParts) {
  const prepare = handle(preparing, async ({ archiveId, roomId }, { signal, lastAttempt }) => {
    try {
      const isLeft = await resumePreparing(
        parts,
        archiveId,
        parts.clock.now().getTime() + RUN_MS,
        signal,
      )
      if (isLeft) await queuePreparing(parts.database.db, { archiveId, roomId })
    } catch (error) {
      if (signal.aborted && !lastAttempt) throw error
      await giveUp(parts, archiveId, error, lastAttempt)
    }
  })
  return {
    handlers: [prepare, handle(tidying, () => tidy(parts))],
    recurring: [every(tidying, '*/10 * * * *')],
  }
}
