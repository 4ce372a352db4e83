/** `reset` replaces the lost PIN and code of an operator. */
export const OPERATOR_REQUEST_KINDS = ['operator', 'reset'] as const
export type OperatorRequestKind = (typeof OPERATOR_REQUEST_KINDS)[number]

/** `confirmed` precedes the execution; `failed` means that the room had changed. */
export const OPERATOR_REQUEST_STATES = [
  'waiting',
  'confirmed',
  'refused',
  'withdrawn',
  'done',
  'failed',
] as const
export type OperatorRequestState = (typeof OPERATOR_REQUEST_STATES)[number]

/** `ended` means done or failed. To distinguish them would reveal who is known in a room. */
export const ASKED_STATES = ['waiting', 'confirmed', 'refused', 'withdrawn', 'ended'] as const
export type AskedState = (typeof ASKED_STATES)[number]
