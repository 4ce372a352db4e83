/** Whoever looks at a page waits for `visible`; `prefetch` is for what may be looked at next and for work nobody waits for. */
export type Priority = 'visible' | 'prefetch'

/** Jobs in the order they are due: visible ones first, the older first among equals. */
export class JobQueue<Job extends { readonly priority: Priority }> {
  readonly #visible = new Set<Job>()
  readonly #prefetch = new Set<Job>()

  get size(): number {
    return this.#visible.size + this.#prefetch.size
  }

  add(job: Job): void {
    this.#lane(job).add(job)
  }

  /** Takes a job out that is no longer wanted. */
  remove(job: Job): void {
    this.#lane(job).delete(job)
  }

  /** Takes the next job out; with `only`, the next that somebody waits for. */
  take(only?: 'visible'): Job | undefined {
    const [job] = this.#visible.size > 0 || only ? this.#visible : this.#prefetch
    if (job) this.remove(job)
    return job
  }

  #lane({ priority }: Job): Set<Job> {
    return priority === 'visible' ? this.#visible : this.#prefetch
  }
}
