import { vi } from 'vitest'

/** Vitest's default is too short on busy machines. */
export const eventually = <T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 25 })
