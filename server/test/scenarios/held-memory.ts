import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Above `allowed`, garbage is collected first. */
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
    // Another thread frees buffers.
    collect()
    return used()
  }
}
