import { ApiError } from '../../../lib/api-error.ts'
import type { Clock } from '../../../lib/clock.ts'

/** `waiting`: something is not saved yet; `conflict`: somebody else has changed the document meanwhile. */
export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed' | 'conflict'

interface SaverPorts<T> {
  readonly clock: Clock
  /** Stores a value over a revision and answers the one that it has then. */
  save(value: T, revision: number): Promise<number>
}

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
  #value: T | undefined
  #state: SaveState = 'saved'
  #running: Promise<void> | undefined
  #cancel = () => {}

  constructor(ports: SaverPorts<T>, revision: number) {
    this.#ports = ports
    this.#revision = revision
  }

  readonly state = (): SaveState => this.#state

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

  /** The document was changed from here by another call. */
  follow(revision: number): void {
    this.#revision = revision
  }

  /** Saves over what somebody else has changed since. */
  async insist(revision: number): Promise<void> {
    this.#revision = revision
    this.#become('waiting')
    await this.flush()
  }

  /** What is not saved by now is not saved by this any more. */
  close(): void {
    this.#cancel()
    this.#listeners.clear()
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
      this.#revision = await this.#ports.save(value, this.#revision)
      this.#become(this.#value === undefined ? 'saved' : 'waiting')
    } catch (error) {
      // What was changed meanwhile is newer.
      this.#value ??= value
      if (error instanceof ApiError && error.code === 'COMPOSE_CHANGED') return this.#become('conflict')
      this.#become('failed')
      this.#in(AGAIN_MS)
    }
  }
}
