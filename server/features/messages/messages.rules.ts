import { LIMITS } from '../../../contract/core/limits.ts'

/** Until when the file of a message is kept that was sent at that time. */
export const keptUntil = (sentAt: Date): Date => new Date(sentAt.getTime() + LIMITS.messageFileMs)

/** Files of messages that were sent at this time or before are kept no longer. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - LIMITS.messageFileMs)
