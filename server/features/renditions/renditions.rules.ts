import { LIMITS } from '../../../contract/core/limits.ts'
import type { Waiting } from './renditions.store.ts'

/** A lease lives when it was used after this. */
export const livingSince = (now: Date): Date => before(now, LIMITS.leaseIdleMs)

/** A ticket has not ended when it was issued after this. */
export const ticketsSince = (now: Date): Date => before(now, LIMITS.ticketEndMs)

/** That of an archive is good for as long as the archive is kept: at least no older one is. */
export const archiveTicketsSince = (now: Date): Date => before(now, LIMITS.archiveMs)

/** A ticket that was never used can be, when it waits and was issued after these. */
export const waitingSince = (now: Date): Waiting => ({ waitsFromAfter: before(now, LIMITS.ticketMs), issuedAfter: ticketsSince(now) })

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)
