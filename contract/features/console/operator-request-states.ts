/** `reset`: a new PIN and code for an operator who lost them. */
export const OPERATOR_REQUEST_KINDS = ['operator', 'reset'] as const
export type OperatorRequestKind = (typeof OPERATOR_REQUEST_KINDS)[number]

/** `confirmed` is about to be done. `failed`: the room had changed meanwhile. */
export const OPERATOR_REQUEST_STATES = ['waiting', 'confirmed', 'refused', 'withdrawn', 'done', 'failed'] as const
export type OperatorRequestState = (typeof OPERATOR_REQUEST_STATES)[number]
