import { ApiError } from '../../../../lib/api/api-error.ts'
import type { Clock } from '../../../../lib/browser/clock.ts'

/** `conflict`: another user changed the document. `refused`: a retry cannot succeed. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict' | 'refused'

interface SaveStep<T> {
  readonly value: T
  save(revision: number): Promise<number>
}

interface SaverPorts<T> {
  readonly clock: Clock
  steps(value: T, stored: T): readonly SaveStep<T>[]
  /** Returns that one of `values` which the server stored. */
  find(values: readonly T[]): Promise<{ readonly value: T; readonly revision: number } | undefined>
}

/** A retry fails with these statuses again. */
const LASTING: readonly number[] = [400, 404, 409, 413, 422]

export const isLasting = (error: unknown): error is ApiError =>
  error instanceof ApiError && LASTING.includes(error.http)

const isClash = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'COMPOSE_CHANGED'

const REST_MS = 700
const AGAIN_MS = 5_000

/** A conflict stops saving until the user decides. */
export class Saver<T> {
  readonly #ports: SaverPorts<T>
  readonly #listeners = new Set<() => void>()
  #revision: number
  #stored: T
  #value: T | undefined
  /** The server may have stored these without a response arriving. */
  #unanswered: readonly T[] = []
  #state: SaveState = 'saved'
  #reason = ''
  #running: Promise<void> | undefined
  #cancel = () => {}

  constructor(ports: SaverPorts<T>, revision: number, stored: T) {
    this.#ports = ports
    this.#stored = stored
    this.#revision = revision
  }

  readonly state = (): SaveState => this.#state

  readonly reason = (): string => this.#reason

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  put(value: T): void {
    this.#value = value
    if (this.#state === 'conflict') return
    if (!this.#running) this.#become('waiting')
    this.#in(REST_MS)
  }

  async flush(): Promise<boolean> {
    this.#cancel()
    await this.#running
    if (!this.#running && this.#value !== undefined && this.#state !== 'conflict') void this.#run()
    await this.#running
    return this.#value === undefined && this.#state === 'saved'
  }

  readonly isBehind = (): boolean => this.#value !== undefined || this.#running !== undefined

  /**
   * Holds saves while `work` runs.
   * @param work returns the new revision, or undefined if another user also changed the document.
   * @returns true if the display matches the stored document.
   */
  async between(work: (revision: number) => Promise<number | undefined>): Promise<boolean> {
    if (!(await this.flush())) return false
    const running = this.#follow(work)
    const over = running.then(
      () => undefined,
      () => undefined,
    )
    this.#running = over.finally(() => {
      this.#running = undefined
    })
    await running
    return this.#state !== 'conflict'
  }

  async #follow(work: (revision: number) => Promise<number | undefined>): Promise<void> {
    try {
      const revision = await work(this.#revision)
      if (revision === undefined) this.#become('conflict')
      else this.#revision = revision
    } catch (error) {
      if (isClash(error)) this.#become('conflict')
      throw error
    }
  }

  async insist(revision: number, stored: T, value: T): Promise<void> {
    if (this.#state !== 'conflict') return
    this.#revision = revision
    this.#stored = stored
    this.#value ??= value
    this.#become('waiting')
    await this.flush()
  }

  giveUp(): void {
    this.#cancel()
    this.#value = undefined
  }

  #in(ms: number): void {
    this.#cancel()
    this.#cancel = this.#ports.clock.after(ms, () => void this.flush())
  }

  #become(state: SaveState): void {
    if (state === this.#state) return
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  #run(): Promise<void> {
    this.#running ??= this.#save().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  async #save(): Promise<void> {
    const value = this.#value
    if (value === undefined) return
    this.#value = undefined
    this.#become('saving')
    try {
      await this.#store(value)
      this.#become(this.#value === undefined ? 'saved' : 'waiting')
    } catch (error) {
      this.#value ??= value
      if (isClash(error)) return this.#become('conflict')
      if (isLasting(error)) {
        this.#reason = error.text
        return this.#become('refused')
      }
      this.#become('failed')
      this.#in(AGAIN_MS)
    }
  }

  async #store(value: T): Promise<void> {
    for (const step of this.#ports.steps(value, this.#stored)) {
      if (await this.#isSent(step)) continue
      if (this.#stored !== value) await this.#store(value)
      return
    }
  }

  /** @returns false if an unanswered call already stored its value. */
  async #isSent({ value, save }: SaveStep<T>): Promise<boolean> {
    const before = this.#unanswered
    try {
      this.#revision = await save(this.#revision)
      this.#unanswered = []
      this.#stored = value
      return true
    } catch (error) {
      if (!isLasting(error)) this.#unanswered = [...before, value]
      if (!isClash(error) || before.length === 0) throw error
      const found = await this.#ports.find(before)
      this.#unanswered = []
      if (!found) throw error
      this.#revision = found.revision
      this.#stored = found.value
      return false
    }
  }
}
