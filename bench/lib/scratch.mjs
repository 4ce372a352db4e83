import { mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Does `work` with a folder of its own, for at most so many minutes. However it ends, by a signal or by the limit too, what it deferred is
 * done, the last first, and the folder removed; an interrupted process ends then.
 */
export async function withScratch(limitMinutes, work) {
  const folder = await mkdtemp(join(tmpdir(), 'sealroom-bench-'))
  const deferred = []
  let over = false
  const scratch = {
    folder,
    defer: (undo) => deferred.push(undo),
    /** Before something is started: interrupted work goes on until the process ends, and must not leave anything behind. */
    throwIfOver() {
      if (over) throw new Error('the bench is over')
    },
  }
  const interruption = interruptionWithin(limitMinutes)
  try {
    const working = work(scratch)
    // What it is about to do fails once its servers are gone, and nobody waits for that any more.
    working.catch(() => {})
    return await Promise.race([working, interruption.promise])
  } finally {
    over = true
    for (const undo of deferred.reverse()) await undo().catch((error) => console.error(error))
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    interruption.end()
  }
}

/** A promise that only ever rejects: by a signal, or when the time is up. */
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
