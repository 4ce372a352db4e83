import type { Clock } from '../../../platform/clock/clock.ts'

const NOTED_EVERY_MS = 600_000
const MOST = 10_000

/** One log entry covers ten minutes. */
export class RangeNotes {
  readonly #noted = new Map<string, number>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isNew(reader: string, fileId: number): boolean {
    const key = `${reader} ${fileId}`
    const now = this.#clock.now().getTime()
    if (now - (this.#noted.get(key) ?? 0) < NOTED_EVERY_MS) return false
    this.#noted.delete(key)
    this.#noted.set(key, now)
    const [oldest] = this.#noted.keys()
    if (this.#noted.size > MOST && oldest !== undefined) this.#noted.delete(oldest)
    return true
  }
}
