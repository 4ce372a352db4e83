import { LIMITS } from '../../../../contract/core/limits.ts'
import { ApiError } from '../../../lib/api-error.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { TimeReport } from '../lease.ts'
import { type PageTime, ReadingTimes, type Sight } from './reading-times.ts'

/** What was told and nobody has said to have heard. */
interface Unheard extends PageTime {
  readonly toldAt: number
}

/** Whether a call may be heard if it is repeated. Others are refused for good: the document is gone, or the session. */
const isPassing = (error: unknown): boolean => error instanceof ApiError && (error.http === 0 || error.http >= 500)

/** How long the pages of a document are looked at, and what of it the server does not know yet. Nothing is counted twice, whatever gets lost. */
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

  /** Tells what is to be told, one call after the other; what did not get through is told with what comes next. */
  async tell(send: (reports: readonly TimeReport[]) => Promise<void>): Promise<void> {
    this.#isAskedAgain = this.#isTelling
    if (this.#isTelling) return
    const reports = this.rest()
    if (reports.length === 0) return
    const told = this.#unheard
    this.#isTelling = true
    try {
      await send(reports)
      this.#forget(told)
    } catch (error) {
      if (!isPassing(error)) this.#forget(told)
    } finally {
      this.#isTelling = false
    }
    if (this.#isAskedAgain) await this.tell(send)
  }

  /** What is to be told now; from then on it counts as told. */
  rest(): readonly TimeReport[] {
    this.see()
    const now = this.#clock.now()
    // A lease does not outlive a longer silence, nor can its time be told any more.
    const repeated = this.#unheard.filter(({ toldAt }) => now - toldAt < LIMITS.leaseIdleMs)
    const fresh = this.#times.take(LIMITS.reportsPerCall - repeated.length)
    this.#unheard = [...repeated, ...fresh.map((time) => ({ ...time, toldAt: now }))]
    return [...repeated.map(({ toldAt, ...time }) => ({ ...time, ago: (now - toldAt) / 1_000 })), ...fresh]
  }

  #forget(told: readonly Unheard[]): void {
    this.#unheard = this.#unheard.filter((time) => !told.includes(time))
  }
}
