import { z } from 'zod'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { addJob, handle, jobType } from '../../../platform/jobs/job.ts'
import { advanceAnnounced, lockTree, roomIfAny } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { findArrivals, findLastVersion } from './arrivals.read.ts'
import { type MailingParts, mailReaders } from './mail-readers.ts'

type NotifyParts = MailingParts & Pick<DocumentParts, 'database'>

const notify = jobType('documents.notify', z.object({ roomId: z.int().positive() }), {
  maxAttempts: 10,
  priority: 5,
})

export async function queueNotification(
  tx: Tx,
  { notifyAfterMs }: Pick<DocumentParts, 'notifyAfterMs'>,
  roomId: number,
): Promise<void> {
  const key = `${notify.name}:${roomId}`
  await addJob(
    tx,
    notify,
    { roomId },
    { jobKey: key, queue: key, runInMs: notifyAfterMs, keepsRunAt: true },
  )
}

class AnnouncedMeanwhile extends Error {
  override name = 'AnnouncedMeanwhile'
}

/** Mails and the mark of what was announced are one commit. Where another run was faster, this one is undone. */
async function notifyReaders(parts: NotifyParts, roomId: number): Promise<void> {
  // Uploads hold the tree lock, so no smaller id appears later. Mailing blocks no uploads.
  const upTo = await parts.database.transaction(async (tx) => {
    await lockTree(tx, roomId)
    return findLastVersion(tx, roomId)
  })
  await parts.database.transaction(async (tx) => {
    const room = await roomIfAny(tx, roomId)
    if (!room || room.announced_version >= upTo) return
    if (room.noti && isPhaseAtMost(room.phase, 'frozen'))
      await mailReaders(
        tx,
        parts,
        room,
        await findArrivals(tx, room.id, { after: room.announced_version, upTo }),
      )
    if (!(await advanceAnnounced(tx, room, upTo))) throw new AnnouncedMeanwhile()
  })
}

export function notifyJobs(parts: NotifyParts) {
  return { handlers: [handle(notify, ({ roomId }) => notifyReaders(parts, roomId))], recurring: [] }
}
