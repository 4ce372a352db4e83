import { LIMITS } from '../../../contract/core/limits.ts'
import type { TicketWindow } from './delivery.store.ts'

export const leaseCutoff = (now: Date): Date => before(now, LIMITS.leaseIdleMs)

export const ticketsSince = (now: Date): Date => before(now, LIMITS.ticketEndMs)

export const archiveTicketsSince = (now: Date): Date => before(now, LIMITS.archiveMs)

export const waitingSince = (now: Date): TicketWindow => ({
  waitsFromAfter: before(now, LIMITS.ticketMs),
  issuedAfter: ticketsSince(now),
})

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)
