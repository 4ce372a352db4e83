import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log/log.ts'

/** Repeats at once after work, otherwise after the pause. @param work returns the amount done */
export function repeat(
  work: () => Promise<number>,
  pauseMs: number,
  log: Log,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const done = await work().catch((err: unknown) => {
        log.error({ err }, 'work that repeats has failed')
        return 0
      })
      if (done === 0) await wait(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
