import { LIMITS } from '../../../contract/core/limits.ts'
import type { Choice, Job, Taken } from './upload-job.ts'

/** What becomes of a file after the question for its name. */
export type Verdict = Choice | 'cancel'

/** A file whose name is taken, and about which the person has to decide. */
export interface Question {
  readonly job: Job
  readonly taken: Taken
  /** Questions of the same upload that follow, as far as they are known. */
  readonly others: number
}

interface NameCheckPorts {
  /** Those of the paths at which there is a file already. */
  taken(parent: number, paths: readonly string[]): Promise<readonly Taken[]>
}

interface NameCheckEvents {
  /** These files may go, or may not. */
  decided(jobs: readonly Job[], verdict: Verdict): void
  failed(jobs: readonly Job[], error: unknown): void
}

/** Files that were added together; what is said for all of them holds for those that are found later, too. */
interface Drop {
  verdict: Verdict | undefined
}

interface Asked {
  readonly job: Job
  readonly taken: Taken
  readonly drop: Drop
}

/** What the paths of one call may come to, with room for what stands around them. */
const PORTION_BYTES = LIMITS.jsonBodyBytes * 0.9

/** @param most how many there are in one. */
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

/** Finds out whose names are taken, and asks the person about these; the others go on meanwhile. */
export class NameCheck {
  readonly #ports: NameCheckPorts
  readonly #events: NameCheckEvents
  readonly #portion: number
  #asked: readonly Asked[] = []

  constructor(ports: NameCheckPorts, events: NameCheckEvents, portion: number) {
    this.#ports = ports
    this.#events = events
    this.#portion = portion
  }

  get question(): Question | undefined {
    const [first] = this.#asked
    if (!first) return undefined
    return { job: first.job, taken: first.taken, others: this.#asked.filter(({ drop }) => drop === first.drop).length - 1 }
  }

  /** Asks the server in portions, one after the other. */
  async check(jobs: readonly Job[]): Promise<void> {
    const drop: Drop = { verdict: undefined }
    for (const parent of new Set(jobs.map((job) => job.parent))) {
      const below = jobs.filter((job) => job.parent === parent)
      for (const portion of portionsOf(below, this.#portion)) await this.#checkPortion(parent, portion, drop)
    }
  }

  /** The answer to the question that stands first; to all of its upload, where it is meant so. */
  answer(verdict: Verdict, isForAll: boolean): void {
    const [first] = this.#asked
    if (!first) return
    const isMeant = (asked: Asked) => asked === first || (isForAll && asked.drop === first.drop)
    if (isForAll) first.drop.verdict = verdict
    const meant = this.#asked.filter(isMeant)
    this.#asked = this.#asked.filter((asked) => !isMeant(asked))
    this.#decide(meant, verdict)
  }

  /** Asks no more about these files. */
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
      const conflicting: Asked[] = []
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

  #decide(asked: readonly Asked[], verdict: Verdict): void {
    for (const { job, taken } of asked) job.taken = taken
    this.#events.decided(
      asked.map(({ job }) => job),
      verdict,
    )
  }
}
