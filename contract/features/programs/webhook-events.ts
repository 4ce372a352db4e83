/** They say that something happened, and never what or who. */
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

/** `failed`: given up, until it is sent again. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why an attempt failed, for lists and logs. */
export const DELIVERY_FAULTS = ['status', 'time', 'address', 'connection', 'sequence', 'expired'] as const
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]
