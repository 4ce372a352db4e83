/** `reset`: a new PIN and code for an operator who lost them. */
export const OPERATOR_REQUEST_KINDS = ['operator', 'reset'] as const
export type OperatorRequestKind = (typeof OPERATOR_REQUEST_KINDS)[number]

/** `confirmed` is about to be done. `failed`: the room had changed meanwhile. */
export const OPERATOR_REQUEST_STATES = ['waiting', 'confirmed', 'refused', 'withdrawn', 'done', 'failed'] as const
export type OperatorRequestState = (typeof OPERATOR_REQUEST_STATES)[number]

/** `ended` is done or failed: which of them would say who is known in a room. */
export const ASKED_STATES = ['waiting', 'confirmed', 'refused', 'withdrawn', 'ended'] as const
export type AskedState = (typeof ASKED_STATES)[number]
