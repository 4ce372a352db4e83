import type { Clock } from './clock.ts'

export type IdlePhase =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly secondsLeft: number }
  | { readonly kind: 'ended' }

export interface IdleLimits {
  readonly idleMs: number
  readonly warningMs: number
  readonly aliveEveryMs: number
}

/** An active tab keeps the others alive. */
export interface LastSeen {
  read(): number | undefined
  write(at: number): void
  subscribe(listener: () => void): () => void
}

interface IdleOptions {
  readonly clock: Clock
  readonly limits: IdleLimits
  readonly lastSeen: LastSeen
  sendAlive(): Promise<unknown>
  onPhase(phase: IdlePhase): void
}

const TICK_MS = 1_000

/**
 * Counts from the last confirmed sign. Sends at most one per `aliveEveryMs`; a suppressed one follows. Both sides agree within a tick.
 */
export class IdleTimer {
  readonly #options: IdleOptions
  readonly #startedAt: number
  #attemptAt = Number.NEGATIVE_INFINITY
  #inputWaits = false
  #phase: IdlePhase = { kind: 'active' }
  #cancelTick: (() => void) | undefined
  #isStopped = false

  constructor(options: IdleOptions) {
    this.#options = options
    this.#startedAt = options.clock.now()
  }

  start(): () => void {
    const { lastSeen } = this.#options
    // Browsers rarely wake a hidden tab.
    const leave = lastSeen.subscribe(() => {
      if (this.#phase.kind === 'warning' && lastSeen.read() !== undefined) this.#tick()
    })
    this.#tick()
    return () => {
      this.#isStopped = true
      leave()
      this.#cancelTick?.()
    }
  }

  input(): void {
    if (this.#phase.kind !== 'active') return
    this.#inputWaits = true
    this.#flush()
  }

  extend(): void {
    if (this.#phase.kind !== 'ended') void this.#send()
  }

  #lastSeen(): number {
    return this.#options.lastSeen.read() ?? this.#startedAt
  }

  #tick(): void {
    const { clock, limits } = this.#options
    this.#flush()
    const left = this.#lastSeen() + limits.idleMs - clock.now()
    this.#enter(
      left <= 0
        ? { kind: 'ended' }
        : left <= limits.warningMs
          ? { kind: 'warning', secondsLeft: Math.ceil(left / 1_000) }
          : { kind: 'active' },
    )
    this.#cancelTick?.()
    if (this.#phase.kind !== 'ended') this.#cancelTick = clock.after(TICK_MS, () => this.#tick())
  }

  #enter(phase: IdlePhase): void {
    const isSame =
      phase.kind === this.#phase.kind &&
      (phase.kind !== 'warning' || this.#secondsLeft() === phase.secondsLeft)
    this.#phase = phase
    if (!isSame) this.#options.onPhase(phase)
  }

  #secondsLeft(): number | undefined {
    return this.#phase.kind === 'warning' ? this.#phase.secondsLeft : undefined
  }

  #flush(): void {
    const since = Math.max(this.#attemptAt, this.#lastSeen())
    const isDue = this.#options.clock.now() - since >= this.#options.limits.aliveEveryMs
    if (this.#inputWaits && isDue && this.#phase.kind === 'active') void this.#send()
  }

  async #send(): Promise<void> {
    const at = this.#options.clock.now()
    this.#attemptAt = at
    this.#inputWaits = false
    try {
      await this.#options.sendAlive()
    } catch {
      this.#inputWaits = true
      return
    }
    // Late answers must not restart the timer.
    if (this.#isStopped) return
    this.#options.lastSeen.write(Math.max(at, this.#lastSeen()))
  }
}
