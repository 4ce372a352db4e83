import { z } from 'zod'
import { isPhaseAtMost } from '../../../../contract/core/permissions.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { addJob, handle, jobType } from '../../../platform/jobs/job.ts'
import { roomIfAny } from '../../rooms/index.ts'
import type { DocumentParts } from '../documents.parts.ts'
import { type MailingParts, mailReaders } from '../upload/mail-readers.ts'
import { findPublished } from './publishing.read.ts'

const payload = z.object({ roomId: z.int().positive(), at: z.iso.datetime() })

const notify = jobType('documents.notify-of-publication', payload, { maxAttempts: 10, priority: 5 })

export async function queuePublicationMail(tx: Tx, roomId: number, at: Date): Promise<void> {
  const key = `${notify.name}:${roomId}:${at.getTime()}`
  await addJob(
    tx,
    notify,
    { roomId, at: at.toISOString() },
    { jobKey: key, queue: `${notify.name}:${roomId}` },
  )
}

async function notifyOfPublication(
  parts: MailingParts & Pick<DocumentParts, 'database'>,
  { roomId, at }: z.output<typeof payload>,
): Promise<void> {
  await parts.database.transaction(async (tx) => {
    const room = await roomIfAny(tx, roomId)
    if (!room || !isPhaseAtMost(room.phase, 'frozen')) return
    await mailReaders(tx, parts, room, await findPublished(tx, roomId, new Date(at)))
  })
}

export const publicationMailHandler = (parts: MailingParts & Pick<DocumentParts, 'database'>) =>
  handle(notify, (wanted) => notifyOfPublication(parts, wanted))
