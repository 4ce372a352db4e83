import { ApiError } from '../../../lib/api-error.ts'
import type { Clock } from '../../../lib/clock.ts'

/**
 * `waiting`: something is not saved yet; `conflict`: somebody else has changed the document meanwhile; `refused`: the document does not take
 * it, as when it was sent from elsewhere, so that trying again changes nothing.
 */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict' | 'refused'

/** One call of those that store a value. */
interface SaveStep<T> {
  /** What is stored then. */
  readonly value: T
  /** Stores it over a revision and answers the one that it has then. */
  save(revision: number): Promise<number>
}

interface SaverPorts<T> {
  readonly clock: Clock
  /** The calls that make what is stored into a value, one after the other; the last one has that value. */
  steps(value: T, stored: T): readonly SaveStep<T>[]
  /** Which of these values is stored, if one is, and its revision. */
  find(values: readonly T[]): Promise<{ readonly value: T; readonly revision: number } | undefined>
}

/** HTTP statuses of refusals that stay as long as the same is saved. */
const LASTING: readonly number[] = [400, 404, 409, 413, 422]

/** Whether a call was refused so that the same call would be refused again. */
export const isLasting = (error: unknown): error is ApiError => error instanceof ApiError && LASTING.includes(error.http)

const isClash = (error: unknown): boolean => error instanceof ApiError && error.code === 'COMPOSE_CHANGED'

const REST_MS = 700
const AGAIN_MS = 5_000

/**
 * Saves a value as it is changed, one call at a time, a moment after the last change. What could not be saved is tried again; over the change
 * of somebody else nothing is saved until the person has decided.
 */
export class Saver<T> {
  readonly #ports: SaverPorts<T>
  readonly #listeners = new Set<() => void>()
  #revision: number
  /** What was stored by then, as far as it is known. */
  #stored: T
  #value: T | undefined
  /** What was sent over the revision and not answered: it may be stored nevertheless. */
  #unanswered: readonly T[] = []
  #state: SaveState = 'saved'
  #reason = ''
  #running: Promise<void> | undefined
  #cancel = () => {}

  /** @param stored what the document has at that revision. */
  constructor(ports: SaverPorts<T>, revision: number, stored: T) {
    this.#ports = ports
    this.#stored = stored
    this.#revision = revision
  }

  readonly state = (): SaveState => this.#state

  /** Why it was refused, as it can be shown. */
  readonly reason = (): string => this.#reason

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The value as it is now. */
  put(value: T): void {
    this.#value = value
    if (this.#state === 'conflict') return
    if (!this.#running) this.#become('waiting')
    this.#in(REST_MS)
  }

  /** Saves what is not saved yet; true when nothing is left to be saved. */
  async flush(): Promise<boolean> {
    this.#cancel()
    await this.#running
    if (!this.#running && this.#value !== undefined && this.#state !== 'conflict') void this.#run()
    await this.#running
    return this.#value === undefined && this.#state === 'saved'
  }

  /** Whether something would be lost now. */
  readonly isBehind = (): boolean => this.#value !== undefined || this.#running !== undefined

  /**
   * Another call from here that changes the document, made when all is saved, and nothing is saved before it is over.
   * @param work is given the revision, and answers the one that the document has then; undefined where somebody else has changed it, too.
   * @returns whether the call was made and what is seen is what is stored.
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

  /**
   * Saves what is seen over what somebody else has changed since.
   * @param stored what it is saved over.
   * @param value as it was when that was decided; what was changed meanwhile is newer.
   */
  async insist(revision: number, stored: T, value: T): Promise<void> {
    if (this.#state !== 'conflict') return
    this.#revision = revision
    this.#stored = stored
    this.#value ??= value
    this.#become('waiting')
    await this.flush()
  }

  /** What is not saved by now is given up. */
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
      // What was changed meanwhile is newer.
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

  /** @returns false where something was stored from here before though its answer was lost: the steps were planned over another value. */
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
