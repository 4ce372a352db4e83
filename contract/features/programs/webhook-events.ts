/** An event never states contents or people. */
export const WEBHOOK_EVENTS = [
  'room.created',
  'room.renamed',
  'room.frozen',
  'room.closed',
  'room.reopened',
  'room.closing-scheduled',
  'room.destruction-requested',
  'room.destroyed',
  'member.added',
  'member.removed',
  'document.added',
  'document.published',
  'question.asked',
  'question.answered',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** `failed` deliveries stop until somebody sends them again. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

export const DELIVERY_FAULTS = [
  'status',
  'time',
  'address',
  'connection',
  'sequence',
  'expired',
] as const
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]
