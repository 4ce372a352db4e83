/** `frozen` permits reading only, `closed` admits operators only, and `destroying` cannot be stopped. */
export const PHASES = ['open', 'frozen', 'closed', 'destroying', 'destroyed'] as const
export type Phase = (typeof PHASES)[number]

export const MOVABLE_PHASES = ['open', 'frozen', 'closed'] as const satisfies readonly Phase[]
export type MovablePhase = (typeof MOVABLE_PHASES)[number]
