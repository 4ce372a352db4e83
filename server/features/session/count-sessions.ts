import { LIMITS } from '../../../contract/core/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { countActive } from './session.read.ts'

export const countSessions = (db: Queryable, now: Date): Promise<number> =>
  countActive(db, {
    activeAfter: new Date(now.getTime() - LIMITS.idleMs),
    createdAfter: new Date(now.getTime() - LIMITS.sessionMs),
  })
