import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Deferred functions run in reverse order, even after a signal or timeout. */
export async function withScratch(limitMinutes, work) {
  const folder = await mkdtemp(join(tmpdir(), 'sealroom-bench-'))
  const deferred = []
  let over = false
  const scratch = {
    folder,
    defer: (undo) => deferred.push(undo),
    throwIfOver() {
      if (over) throw new Error('the bench is over')
    },
  }
  const interruption = interruptionWithin(limitMinutes)
  try {
    const working = work(scratch)
    // Interruptions stop the servers first, so failures are expected.
    working.catch(() => {})
    return await Promise.race([working, interruption.promise])
  } finally {
    over = true
    for (const undo of deferred.reverse()) await undo().catch((error) => console.error(error))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    interruption.end()
  }
}

/** `promise` only rejects. */
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
  const limit = setTimeout(
    () => interrupt(`took longer than ${minutes} minutes`, 1),
    minutes * 60_000,
  )
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
