import { constants } from 'node:os'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The terminal also signals npm, which forwards. */
const COPIES_WITHIN_MS = 2_000

/** A later signal ends the process at once. */
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
