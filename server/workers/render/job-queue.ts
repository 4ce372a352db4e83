/** Whoever looks at a page waits for `visible`; `prefetch` is for what may be looked at next and for work nobody waits for. */
export type Priority = 'visible' | 'prefetch'

/** For whom a job is done: a member, or undefined for the server itself. */
export type Owner = number | undefined

interface Queued {
  readonly priority: Priority
  readonly owner: Owner
}

/** Of so many jobs one is a prefetched one, where one waits: else whoever keeps looking at pages would hold up all other work for ever. */
const PREFETCH_EVERY = 4

/** Jobs in the order they are due: visible ones before most others; among equals owners take turns, each with the oldest of their jobs. */
export class JobQueue<Job extends Queued> {
  readonly #lanes: Record<Priority, Lane<Job>> = { visible: new Lane(), prefetch: new Lane() }
  /** Visible jobs since the last prefetched one. */
  #visibleInARow = 0

  get size(): number {
    return this.#lanes.visible.size + this.#lanes.prefetch.size
  }

  /** How many jobs of somebody wait. */
  sizeOf(owner: Owner): number {
    return this.#lanes.visible.sizeOf(owner) + this.#lanes.prefetch.sizeOf(owner)
  }

  add(job: Job): void {
    this.#lanes[job.priority].add(job)
  }

  /** Takes a job out that is no longer wanted. */
  remove(job: Job): void {
    this.#lanes[job.priority].remove(job)
  }

  /** Takes the next job out; with `only`, the next that somebody waits for. */
  take(only?: 'visible'): Job | undefined {
    const { visible, prefetch } = this.#lanes
    if (only) return this.#counted(visible.take())
    const isPrefetchDue = visible.size === 0 || this.#visibleInARow >= PREFETCH_EVERY - 1
    return this.#counted((isPrefetchDue ? prefetch.take() : undefined) ?? visible.take())
  }

  #counted(job: Job | undefined): Job | undefined {
    if (job) this.#visibleInARow = job.priority === 'visible' ? this.#visibleInARow + 1 : 0
    return job
  }
}

/** Jobs of one priority. */
class Lane<Job extends Queued> {
  /** The owner whose turn it is comes first. */
  readonly #byOwner = new Map<Owner, Set<Job>>()
  size = 0

  sizeOf(owner: Owner): number {
    return this.#byOwner.get(owner)?.size ?? 0
  }

  add(job: Job): void {
    const jobs = this.#byOwner.get(job.owner) ?? new Set()
    this.#byOwner.set(job.owner, jobs.add(job))
    this.size += 1
  }

  remove(job: Job): void {
    const jobs = this.#byOwner.get(job.owner)
    if (!jobs?.delete(job)) return
    this.size -= 1
    if (jobs.size === 0) this.#byOwner.delete(job.owner)
  }

  take(): Job | undefined {
    const [turn] = this.#byOwner
    if (!turn) return undefined
    const [owner, jobs] = turn
    const [job] = jobs
    if (job) this.remove(job)
    // To the end of the line.
    this.#byOwner.delete(owner)
    if (jobs.size > 0) this.#byOwner.set(owner, jobs)
    return job
  }
}
