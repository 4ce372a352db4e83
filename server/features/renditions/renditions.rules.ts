import { LIMITS } from '../../../contract/core/limits.ts'

/** A lease lives when it was used after this. */
export const livingSince = (now: Date): Date => new Date(now.getTime() - LIMITS.leaseIdleMs)
