/** Readers wait for `visible`. */
export type Priority = 'visible' | 'prefetch'

export type Line = Priority | 'last'

/** Undefined stands for the server itself. */
export type Owner = number | undefined

export interface Queued {
  readonly line: Line
  readonly room: string
  readonly owner: Owner
}

const NONE: ReadonlySet<string> = new Set()

/** One job in this many comes from a later line. */
const LATER_EVERY = 4

/**
 * Visible jobs precede most prefetch jobs, and both most slow ones. Within a line, rooms take turns, then members. Idle rooms go first.
 */
export class JobQueue<Job extends Queued> {
  readonly #lines = {
    visible: new Turns<Job>(),
    prefetch: new Turns<Job>(),
    last: new Turns<Job>(),
  }
  #visibleInARow = 0
  #prefetchedInARow = 0
  readonly #byOwner = new Map<Owner, number>()

  get size(): number {
    return Object.values(this.#lines).reduce((sum, line) => sum + line.size, 0)
  }

  sizeOf(owner: Owner): number {
    return this.#byOwner.get(owner) ?? 0
  }

  rooms(line: Line): string[] {
    return this.#lines[line].rooms()
  }

  add(job: Job): void {
    this.#lines[job.line].add(job)
    this.#byOwner.set(job.owner, this.sizeOf(job.owner) + 1)
  }

  remove(job: Job): void {
    if (this.#lines[job.line].remove(job)) this.#forget(job)
  }

  /** @param busy rooms with running jobs */
  take(only?: 'visible', busy: ReadonlySet<string> = NONE): Job | undefined {
    const { visible } = this.#lines
    const isLaterDue = !only && (visible.size === 0 || this.#visibleInARow >= LATER_EVERY - 1)
    const later = isLaterDue ? this.#takeLater(busy) : undefined
    const job = later ?? visible.take(busy)
    if (!job) return undefined
    this.#visibleInARow = later ? 0 : this.#visibleInARow + 1
    this.#forget(job)
    return job
  }

  #takeLater(busy: ReadonlySet<string>): Job | undefined {
    const { prefetch, last } = this.#lines
    const isLastDue = prefetch.size === 0 || this.#prefetchedInARow >= LATER_EVERY - 1
    const slow = isLastDue ? last.take(busy) : undefined
    const job = slow ?? prefetch.take(busy)
    if (job) this.#prefetchedInARow = slow ? 0 : this.#prefetchedInARow + 1
    return job
  }

  #forget({ owner }: Job): void {
    const left = this.sizeOf(owner) - 1
    if (left > 0) this.#byOwner.set(owner, left)
    else this.#byOwner.delete(owner)
  }
}

class Turns<Job extends Queued> {
  readonly #byRoom = new Map<string, Map<Owner, Set<Job>>>()
  size = 0

  rooms(): string[] {
    return [...this.#byRoom.keys()]
  }

  add(job: Job): void {
    const owners = this.#byRoom.get(job.room) ?? new Map<Owner, Set<Job>>()
    const jobs = owners.get(job.owner) ?? new Set()
    this.#byRoom.set(job.room, owners.set(job.owner, jobs.add(job)))
    this.size += 1
  }

  remove(job: Job): boolean {
    const owners = this.#byRoom.get(job.room)
    const jobs = owners?.get(job.owner)
    if (!owners || !jobs?.delete(job)) return false
    this.size -= 1
    if (jobs.size === 0) owners.delete(job.owner)
    if (owners.size === 0) this.#byRoom.delete(job.room)
    return true
  }

  take(busy: ReadonlySet<string>): Job | undefined {
    const [room, owners] =
      firstOf(this.#byRoom, (one) => !busy.has(one)) ?? firstOf(this.#byRoom) ?? []
    if (room === undefined || !owners) return undefined
    const [owner, jobs] = firstOf(owners) ?? []
    const [job] = jobs ?? []
    if (!jobs || !job) return undefined
    this.remove(job)
    toTheEnd(owners, owner, jobs)
    toTheEnd(this.#byRoom, room, owners)
    return job
  }
}

function firstOf<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  isMeant = (_: Key): boolean => true,
): [Key, Value] | undefined {
  for (const entry of map) if (isMeant(entry[0])) return entry
  return undefined
}

function toTheEnd<Key, Value extends { readonly size: number }>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
): void {
  map.delete(key)
  if (value.size > 0) map.set(key, value)
}
