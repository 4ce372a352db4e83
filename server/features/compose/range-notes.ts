import type { Clock } from '../../platform/clock/clock.ts'

const NOTED_EVERY_MS = 600_000
const MOST = 10_000

/** Who views or downloads which PDFs in parts: a viewer asks for hundreds of them, which are one entry of the log for ten minutes. */
export class RangeNotes {
  /** When, by reader and PDF; the oldest comes first. */
  readonly #noted = new Map<string, number>()
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether nobody has told of this reader and this PDF lately; from now on somebody has. */
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
