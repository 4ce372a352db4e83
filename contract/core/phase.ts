/** `frozen`: read-only. `closed`: operators only. `destroying`: cannot be stopped. `destroyed`: the key and all contents are gone. */
export const PHASES = ['open', 'frozen', 'closed', 'destroying', 'destroyed'] as const
export type Phase = (typeof PHASES)[number]

/** Operators can set and revert these. */
export const MOVABLE_PHASES = ['open', 'frozen', 'closed'] as const satisfies readonly Phase[]
export type MovablePhase = (typeof MOVABLE_PHASES)[number]
