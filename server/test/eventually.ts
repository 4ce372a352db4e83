import { vi } from 'vitest'

/** Waits until a check passes. Vitest's own second is too short where the machine is busy; a check that passes takes no longer for it. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> => vi.waitFor(check, { timeout, interval: 25 })
