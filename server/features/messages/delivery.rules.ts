import type { DeliveryRow } from './messages.read.ts'

export type DeliveryStatus = Pick<DeliveryRow, 'status' | 'last_error'>

/** A message must reach every user, but only one operator. */
const WORST_FIRST = {
  users: ['failed', 'queued', 'sent'],
  operators: ['sent', 'queued', 'failed'],
} as const

export function wholeOf<F extends DeliveryStatus>(
  to: keyof typeof WORST_FIRST,
  statuses: readonly F[],
): DeliveryStatus {
  const status =
    WORST_FIRST[to].find((each) => statuses.some((policy) => policy.status === each)) ?? 'sent'
  const withReason = statuses.find(
    (policy) => policy.status === status && policy.last_error !== null,
  )
  return { status, last_error: withReason?.last_error ?? null }
}
