import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import type { MessageParts } from './messages.parts.ts'
import { blankFiles, deleteOldMessages } from './messages.store.ts'

const tidyMessages = jobType('messages.tidy', z.object({}), { maxAttempts: 1 })

/** Each hour: messages go when they are past their time, their files when they have arrived or nobody has sent them again. */
export function messageJobs({ database: { db }, clock }: Pick<MessageParts, 'database' | 'clock'>) {
  return {
    handlers: [
      handle(tidyMessages, async () => {
        const now = clock.now().getTime()
        await deleteOldMessages(db, new Date(now - LIMITS.sentMessageMs))
        await blankFiles(db, new Date(now - LIMITS.messageFileMs))
      }),
    ],
    recurring: [every(tidyMessages, '23 * * * *')],
  }
}
