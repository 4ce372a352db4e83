import { ApiError } from '../../../lib/api/api-error.ts'
import type { Clock } from '../../../lib/browser/clock.ts'

export interface ConnectionPorts {
  probe(): Promise<unknown>
  onOnline(run: () => void): () => void
}

const DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000]

export const isBarring = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.http === 401 || error.code === 'NOT_AGREED' || error.code === 'NOT_RAISED')

export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.code === 'OFFLINE' ||
  error.code === 'BUSY' ||
  [409, 423, 502, 504].includes(error.http)

/** Probes at growing intervals and on `online`, except when a login is needed. */
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

  get isBarred(): boolean {
    return this.#isBarred
  }

  lose(error: unknown): void {
    if (isBarring(error)) this.bar()
    if (this.#isLost) return
    this.#isLost = true
    this.#waitAndProbe()
    this.#onChange()
  }

  bar(): void {
    this.#cancelProbe?.()
    this.#cancelProbe = undefined
    this.#isLost = true
    this.#isBarred = true
    this.#onChange()
  }

  admit(): void {
    if (!this.#isBarred) return
    this.#isBarred = false
    this.#isLost = false
    this.#onChange()
  }

  prove(): void {
    this.#failures = 0
  }

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
      // A refusal proves that the server is reachable.
      if (isPassing(error)) return this.#waitAndProbe()
    }
    if (this.#isBarred) return
    this.#isLost = false
    this.#onChange()
  }
}
