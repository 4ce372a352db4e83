import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import { machine } from '../audit/index.ts'
import type { MessageParts } from './messages.parts.ts'
import { keptSince } from './messages.rules.ts'
import { blankFiles, deleteOldMessages, removeOldFiles } from './messages.store.ts'

const tidyMessages = jobType('messages.tidy', z.object({}), { maxAttempts: 1 })

export function messageJobs(parts: Pick<MessageParts, 'database' | 'activity' | 'clock'>) {
  return {
    handlers: [handle(tidyMessages, () => tidy(parts))],
    recurring: [every(tidyMessages, '23 * * * *')],
  }
}

async function tidy({
  database,
  activity,
  clock,
}: Pick<MessageParts, 'database' | 'activity' | 'clock'>): Promise<void> {
  const now = clock.now()
  const until = keptSince(now)
  await database.transaction(async (tx) => {
    for (const { roomId, count, size } of await removeOldFiles(tx, until)) {
      await activity.record(tx, machine(roomId), 'message.files-removed', { count, size })
    }
  })
  await blankFiles(database.db, until)
  await deleteOldMessages(database.db, new Date(now.getTime() - LIMITS.sentMessageMs))
}
