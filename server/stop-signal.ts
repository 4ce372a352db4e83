import { constants } from 'node:os'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** One Ctrl-C arrives more than once: the terminal signals us and npm, and npm passes it on. */
const COPIES_WITHIN_MS = 2_000

/**
 * Resolves with the first signal that asks the process to stop. From then on copies of it change nothing, and one that comes later, from
 * somebody who does not want to wait, ends the process at once.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let state: 'running' | 'stopping' | 'impatient' = 'running'
    const receive = (signal: NodeJS.Signals): void => {
      if (state === 'impatient') process.exit(128 + constants.signals[signal])
      if (state === 'stopping') return
      state = 'stopping'
      setTimeout(() => {
        state = 'impatient'
      }, COPIES_WITHIN_MS).unref()
      resolve()
    }
    for (const signal of STOP_SIGNALS) process.on(signal, receive)
  })
}
