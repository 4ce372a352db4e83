import { LIMITS } from '../../../../contract/core/limits.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import type { Clock } from '../../../lib/browser/clock.ts'
import type { TimeReport } from '../opening/lease.ts'
import { type PageTime, ReadingTimes, type Sight } from './reading-times.ts'

interface Unheard extends PageTime {
  readonly reportedAt: number
}

/** Other errors mean the document or session is gone. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.http === 0 || error.http >= 500)

/** Lost responses never cause double counting. */
export class ReadingReports {
  readonly #clock: Clock
  readonly #times: ReadingTimes
  #unheard: Unheard[] = []
  #isTelling = false
  #isAskedAgain = false

  constructor(clock: Clock) {
    this.#clock = clock
    this.#times = new ReadingTimes(clock.now())
  }

  see(change?: Partial<Sight>): void {
    this.#times.see(this.#clock.now(), change)
  }

  sign(): void {
    this.#times.sign(this.#clock.now())
  }

  async report(send: (reports: readonly TimeReport[]) => Promise<void>): Promise<void> {
    this.#isAskedAgain = this.#isTelling
    if (this.#isTelling) return
    const reports = this.rest()
    if (reports.length === 0) return
    const reported = this.#unheard
    this.#isTelling = true
    try {
      await send(reports)
      this.#forget(reported)
    } catch (error) {
      if (!isPassing(error)) this.#forget(reported)
    } finally {
      this.#isTelling = false
    }
    if (this.#isAskedAgain) await this.report(send)
  }

  rest(): readonly TimeReport[] {
    this.see()
    const now = this.#clock.now()
    // After longer silence, the lease ended and the server rejects its times.
    const repeated = this.#unheard.filter(({ reportedAt }) => now - reportedAt < LIMITS.leaseIdleMs)
    const fresh = this.#times.take(LIMITS.reportsPerCall - repeated.length)
    this.#unheard = [...repeated, ...fresh.map((time) => ({ ...time, reportedAt: now }))]
    return [
      ...repeated.map(({ reportedAt, ...time }) => ({ ...time, ago: (now - reportedAt) / 1_000 })),
      ...fresh,
    ]
  }

  #forget(reported: readonly Unheard[]): void {
    this.#unheard = this.#unheard.filter((time) => !reported.includes(time))
  }
}
