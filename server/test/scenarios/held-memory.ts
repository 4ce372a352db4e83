import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Returns a function that answers the bytes in use. More than `allowed` are counted again after a collection, without garbage. */
export function createHeldMemory(): (allowed?: number) => number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  const used = (): number => {
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  return (allowed = 0) => {
    if (used() <= allowed) return used()
    collect()
    // Buffers are freed by another thread; the next collection waits for it.
    collect()
    return used()
  }
}
