import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns a function that answers the bytes still referenced. Garbage that V8 has not collected yet would count otherwise. */
export function createHeldMemory(): () => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  return () => {
    collect()
    // Buffers are freed by another thread; the next collection waits for it.
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
}
