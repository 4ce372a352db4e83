import { type Language, REJECTIONS } from '../../../contract/core/errors.ts'
import { ApiError } from '../../lib/api-error.ts'
import { batchesOf, sentOfEach } from './batches.ts'
import { type PickedFile, refusalOf } from './check-file.ts'
import type { Batch, Rejection, SendOptions } from './send-batch.ts'

export type EntryState = 'waiting' | 'sending' | 'done' | 'failed' | 'refused' | 'canceled'

/** One file on its way. `refused` is final; `failed` can be sent again. */
export interface UploadEntry {
  readonly id: number
  readonly path: string
  readonly size: number
  readonly sent: number
  readonly state: EntryState
  readonly reason?: string
}

/** The queue at one moment; a new object after every change. */
export interface UploadSnapshot {
  readonly entries: readonly UploadEntry[]
  /** Something waits or is on its way. */
  readonly isActive: boolean
}

interface Job extends PickedFile {
  readonly id: number
  readonly size: number
  readonly parent: number
}

interface QueuePorts {
  send(batch: Batch, options: SendOptions): Promise<readonly Rejection[]>
  language(): Language
  /** Files have arrived below a folder. */
  onStored(parent: number): void
}

const PARALLEL = 3

/** All uploads of this browser tab. It outlives the page it was started from. */
export class UploadQueue {
  readonly #ports: QueuePorts
  readonly #jobs = new Map<number, Job>()
  readonly #listeners = new Set<() => void>()
  readonly #running = new Set<AbortController>()
  #entries: readonly UploadEntry[] = []
  #waiting: (readonly Job[])[] = []
  #nextId = 1
  #snapshot: UploadSnapshot = { entries: [], isActive: false }

  constructor(ports: QueuePorts) {
    this.#ports = ports
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): UploadSnapshot => this.#snapshot

  get #isActive(): boolean {
    return this.#running.size > 0 || this.#waiting.length > 0
  }

  /** Takes files for a folder, and tells at once which ones cannot be sent; the others are on their way. */
  add(files: readonly PickedFile[], parent: number): readonly UploadEntry[] {
    if (!this.#isActive) this.dismiss()
    const added = files.map((picked) => this.#entryFor(picked, parent))
    this.#entries = [...this.#entries, ...added]
    this.#enqueue(added.filter(({ state }) => state === 'waiting').map(({ id }) => id))
    return added.filter(({ state }) => state === 'refused')
  }

  retryFailed(): void {
    const failed = this.#entries.filter(({ state }) => state === 'failed').map(({ id }) => id)
    this.#change(new Map(failed.map((id) => [id, { state: 'waiting', sent: 0 }])))
    this.#enqueue(failed)
  }

  /** What has not arrived is dropped. */
  cancel(): void {
    const open = this.#entries.filter(({ state }) => state === 'waiting' || state === 'sending')
    this.#waiting = []
    this.#change(new Map(open.map(({ id }) => [id, { state: 'canceled' }])))
    for (const request of this.#running) request.abort()
  }

  /** Forgets what is over. */
  dismiss(): void {
    const open = this.#entries.filter(({ state }) => state === 'waiting' || state === 'sending')
    for (const id of this.#jobs.keys()) if (!open.some((entry) => entry.id === id)) this.#jobs.delete(id)
    this.#entries = open
    this.#tell()
  }

  #entryFor(picked: PickedFile, parent: number): UploadEntry {
    const id = this.#nextId
    this.#nextId += 1
    const base = { id, path: picked.path, size: picked.file.size, sent: 0 }
    const refusal = refusalOf(picked)
    if (refusal) return { ...base, state: 'refused', reason: REJECTIONS[refusal][this.#ports.language()] }
    this.#jobs.set(id, { ...picked, id, size: picked.file.size, parent })
    return { ...base, state: 'waiting' }
  }

  #enqueue(ids: readonly number[]): void {
    const jobs = ids.map((id) => this.#jobs.get(id)).filter((job) => job !== undefined)
    for (const parent of new Set(jobs.map((job) => job.parent))) {
      this.#waiting.push(...batchesOf(jobs.filter((job) => job.parent === parent)))
    }
    this.#tell()
    this.#pump()
  }

  #pump(): void {
    while (this.#running.size < PARALLEL) {
      const jobs = this.#waiting.shift()
      if (!jobs) return
      void this.#run(jobs)
    }
  }

  async #run(jobs: readonly Job[]): Promise<void> {
    const request = new AbortController()
    const parent = jobs[0]?.parent ?? 0
    this.#running.add(request)
    this.#change(new Map(jobs.map(({ id }) => [id, { state: 'sending' }])))
    const sizes = jobs.map(({ size }) => size)
    const onProgress = (sent: number, total: number) => {
      if (request.signal.aborted) return
      const each = sentOfEach(sizes, sent, total)
      this.#change(new Map(jobs.map(({ id }, index) => [id, { sent: each[index] ?? 0 }])))
    }
    try {
      const rejected = await this.#ports.send({ files: jobs, parent }, { signal: request.signal, onProgress })
      this.#change(resultsOf(jobs, rejected))
      this.#ports.onStored(parent)
    } catch (error) {
      const reason = error instanceof ApiError ? error.text : ''
      if (!request.signal.aborted) this.#change(new Map(jobs.map(({ id }) => [id, { state: 'failed', sent: 0, reason }])))
    }
    this.#running.delete(request)
    this.#pump()
    this.#tell()
  }

  #change(changes: ReadonlyMap<number, Partial<UploadEntry>>): void {
    if (changes.size === 0) return
    this.#entries = this.#entries.map((entry) => {
      const change = changes.get(entry.id)
      return change ? { ...entry, ...change } : entry
    })
    this.#tell()
  }

  #tell(): void {
    this.#snapshot = { entries: this.#entries, isActive: this.#isActive }
    for (const listener of this.#listeners) listener()
  }
}

/** What became of each file. The server names a refused one by its path or by its last name; two of one name are told apart by order. */
function resultsOf(jobs: readonly Job[], rejected: readonly Rejection[]): ReadonlyMap<number, Partial<UploadEntry>> {
  const results = new Map<number, Partial<UploadEntry>>(jobs.map(({ id, size }) => [id, { state: 'done', sent: size }]))
  const taken = new Set<number>()
  for (const { name, reason } of rejected) {
    const job =
      jobs.find(({ id, path }) => !taken.has(id) && path === name) ??
      jobs.find(({ id, path }) => !taken.has(id) && path.split('/').at(-1) === name)
    if (!job) continue
    taken.add(job.id)
    results.set(job.id, { state: 'refused', sent: 0, reason })
  }
  return results
}
