import { ApiError } from '../../../lib/api/api-error.ts'
import type { Clock } from '../../../lib/browser/clock.ts'
import { nextBatch, sentOfEach } from './batches.ts'
import { type Connection, isBarring, isPassing } from './connection.ts'
import { SpeedMeter } from './speed-meter.ts'
import type { UploadList } from './upload-entry.ts'
import { isResumable, type Job } from './upload-job.ts'
import type { UploadPorts } from './upload-ports.ts'
import { hasArrived, resultsOf, storedAs } from './upload-results.ts'

interface UploadRequest {
  readonly jobs: readonly Job[]
  readonly abort: AbortController
  isWithdrawn: boolean
  /** Undefined before the first report, which includes resumed offsets. */
  sent: number | undefined
  movedAt: number
  /** All bytes are sent, so the server may keep the files. */
  hasLeft: boolean
}

interface RunnerEvents {
  changed(): void
  halted(error: ApiError): void
  unnamed(job: Job): void
}

const PARALLEL = 3
/** A file may fail this often while the server answers. */
const MAX_TRIES = 5
/** A request stalled this long counts as unanswered. */
const STILL_MS = 60_000
const SAVING_MS = 600_000

/** Browsers report changed files as network failures. */
const isReadable = ({ file }: Job): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/** Partial uploads ask for their offset. */
const isToAsk = ({ isDoubtful, upload }: Job): boolean => isDoubtful && upload === undefined

export class UploadRunner {
  readonly #ports: UploadPorts
  readonly #list: UploadList
  readonly #connection: Connection
  readonly #clock: Clock
  readonly #events: RunnerEvents
  readonly #requests = new Set<UploadRequest>()
  #waiting = new Map<number, Job>()
  #meter: SpeedMeter

  constructor(
    ports: UploadPorts,
    list: UploadList,
    connection: Connection,
    clock: Clock,
    events: RunnerEvents,
  ) {
    this.#ports = ports
    this.#list = list
    this.#connection = connection
    this.#clock = clock
    this.#events = events
    this.#meter = new SpeedMeter(clock.now())
  }

  get speed(): number | undefined {
    return this.#requests.size > 0 && !this.#connection.isLost
      ? this.#meter.speed(this.#clock.now())
      : undefined
  }

  enqueue(jobs: readonly Job[]): void {
    if (this.#requests.size === 0) this.#meter = new SpeedMeter(this.#clock.now())
    for (const job of jobs) {
      this.#waiting.set(job.id, job)
      this.#list.restart(
        job.id,
        'waiting',
        job.upload === undefined ? 0 : (this.#list.get(job.id)?.sent ?? 0),
      )
    }
    this.pump()
  }

  withdraw(isMeant: (job: Job) => boolean): readonly Job[] {
    const out = [...this.#waiting.values()].filter(isMeant)
    for (const { id } of out) this.#waiting.delete(id)
    for (const request of this.#requests) {
      const meant = request.jobs.filter(isMeant)
      if (meant.length === 0 || request.hasLeft || request.isWithdrawn) continue
      request.isWithdrawn = true
      request.abort.abort()
      this.#putBack(request.jobs.filter((job) => !isMeant(job)))
      out.push(...meant)
    }
    return out
  }

  interrupt(): void {
    this.#putBack(this.withdraw(() => true))
  }

  pump(): void {
    while (this.#requests.size < PARALLEL && !this.#connection.isLost) {
      const jobs = nextBatch(this.#waiting.values())
      if (jobs.length === 0) return
      for (const { id } of jobs) this.#waiting.delete(id)
      void this.#run({
        jobs,
        abort: new AbortController(),
        isWithdrawn: false,
        sent: undefined,
        movedAt: this.#clock.now(),
        hasLeft: false,
      })
    }
  }

  endStill(): void {
    const now = this.#clock.now()
    for (const { abort, movedAt, hasLeft } of this.#requests)
      if (now - movedAt > (hasLeft ? SAVING_MS : STILL_MS)) abort.abort()
  }

  async #run(request: UploadRequest): Promise<void> {
    this.#requests.add(request)
    for (const { id } of request.jobs) this.#list.change(id, { state: 'sending' })
    try {
      const jobs = request.jobs.some(isToAsk) ? await this.#withoutArrived(request) : request.jobs
      if (jobs.length > 0 && !request.isWithdrawn) await this.#send(jobs, request)
      if (!request.isWithdrawn) this.#connection.prove()
    } catch (error) {
      if (!request.isWithdrawn) await this.#fail(request, error)
    }
    this.#requests.delete(request)
    this.pump()
    this.#events.changed()
  }

  async #send(jobs: readonly Job[], request: UploadRequest): Promise<void> {
    const [first] = jobs
    if (!first) return
    const { signal } = request.abort
    const onProgress = (sent: number, total: number) => this.#progress(jobs, request, sent, total)
    const onUpload = (upload: string) => {
      first.upload = upload
    }
    const { parent, conflict, staged } = first
    const result = first.isFolder
      ? await this.#ports.makeFolders(
          first,
          jobs.map(({ path }) => path),
          signal,
        )
      : isResumable(first)
        ? await this.#ports.sendResumable(first, { signal, onProgress, onUpload })
        : await this.#ports.send({ files: jobs, parent, conflict, staged }, { signal, onProgress })
    if (request.isWithdrawn) return
    for (const [id, change] of resultsOf(jobs, result)) this.#list.change(id, change)
    this.#ports.onStored(first.parent)
  }

  /** A lost answer must not store files twice. */
  async #withoutArrived(request: UploadRequest): Promise<readonly Job[]> {
    const { jobs } = request
    const doubtful = jobs.filter(isToAsk)
    const [first] = doubtful
    if (!first) return jobs
    const found = await this.#ports.taken(
      first.parent,
      doubtful.map(({ path }) => path),
    )
    if (request.isWithdrawn) return []
    const at = new Map(found.map((taken) => [taken.path, taken]))
    for (const job of doubtful) job.isDoubtful = false
    const arrived = new Set(doubtful.filter((job) => hasArrived(job, at.get(job.path))))
    for (const job of arrived)
      this.#list.change(job.id, storedAs(job, at.get(job.path)?.name ?? job.path))
    if (arrived.size > 0) this.#ports.onStored(first.parent)
    return jobs.filter((job) => !arrived.has(job))
  }

  async #fail(request: UploadRequest, error: unknown): Promise<void> {
    const jobs = request.jobs.filter(({ id }) => this.#list.get(id)?.state !== 'done')
    if (error instanceof ApiError && error.http === 404 && this.#forgetUpload(jobs)) return
    if (isBarring(error)) return this.#waitOutside(jobs, error)
    if (!isPassing(error)) return this.#refuse(jobs, error)
    const gone = new Set<Job>()
    for (const job of jobs) if (!(await isReadable(job))) gone.add(job)
    if (request.isWithdrawn) return
    const again: Job[] = []
    for (const job of jobs) {
      job.tries += 1
      job.isDoubtful ||= !isResumable(job) && !job.isFolder
      if (gone.has(job)) this.#list.change(job.id, { state: 'failed', sent: 0, isUnreadable: true })
      else if (job.tries < MAX_TRIES) again.push(job)
      else this.#giveUp(job, error)
    }
    this.#putBack(again)
    this.#connection.lose(error)
  }

  /** The server checks access first, so nothing was stored. */
  #waitOutside(jobs: readonly Job[], error: unknown): void {
    this.#putBack(jobs)
    this.#connection.lose(error)
  }

  #forgetUpload([job]: readonly Job[]): boolean {
    if (job?.upload === undefined) return false
    job.upload = undefined
    job.isDoubtful = true
    if (this.#list.get(job.id)?.resumedIn === undefined) this.#putBack([job])
    else this.#events.unnamed(job)
    return true
  }

  #refuse(jobs: readonly Job[], error: unknown): void {
    for (const job of jobs) this.#giveUp(job, error)
    if (error instanceof ApiError) this.#haltOn(error, jobs)
  }

  #giveUp(job: Job, error: unknown): void {
    job.tries = 0
    this.#list.change(job.id, {
      state: 'failed',
      sent: 0,
      reason: error instanceof ApiError ? error.text : '',
    })
  }

  /** Without a scanner no file can succeed; without space, none of that size. */
  #haltOn(error: ApiError, refused: readonly Job[]): void {
    if (error.code !== 'NO_SPACE' && error.code !== 'SCANNER_DOWN') return
    const least = error.code === 'NO_SPACE' ? Math.min(...refused.map(({ size }) => size)) : 0
    for (const { id, size } of this.#waiting.values()) {
      if (size < least) continue
      this.#waiting.delete(id)
      this.#list.change(id, { state: 'failed', sent: 0, reason: error.text })
    }
    this.#events.halted(error)
  }

  #putBack(jobs: readonly Job[]): void {
    this.#waiting = new Map([...jobs.map((job) => [job.id, job] as const), ...this.#waiting])
    for (const job of jobs)
      this.#list.change(job.id, {
        state: 'waiting',
        ...(job.upload === undefined ? { sent: 0 } : {}),
      })
  }

  #progress(jobs: readonly Job[], request: UploadRequest, sent: number, total: number): void {
    if (request.abort.signal.aborted) return
    const sizes = jobs.map(({ size }) => size)
    const each = sentOfEach(sizes, sent, total)
    const bytes = each.reduce((sum, own) => sum + own, 0)
    const [first] = jobs
    if (request.sent === undefined && first && isResumable(first)) {
      if (bytes > first.offset) first.tries = 0
      first.offset = bytes
      request.sent = bytes
    }
    this.#meter.add(this.#clock.now(), bytes - (request.sent ?? 0))
    Object.assign(request, {
      sent: bytes,
      movedAt: this.#clock.now(),
      hasLeft: total > 0 && sent >= total,
    })
    for (const [index, { id }] of jobs.entries()) {
      const own = each[index] ?? 0
      const state = request.hasLeft ? 'saving' : 'sending'
      const entry = this.#list.get(id)
      if (entry && (entry.sent !== own || entry.state !== state))
        this.#list.change(id, { sent: own, state })
    }
  }
}
