import type { DeliveryRow } from './messages.read.ts'

/** What became of one mail, or of several alike. */
export type Fate = Pick<DeliveryRow, 'status' | 'last_error'>

/** To users the worst of all mails counts: one who did not get it is one who does not know. Operators answer for each other: one is enough. */
const WORST_FIRST = {
  users: ['failed', 'queued', 'sent'],
  operators: ['sent', 'queued', 'failed'],
} as const

/** What became of a message as a whole. The reason is that of a mail with this state. */
export function wholeOf<F extends Fate>(to: keyof typeof WORST_FIRST, fates: readonly F[]): Fate {
  const status = WORST_FIRST[to].find((each) => fates.some((fate) => fate.status === each)) ?? 'sent'
  const withReason = fates.find((fate) => fate.status === status && fate.last_error !== null)
  return { status, last_error: withReason?.last_error ?? null }
}
