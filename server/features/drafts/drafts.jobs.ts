import { z } from 'zod'
import { LIMITS } from '../../../contract/core/limits.ts'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import type { DraftParts } from './drafts.parts.ts'
import { deleteOldDrafts } from './drafts.store.ts'

const tidyDrafts = jobType('drafts.tidy', z.object({}), { maxAttempts: 1 })

export function draftJobs({ database: { db }, clock }: Pick<DraftParts, 'database' | 'clock'>) {
  return {
    handlers: [
      handle(tidyDrafts, () =>
        deleteOldDrafts(db, new Date(clock.now().getTime() - LIMITS.draftMs)),
      ),
    ],
    recurring: [every(tidyDrafts, '41 * * * *')],
  }
}
