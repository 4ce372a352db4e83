import { REJECTIONS } from '../../../../contract/core/errors/rejections.ts'
import { LIMITS } from '../../../../contract/core/limits.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { type Clock, systemClock } from '../../../lib/browser/clock.ts'
import { type PickedFile, refusalOf } from '../choose/check-file.ts'
import { NameCheck, type NameCheckVerdict, type Question } from '../choose/name-check.ts'
import { Connection, isBarring, isPassing } from './connection.ts'
import { isSameFile, matchOf } from './unfinished.ts'
import { isOpen, type Tally, type UploadEntry, UploadList } from './upload-entry.ts'
import type { Choice, Job, Taken, Unfinished } from './upload-job.ts'
import type { UploadPorts } from './upload-ports.ts'
import { UploadRunner } from './upload-runner.ts'

export interface RefusedFile {
  readonly path: string
  readonly reason: string
}

type Replaced = Omit<Taken, 'path'> & { readonly parent: number }

export interface UploadSnapshot {
  readonly tally: Tally
  readonly isActive: boolean
  readonly isPaused: boolean
  readonly isOffline: boolean
  readonly isBarred: boolean
  /** The unit is bytes per second. */
  readonly speed: number | undefined
  readonly unfinished: readonly Unfinished[]
  readonly question: Question | undefined
  readonly halt: { readonly reason: string } | undefined
}

const NOTIFY_MS = 250
const LOOK_AGAIN_MS = 2_000

export class UploadQueue {
  readonly #ports: UploadPorts
  readonly #clock: Clock
  readonly #jobs = new Map<number, Job>()
  readonly #list = new UploadList()
  readonly #listeners = new Set<() => void>()
  readonly #connection: Connection
  readonly #names: NameCheck
  readonly #runner: UploadRunner
  #unasked: readonly Job[] = []
  #unfinished: readonly Unfinished[] = []
  #halt: { readonly reason: string } | undefined
  #nextId = 1
  #snapshot: UploadSnapshot | undefined
  #cancelTick: (() => void) | undefined
  #cancelLook: (() => void) | undefined

  constructor(ports: UploadPorts, clock: Clock = systemClock) {
    this.#ports = ports
    this.#clock = clock
    this.#connection = new Connection(ports, clock, () => this.#goOn())
    this.#names = new NameCheck(
      ports,
      {
        decided: (jobs, verdict) => this.#decide(jobs, verdict),
        failed: (jobs, error) => this.#failNames(jobs, error),
      },
      LIMITS.pathsPerCall,
    )
    this.#runner = new UploadRunner(ports, this.#list, this.#connection, clock, {
      changed: () => this.#notify(),
      halted: ({ text }) => {
        this.#halt = { reason: text }
      },
      unnamed: (job) => {
        job.isNamed = false
        this.#start([job])
      },
    })
  }

  /** Progress comes four times a second. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly snapshot = (): UploadSnapshot => {
    this.#snapshot ??= this.#newSnapshot()
    return this.#snapshot
  }

  order(): readonly number[] {
    return this.#list.order()
  }

  entry(id: number): UploadEntry | undefined {
    return this.#list.get(id)
  }

  /** @param staged undefined if the folder decides */
  add(files: readonly PickedFile[], parent: number, staged?: boolean): readonly RefusedFile[] {
    const refused: RefusedFile[] = []
    const jobs: Job[] = []
    const isNew = !this.snapshot().isActive
    for (const picked of files) {
      const refusal = refusalOf(picked)
      const match = refusal ? undefined : matchOf(this.#unfinished, picked, parent)
      if (refusal)
        refused.push({ path: picked.path, reason: REJECTIONS[refusal][this.#ports.language()] })
      else jobs.push(match ? this.#resumedJob(match, picked) : this.#newJob(picked, parent, staged))
    }
    const added = new Set(jobs.map(({ id }) => id))
    if (jobs.length > 0 && isNew)
      this.#forget(({ id, state }) => state !== 'failed' && !added.has(id))
    this.#start(jobs)
    return refused
  }

  replace(
    files: readonly { readonly file: File; readonly document: Replaced }[],
    staged?: boolean,
  ): void {
    const isNew = !this.snapshot().isActive
    const jobs = files.map(({ file, document: { parent, ...taken } }) =>
      Object.assign(this.#newJob({ file, path: taken.name }, parent, staged), {
        ...({ isNamed: true, conflict: 'replace', taken: { ...taken, path: taken.name } } as const),
      }),
    )
    const added = new Set(jobs.map(({ id }) => id))
    if (isNew) this.#forget(({ id, state }) => state !== 'failed' && !added.has(id))
    this.#start(jobs)
  }

  async lookForUnfinished(): Promise<void> {
    await this.#look()
    if (this.#unfinished.length === 0) return
    // The server may still be saving, so the queue looks again.
    this.#cancelLook?.()
    this.#cancelLook = this.#clock.after(LOOK_AGAIN_MS, () => void this.#look())
  }

  resumeUnfinished(upload: string, picked: PickedFile): boolean {
    const one = this.#unfinished.find((unfinished) => unfinished.upload === upload)
    if (!one || !isSameFile(one, picked)) return false
    this.#start([this.#resumedJob(one, picked)])
    return true
  }

  async discardUnfinished(upload: string): Promise<void> {
    await this.#ports.discard(upload)
    this.#unfinished = this.#unfinished.filter((one) => one.upload !== upload)
    this.#notify()
  }

  answer(choice: Choice, isForAll: boolean): void {
    this.#names.answer(choice, isForAll)
  }

  cancelQuestions(): void {
    this.#names.answer('cancel', true)
  }

  pauseFile(id: number): void {
    this.#pause((job) => job.id === id)
  }

  pauseAll(): void {
    this.#pause(() => true)
  }

  resumeFile(id: number): void {
    this.#resume((entry) => entry.id === id)
  }

  resumeAll(): void {
    this.#resume(() => true)
  }

  retryFile(id: number): void {
    this.#retry(
      (entry) => entry.id === id && (entry.state === 'failed' || entry.state === 'canceled'),
    )
  }

  retryFailed(): void {
    this.#retry(({ state }) => state === 'failed')
  }

  cancelFile(id: number): void {
    this.#cancel((job) => job.id === id)
  }

  cancel(): void {
    this.#cancel(() => true)
  }

  dismiss(): void {
    this.#cancelLook?.()
    this.#forget((entry) => !isOpen(entry))
    this.#unfinished = []
    this.#notify()
  }

  hold(): void {
    this.#connection.bar()
    this.#runner.interrupt()
    this.#notify()
  }

  admit(): void {
    this.#connection.admit()
  }

  /** Partial uploads stay on the server. */
  close(): void {
    this.#connection.close()
    this.#cancelLook?.()
    this.#names.forget(() => true)
    this.#runner.withdraw(() => true)
    for (const id of this.#list.idsOf(isOpen)) this.#list.change(id, { state: 'canceled', sent: 0 })
    this.#notify()
  }

  async #look(): Promise<void> {
    const found = await this.#ports.unfinished().catch(() => undefined)
    if (!found) return
    const jobs = [...this.#jobs.values()]
    this.#unfinished = found.filter(
      (one) =>
        !jobs.some(
          (job) => job.upload === one.upload || (job.parent === one.parent && isSameFile(one, job)),
        ),
    )
    this.#notify()
  }

  #newSnapshot(): UploadSnapshot {
    const tally = this.#list.tally()
    const isActive = tally.open > 0
    return {
      tally,
      isActive,
      isPaused: isActive && tally.paused === tally.open,
      isOffline: isActive && this.#connection.isLost && !this.#connection.isBarred,
      isBarred: isActive && this.#connection.isBarred,
      speed: this.#runner.speed,
      unfinished: this.#unfinished,
      question: this.#names.question,
      halt: this.#halt,
    }
  }

  #newJob(picked: PickedFile, parent: number, staged?: boolean): Job {
    const { size } = picked.file
    const job: Job = {
      ...picked,
      id: this.#nextId++,
      size,
      parent,
      staged,
      submits: this.#ports.submits,
      isNamed: picked.isFolder === true,
      taken: undefined,
      conflict: 'keep',
      upload: undefined,
      offset: 0,
      tries: 0,
      isDoubtful: false,
    }
    this.#jobs.set(job.id, job)
    this.#list.put({
      id: job.id,
      path: job.path,
      size,
      sent: 0,
      state: 'checking',
      isFolder: picked.isFolder === true,
    })
    return job
  }

  #resumedJob({ upload, path, parent, offset, folder }: Unfinished, { file }: PickedFile): Job {
    this.#unfinished = this.#unfinished.filter((one) => one.upload !== upload)
    const job = this.#newJob({ file, path }, parent)
    Object.assign(job, { isNamed: true, upload, offset })
    this.#list.change(job.id, { sent: offset, resumedIn: folder })
    return job
  }

  #start(jobs: readonly Job[]): void {
    const unnamed = jobs.filter(({ isNamed }) => !isNamed)
    for (const { id } of unnamed) this.#list.restart(id, 'checking', 0)
    if (unnamed.length > 0) void this.#names.check(unnamed)
    this.#runner.enqueue(jobs.filter(({ isNamed }) => isNamed))
    this.#notify()
  }

  #decide(jobs: readonly Job[], verdict: NameCheckVerdict): void {
    const going: Job[] = []
    for (const job of jobs) {
      const state = this.#list.get(job.id)?.state
      if (state !== 'checking' && state !== 'paused') continue
      if (verdict === 'cancel') this.#list.change(job.id, { state: 'canceled' })
      else if (verdict === 'skip') this.#list.change(job.id, { state: 'skipped' })
      else {
        Object.assign(job, { isNamed: true, conflict: verdict })
        if (state === 'checking') going.push(job)
      }
    }
    this.#runner.enqueue(going)
    this.#notify()
  }

  #failNames(jobs: readonly Job[], error: unknown): void {
    const open = jobs.filter(({ id }) =>
      ['checking', 'paused'].includes(this.#list.get(id)?.state ?? ''),
    )
    if (isPassing(error) || isBarring(error)) {
      this.#unasked = [...this.#unasked, ...open]
      this.#connection.lose(error)
    } else {
      const reason = error instanceof ApiError ? error.text : ''
      for (const { id } of open) this.#list.change(id, { state: 'failed', reason })
    }
    this.#notify()
  }

  #goOn(): void {
    if (!this.#connection.isLost) {
      const unasked = this.#unasked.filter(({ id }) => this.#jobs.has(id))
      this.#unasked = []
      if (unasked.length > 0) void this.#names.check(unasked)
      this.#runner.pump()
    }
    this.#notify()
  }

  #pause(isMeant: (job: Job) => boolean): void {
    for (const { id } of this.#runner.withdraw(isMeant)) {
      const isKept = this.#jobs.get(id)?.upload !== undefined
      this.#list.change(id, { state: 'paused', ...(isKept ? {} : { sent: 0 }) })
    }
    for (const job of this.#jobsOf(({ state }) => state === 'checking'))
      if (isMeant(job)) this.#list.change(job.id, { state: 'paused' })
    this.#runner.pump()
    this.#notify()
  }

  #resume(isMeant: (entry: UploadEntry) => boolean): void {
    const jobs = this.#jobsOf((entry) => entry.state === 'paused' && isMeant(entry))
    for (const { id, isNamed } of jobs) if (!isNamed) this.#list.change(id, { state: 'checking' })
    this.#runner.enqueue(jobs.filter(({ isNamed }) => isNamed))
    this.#notify()
  }

  #retry(isMeant: (entry: UploadEntry) => boolean): void {
    this.#start(this.#jobsOf(isMeant))
  }

  #cancel(isMeant: (job: Job) => boolean): void {
    const held = this.#jobsOf(({ state }) => state === 'checking' || state === 'paused').filter(
      isMeant,
    )
    this.#names.forget(isMeant)
    for (const job of [...held, ...this.#runner.withdraw(isMeant)]) {
      this.#list.change(job.id, { state: 'canceled', sent: 0 })
      // The server would keep the partial upload for a day.
      if (job.upload !== undefined) this.#ports.discard(job.upload).catch(() => undefined)
      job.upload = undefined
    }
    this.#runner.pump()
    this.#notify()
  }

  #jobsOf(isMeant: (entry: UploadEntry) => boolean): readonly Job[] {
    const jobs = this.#list.idsOf(isMeant).map((id) => this.#jobs.get(id))
    return jobs.filter((job) => job !== undefined)
  }

  #forget(isMeant: (entry: UploadEntry) => boolean): void {
    for (const id of this.#list.idsOf(isMeant)) {
      this.#list.delete(id)
      this.#jobs.delete(id)
    }
  }

  #tick(): void {
    this.#runner.endStill()
    this.#notify()
  }

  #notify(): void {
    this.#snapshot = undefined
    this.#cancelTick?.()
    const { isActive, isPaused } = this.snapshot()
    this.#cancelTick =
      isActive && !isPaused ? this.#clock.after(NOTIFY_MS, () => this.#tick()) : undefined
    for (const listener of this.#listeners) listener()
  }
}
