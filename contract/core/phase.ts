/**
 * A `frozen` room permits reading only, and a `closed` room admits operators only. `destroying` cannot be stopped. In `destroyed`, the
 * key and all contents are gone.
 */
export const PHASES = ['open', 'frozen', 'closed', 'destroying', 'destroyed'] as const
export type Phase = (typeof PHASES)[number]

export const MOVABLE_PHASES = ['open', 'frozen', 'closed'] as const satisfies readonly Phase[]
export type MovablePhase = (typeof MOVABLE_PHASES)[number]
