import { LIMITS } from '../../../contract/core/limits.ts'

export const keptUntil = (sentAt: Date): Date => new Date(sentAt.getTime() + LIMITS.messageFileMs)

export const keptSince = (now: Date): Date => new Date(now.getTime() - LIMITS.messageFileMs)
