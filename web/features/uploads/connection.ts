import { ApiError } from '../../lib/api-error.ts'
import type { Clock } from '../../lib/clock.ts'

/** What a connection asks of the browser and of the server. */
export interface ConnectionPorts {
  /** Asks the server for something small; rejects when there is no answer. */
  probe(): Promise<unknown>
  /** Calls back whenever the browser finds itself online; returns the end of it. */
  onOnline(run: () => void): () => void
}

const DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

/** The person has to come in again, to the room or to its operator area, before anything can be sent. */
export const isBarring = (error: unknown): boolean =>
  error instanceof ApiError && (error.http === 401 || error.code === 'NOT_AGREED' || error.code === 'NOT_RAISED')

/** A failure that passes by itself: no answer, a server or a gateway with no time for it, an upload that the last request still holds. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.code === 'NETWORK' || error.code === 'BUSY' || [409, 423, 502, 504].includes(error.http)

/**
 * Whether the server can be reached, and takes what it is sent. Once it could not be, it is asked in growing intervals, and when the browser
 * says that it is online; where the person has to come in first, it is not asked.
 */
export class Connection {
  readonly #ports: ConnectionPorts
  readonly #clock: Clock
  readonly #onChange: () => void
  readonly #stopListening: () => void
  #cancelProbe: (() => void) | undefined
  #failures = 0
  #isLost = false
  #isBarred = false

  constructor(ports: ConnectionPorts, clock: Clock, onChange: () => void) {
    this.#ports = ports
    this.#clock = clock
    this.#onChange = onChange
    this.#stopListening = ports.onOnline(() => {
      if (this.#cancelProbe) void this.#probe()
    })
  }

  get isLost(): boolean {
    return this.#isLost
  }

  /** Nothing can be sent until the person has come in. */
  get isBarred(): boolean {
    return this.#isBarred
  }

  /** A request was not carried out, but may be later. */
  lose(error: unknown): void {
    if (isBarring(error)) this.bar()
    if (this.#isLost) return
    this.#isLost = true
    this.#waitAndProbe()
    this.#onChange()
  }

  /** The session has ended, or its operator area. */
  bar(): void {
    this.#cancelProbe?.()
    this.#cancelProbe = undefined
    this.#isLost = true
    this.#isBarred = true
    this.#onChange()
  }

  /** The person has come in. */
  admit(): void {
    if (!this.#isBarred) return
    this.#isBarred = false
    this.#isLost = false
    this.#onChange()
  }

  /** A request has been carried out: the next loss is a new one. */
  prove(): void {
    this.#failures = 0
  }

  /** Nothing is asked any more. */
  close(): void {
    this.#cancelProbe?.()
    this.#cancelProbe = undefined
    this.#stopListening()
  }

  #waitAndProbe(): void {
    const delay = DELAYS_MS[Math.min(this.#failures, DELAYS_MS.length - 1)] ?? 0
    this.#failures += 1
    this.#cancelProbe = this.#clock.after(delay, () => void this.#probe())
  }

  async #probe(): Promise<void> {
    this.#cancelProbe?.()
    this.#cancelProbe = undefined
    try {
      await this.#ports.probe()
    } catch (error) {
      if (this.#isBarred) return
      if (isBarring(error)) return this.bar()
      // A refusal is an answer, too.
      if (isPassing(error)) return this.#waitAndProbe()
    }
    if (this.#isBarred) return
    this.#isLost = false
    this.#onChange()
  }
}
