import { LIMITS } from '../../../../contract/core/limits.ts'
import type { Choice, Job, Taken } from '../queue/upload-job.ts'

export type NameCheckVerdict = Choice | 'cancel'

export interface Question {
  readonly job: Job
  readonly taken: Taken
  readonly others: number
}

interface NameCheckPorts {
  taken(parent: number, paths: readonly string[]): Promise<readonly Taken[]>
}

interface NameCheckEvents {
  decided(jobs: readonly Job[], verdict: NameCheckVerdict): void
  failed(jobs: readonly Job[], error: unknown): void
}

interface Drop {
  verdict: NameCheckVerdict | undefined
}

interface AskedNameCheck {
  readonly job: Job
  readonly taken: Taken
  readonly drop: Drop
}

/** The rest leaves room for the surrounding JSON. */
const PORTION_BYTES = LIMITS.jsonBodyBytes * 0.9

function portionsOf(jobs: readonly Job[], most: number): Job[][] {
  const encoder = new TextEncoder()
  const portions: Job[][] = []
  let bytes = 0
  for (const job of jobs) {
    const size = encoder.encode(JSON.stringify(job.path)).length + 1
    const last = portions.at(-1)
    if (last && last.length < most && bytes + size <= PORTION_BYTES) {
      last.push(job)
      bytes += size
    } else {
      portions.push([job])
      bytes = size
    }
  }
  return portions
}

export class NameCheck {
  readonly #ports: NameCheckPorts
  readonly #events: NameCheckEvents
  readonly #portion: number
  #asked: readonly AskedNameCheck[] = []

  constructor(ports: NameCheckPorts, events: NameCheckEvents, portion: number) {
    this.#ports = ports
    this.#events = events
    this.#portion = portion
  }

  get question(): Question | undefined {
    const [first] = this.#asked
    if (!first) return undefined
    return {
      job: first.job,
      taken: first.taken,
      others: this.#asked.filter(({ drop }) => drop === first.drop).length - 1,
    }
  }

  async check(jobs: readonly Job[]): Promise<void> {
    const drop: Drop = { verdict: undefined }
    for (const parent of new Set(jobs.map((job) => job.parent))) {
      const below = jobs.filter((job) => job.parent === parent)
      for (const portion of portionsOf(below, this.#portion))
        await this.#checkPortion(parent, portion, drop)
    }
  }

  /** `isForAll` covers all conflicts of the upload. */
  answer(verdict: NameCheckVerdict, isForAll: boolean): void {
    const [first] = this.#asked
    if (!first) return
    const isMeant = (asked: AskedNameCheck) =>
      asked === first || (isForAll && asked.drop === first.drop)
    if (isForAll) first.drop.verdict = verdict
    const meant = this.#asked.filter(isMeant)
    this.#asked = this.#asked.filter((asked) => !isMeant(asked))
    this.#decide(meant, verdict)
  }

  forget(isMeant: (job: Job) => boolean): void {
    this.#asked = this.#asked.filter(({ job }) => !isMeant(job))
  }

  async #checkPortion(parent: number, jobs: readonly Job[], drop: Drop): Promise<void> {
    try {
      const found = await this.#ports.taken(
        parent,
        jobs.map(({ path }) => path),
      )
      const takenAt = new Map(found.map((taken) => [taken.path, taken]))
      const conflicting: AskedNameCheck[] = []
      const free: Job[] = []
      for (const job of jobs) {
        const taken = takenAt.get(job.path)
        if (taken) conflicting.push({ job, taken, drop })
        else free.push(job)
      }
      for (const job of free) job.taken = undefined
      if (drop.verdict) this.#decide(conflicting, drop.verdict)
      else this.#asked = [...this.#asked, ...conflicting]
      this.#events.decided(free, 'keep')
    } catch (error) {
      this.#events.failed(jobs, error)
    }
  }

  #decide(asked: readonly AskedNameCheck[], verdict: NameCheckVerdict): void {
    for (const { job, taken } of asked) job.taken = taken
    this.#events.decided(
      asked.map(({ job }) => job),
      verdict,
    )
  }
}
