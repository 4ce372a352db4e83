import { z } from 'zod'
import type { Tx } from '../../../platform/db/database.ts'
import { addJobs, type JobContext, jobType } from '../../../platform/jobs/job.ts'
import { MailRefused } from '../../../platform/mail/mail.ts'
import { whoChangedMail } from '../console.mails.ts'
import type { ConsoleParts } from '../console.parts.ts'
import { type Done, findDoneOnce, noteDone } from '../console-log.store.ts'
import { findAdministrator, findAdministrators } from './administrators.store.ts'

const NO_ROOM = 0

export const warnJob = jobType(
  'console.warn',
  z.object({ logId: z.int().positive(), administratorId: z.int().positive() }),
  {
    maxAttempts: 12,
  },
)

/** Nobody impersonates an administrator unnoticed. */
export async function noteForAll(tx: Tx, done: Done): Promise<void> {
  const logId = await noteDone(tx, done)
  const all = await findAdministrators(tx, done.at)
  await addJobs(
    tx,
    warnJob,
    all.map(({ id: administratorId }) => ({ logId, administratorId })),
  )
}

type WarnAdministratorsParts = Pick<
  ConsoleParts,
  'database' | 'installation' | 'transport' | 'from' | 'publicUrl' | 'log'
>

export async function warn(
  { database: { db }, installation, transport, from, publicUrl, log }: WarnAdministratorsParts,
  { logId, administratorId }: z.output<typeof warnJob.payload>,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const [done, to] = [await findDoneOnce(db, logId), await findAdministrator(db, administratorId)]
  if (!done || !to) return
  const messageId = installation
    .hashOf('console-mail', `${logId}-${administratorId}`)
    .toString('hex')
  try {
    await transport.send(whoChangedMail(to, done, publicUrl), {
      from,
      messageId,
      roomId: NO_ROOM,
      signal,
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.error({ error, logId, administratorId }, 'mail to an administrator given up')
  }
}
