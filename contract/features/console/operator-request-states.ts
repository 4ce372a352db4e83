/** `reset` gives a new PIN and code to an operator who lost them. */
export const OPERATOR_REQUEST_KINDS = ['operator', 'reset'] as const
export type OperatorRequestKind = (typeof OPERATOR_REQUEST_KINDS)[number]

/** `confirmed` means that the request is about to be carried out, and `failed` that the room had changed meanwhile. */
export const OPERATOR_REQUEST_STATES = ['waiting', 'confirmed', 'refused', 'withdrawn', 'done', 'failed'] as const
export type OperatorRequestState = (typeof OPERATOR_REQUEST_STATES)[number]

/** `ended` means done or failed. To distinguish them would reveal who is known in a room. */
export const ASKED_STATES = ['waiting', 'confirmed', 'refused', 'withdrawn', 'ended'] as const
export type AskedState = (typeof ASKED_STATES)[number]
