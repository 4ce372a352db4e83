/**
 * How far a room has come towards its end. `frozen`: everybody reads, nothing of its content changes. `closed`: operators alone.
 * `destroying`: its end has begun and does not stop. `destroyed`: its key is gone, and with it all that it held.
 */
export const PHASES = ['open', 'frozen', 'closed', 'destroying', 'destroyed'] as const
export type Phase = (typeof PHASES)[number]

/** Those that an operator moves a room to, and back from; the others are the end. */
export const MOVABLE_PHASES = ['open', 'frozen', 'closed'] as const satisfies readonly Phase[]
export type MovablePhase = (typeof MOVABLE_PHASES)[number]
