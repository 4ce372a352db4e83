import { vi } from 'vitest'

/** Vitest's default second is too short on a busy machine. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> => vi.waitFor(check, { timeout, interval: 25 })
