import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** However the work ends, also by a signal or the time limit, deferred functions run in reverse order. Then the folder is removed. */
export async function withScratch(limitMinutes, work) {
  const folder = await mkdtemp(join(tmpdir(), 'sealroom-bench-'))
  const deferred = []
  let over = false
  const scratch = {
    folder,
    defer: (undo) => deferred.push(undo),
    /** Callers call this before they start a process, so that interrupted work leaves nothing running. */
    throwIfOver() {
      if (over) throw new Error('the bench is over')
    },
  }
  const interruption = interruptionWithin(limitMinutes)
  try {
    const working = work(scratch)
    // An interruption stops the servers before the work ends, so its failure is expected.
    working.catch(() => {})
    return await Promise.race([working, interruption.promise])
  } finally {
    over = true
    for (const undo of deferred.reverse()) await undo().catch((error) => console.error(error))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    interruption.end()
  }
}

/** The returned `promise` only rejects, on a signal or after the time limit. */
function interruptionWithin(minutes) {
  let exitCode
  let interrupt
  const promise = new Promise((_, reject) => {
    interrupt = (why, code) => {
      console.error(`${why}; cleaning up`)
      exitCode ??= code
      reject(new Error(why))
    }
  })
  const stop = (signal) => interrupt(`interrupted by ${signal}`, 128 + constants.signals[signal])
  const limit = setTimeout(() => interrupt(`took longer than ${minutes} minutes`, 1), minutes * 60_000)
  for (const signal of SIGNALS) process.on(signal, stop)
  return {
    promise,
    end() {
      clearTimeout(limit)
      for (const signal of SIGNALS) process.off(signal, stop)
      if (exitCode !== undefined) process.exit(exitCode)
    },
  }
}
