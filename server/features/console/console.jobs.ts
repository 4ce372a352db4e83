import { z } from 'zod'
import { every, handle, jobType } from '../../platform/jobs/job.ts'
import type { ConsoleParts } from './console.parts.ts'
import { carryOut, carryOutDue, carryOutJob } from './operators/carry-out.ts'
import { warn, warnJob } from './session/warn-administrators.ts'

const look = jobType('console.look', z.object({}), { maxAttempts: 1 })

export const consoleJobs = (parts: ConsoleParts) => ({
  handlers: [
    handle(carryOutJob, ({ id }) => carryOut(parts, id)),
    handle(look, () => carryOutDue(parts)),
    handle(warnJob, (payload, context) => warn(parts, payload, context)),
  ],
  recurring: [every(look, '* * * * *')],
})
