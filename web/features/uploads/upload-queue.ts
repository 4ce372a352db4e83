import { type Language, REJECTIONS } from '../../../contract/core/errors.ts'
import { ApiError } from '../../lib/api-error.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { batchesOf, sentOfEach } from './batches.ts'
import { type PickedFile, refusalOf } from './check-file.ts'
import type { Batch, BatchResult, SendOptions } from './send-batch.ts'
import { SpeedMeter } from './speed-meter.ts'
import { isOpen, type UploadEntry } from './upload-entry.ts'

/** A file that is not sent, and why. */
export interface RefusedFile {
  readonly path: string
  readonly reason: string
}

/** The queue at one moment; a new object after every change. */
export interface UploadSnapshot {
  readonly entries: readonly UploadEntry[]
  /** Something waits or is on its way. */
  readonly isActive: boolean
  /** Bytes per second of all requests together, as soon as it can be told. */
  readonly speed: number | undefined
}

interface Job extends PickedFile {
  readonly id: number
  readonly size: number
  readonly parent: number
}

interface Request {
  readonly jobs: readonly Job[]
  readonly abort: AbortController
  sent: number
  /** The whole body has left: from now on the server may keep the files whatever happens here. */
  hasLeft: boolean
}

interface QueuePorts {
  send(batch: Batch, options: SendOptions): Promise<BatchResult>
  language(): Language
  /** Files have arrived below a folder. */
  onStored(parent: number): void
}

const PARALLEL = 3
/** How often progress is told. The browser reports it far more often than anybody can read. */
const TELL_MS = 250

const entryOf = ({ id, path, size }: Job): UploadEntry => ({ id, path, size, sent: 0, state: 'waiting' })

/** All uploads of this browser tab. It outlives the page it was started from. */
export class UploadQueue {
  readonly #ports: QueuePorts
  readonly #clock: Clock
  readonly #jobs = new Map<number, Job>()
  readonly #entries = new Map<number, UploadEntry>()
  readonly #listeners = new Set<() => void>()
  readonly #requests = new Set<Request>()
  #waiting: readonly (readonly Job[])[] = []
  #meter: SpeedMeter
  #nextId = 1
  #snapshot: UploadSnapshot | undefined
  #cancelTick: (() => void) | undefined

  constructor(ports: QueuePorts, clock: Clock = systemClock) {
    this.#ports = ports
    this.#clock = clock
    this.#meter = new SpeedMeter(clock.now())
  }

  /** Listeners hear at once when something begins or ends, and four times a second while bytes move. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): UploadSnapshot => {
    this.#snapshot ??= {
      entries: [...this.#entries.values()],
      isActive: this.#isActive,
      speed: this.#isActive ? this.#meter.speed(this.#clock.now()) : undefined,
    }
    return this.#snapshot
  }

  get #isActive(): boolean {
    return this.#requests.size > 0 || this.#waiting.length > 0
  }

  /** Takes files for a folder, and tells at once which ones cannot be sent; the others are on their way. */
  add(files: readonly PickedFile[], parent: number): readonly RefusedFile[] {
    const refused: RefusedFile[] = []
    const jobs: Job[] = []
    for (const picked of files) {
      const refusal = refusalOf(picked)
      if (refusal) refused.push({ path: picked.path, reason: REJECTIONS[refusal][this.#ports.language()] })
      else jobs.push({ ...picked, id: this.#nextId++, size: picked.file.size, parent })
    }
    // A new upload begins with a clean list, save what can still be sent again.
    if (jobs.length > 0 && !this.#isActive) this.#forget(({ state }) => state !== 'failed')
    for (const job of jobs) this.#jobs.set(job.id, job)
    this.#enqueue(jobs)
    return refused
  }

  /** Sends one file again that has failed or was canceled. */
  retryFile(id: number): void {
    this.#retry((entry) => entry.id === id && (entry.state === 'failed' || entry.state === 'canceled'))
  }

  retryFailed(): void {
    this.#retry(({ state }) => state === 'failed')
  }

  /** Drops one file that has not left completely. Where it shares a request with others, these are sent again. */
  cancelFile(id: number): void {
    const state = this.#entries.get(id)?.state
    if (state === 'waiting')
      this.#waiting = this.#waiting.map((jobs) => jobs.filter((job) => job.id !== id)).filter(({ length }) => length > 0)
    else if (state === 'sending') this.#interrupt(id)
    else return
    this.#change(id, { state: 'canceled', sent: 0 })
    this.#tell()
  }

  /** Drops whatever has not left completely; of the rest the server's answer is awaited. */
  cancel(): void {
    this.#waiting = []
    for (const { id, state } of this.#entries.values())
      if (state === 'waiting' || state === 'sending') this.#change(id, { state: 'canceled', sent: 0 })
    for (const { hasLeft, abort } of this.#requests) if (!hasLeft) abort.abort()
    this.#tell()
  }

  /** Forgets what is over. */
  dismiss(): void {
    this.#forget((entry) => !isOpen(entry))
    this.#tell()
  }

  #retry(isMeant: (entry: UploadEntry) => boolean): void {
    const meant = [...this.#entries.values()].filter(isMeant)
    this.#enqueue(meant.map(({ id }) => this.#jobs.get(id)).filter((job) => job !== undefined))
  }

  #forget(isMeant: (entry: UploadEntry) => boolean): void {
    for (const entry of this.#entries.values()) {
      if (!isMeant(entry)) continue
      this.#entries.delete(entry.id)
      this.#jobs.delete(entry.id)
    }
  }

  #enqueue(jobs: readonly Job[]): void {
    if (!this.#isActive) this.#meter = new SpeedMeter(this.#clock.now())
    for (const job of jobs) this.#entries.set(job.id, entryOf(job))
    const parents = [...new Set(jobs.map(({ parent }) => parent))]
    this.#waiting = [...this.#waiting, ...parents.flatMap((parent) => batchesOf(jobs.filter((job) => job.parent === parent)))]
    this.#pump()
    this.#tell()
  }

  #interrupt(id: number): void {
    const request = [...this.#requests].find(({ jobs }) => jobs.some((job) => job.id === id))
    const others = request?.jobs.filter((job) => job.id !== id) ?? []
    for (const job of others) this.#entries.set(job.id, entryOf(job))
    if (others.length > 0) this.#waiting = [others, ...this.#waiting]
    request?.abort.abort()
  }

  #pump(): void {
    while (this.#requests.size < PARALLEL) {
      const [jobs, ...rest] = this.#waiting
      if (!jobs) return
      this.#waiting = rest
      void this.#run({ jobs, abort: new AbortController(), sent: 0, hasLeft: false })
    }
  }

  async #run(request: Request): Promise<void> {
    const { jobs, abort } = request
    const { signal } = abort
    const parent = jobs[0]?.parent ?? 0
    this.#requests.add(request)
    for (const { id } of jobs) this.#change(id, { state: 'sending' })
    try {
      const onProgress = (sent: number, total: number) => this.#progress(request, sent, total)
      const result = await this.#ports.send({ files: jobs, parent }, { signal, onProgress })
      if (!signal.aborted) {
        for (const [id, change] of resultsOf(jobs, result)) this.#change(id, change)
        this.#ports.onStored(parent)
      }
    } catch (error) {
      const reason = error instanceof ApiError ? error.text : ''
      if (!signal.aborted) for (const { id } of jobs) this.#change(id, { state: 'failed', sent: 0, reason })
    }
    this.#requests.delete(request)
    this.#pump()
    this.#tell()
  }

  #progress(request: Request, sent: number, total: number): void {
    if (request.abort.signal.aborted) return
    const each = sentOfEach(
      request.jobs.map(({ size }) => size),
      sent,
      total,
    )
    const bytes = each.reduce((sum, own) => sum + own, 0)
    this.#meter.add(this.#clock.now(), bytes - request.sent)
    request.sent = bytes
    request.hasLeft = total > 0 && sent >= total
    for (const [index, { id }] of request.jobs.entries())
      this.#change(id, { sent: each[index] ?? 0, state: request.hasLeft ? 'saving' : 'sending' })
  }

  #change(id: number, change: Partial<UploadEntry>): void {
    const entry = this.#entries.get(id)
    if (entry) this.#entries.set(id, { ...entry, ...change })
    this.#snapshot = undefined
  }

  #tell(): void {
    this.#snapshot = undefined
    this.#cancelTick?.()
    this.#cancelTick = this.#isActive ? this.#clock.after(TELL_MS, () => this.#tell()) : undefined
    for (const listener of this.#listeners) listener()
  }
}

type Change = Pick<UploadEntry, 'state' | 'sent'> & Partial<UploadEntry>

/** What became of each file. The server names a refused one by its path or by its last name; two of one name are told apart by order. */
function resultsOf(jobs: readonly Job[], { stored, rejected }: BatchResult): ReadonlyMap<number, Change> {
  const results = new Map<number, Change>()
  for (const { name, reason } of rejected) {
    const job =
      jobs.find(({ id, path }) => !results.has(id) && path === name) ??
      jobs.find(({ id, path }) => !results.has(id) && lastOf(path) === name)
    if (job) results.set(job.id, { state: 'refused', sent: 0, reason })
  }
  const kept = jobs.filter(({ id }) => !results.has(id))
  // The names come in the order of the files, and say which is which only when there is one for each.
  const names = stored.length === kept.length ? stored : []
  for (const [index, { id, path, size }] of kept.entries()) {
    const name = names[index] ?? lastOf(path)
    results.set(id, { state: 'done', sent: size, ...(name === lastOf(path) ? {} : { storedAs: name }) })
  }
  return results
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
