import { z } from 'zod'
import { ROLE } from '../../../../contract/core/limits.ts'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { addJob, handle, jobType } from '../../../platform/jobs/job.ts'
import { readersOf } from '../../members/index.ts'
import { lockTree, roomIfAny } from '../../rooms/index.ts'
import { submissionsMail } from '../documents.mails.ts'
import type { DocumentParts } from '../documents.parts.ts'
import type { MailingParts } from '../upload/mail-readers.ts'
import { findUnmailed } from './submissions.read.ts'
import { noteMailed } from './submissions.store.ts'

type NotifyParts = MailingParts & Pick<DocumentParts, 'database'>

const notify = jobType(
  'documents.notify-of-submissions',
  z.object({ roomId: z.int().positive() }),
  { maxAttempts: 10, priority: 5 },
)

export async function queueSubmissionMail(
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

/** Mails folders and people, but no document names. */
async function notifyOperators(parts: NotifyParts, roomId: number): Promise<void> {
  await parts.database.transaction(async (tx) => {
    // Submitting takes the same lock, so the mail counts every marked submission.
    await lockTree(tx, roomId)
    const room = await roomIfAny(tx, roomId)
    const arrived = await findUnmailed(tx, roomId)
    if (!room || arrived.length === 0) return
    await noteMailed(tx, roomId)
    if (!isPhaseAtMost(room.phase, 'frozen')) return
    for (const member of await readersOf(tx, room.id, parts.clock.now())) {
      if (member.role_id !== ROLE.operator || member.operator_scope !== 'full') continue
      await parts.outbox.queue(tx, {
        roomId: room.id,
        memberId: member.id,
        kind: 'submissions',
        mail: submissionsMail({
          room: { name: room.name, roomNo: room.room_no },
          to: member,
          arrived,
          publicUrl: parts.publicUrl,
        }),
      })
    }
  })
}

export const submissionMailHandler = (parts: NotifyParts) =>
  handle(notify, ({ roomId }) => notifyOperators(parts, roomId))
