/** A map that keeps the entries used last and hands those it drops to `dropped`. */
export class Lru<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #capacity: number
  readonly #dropped: (value: Value) => void

  constructor(capacity: number, dropped: (value: Value) => void = () => {}) {
    this.#capacity = capacity
    this.#dropped = dropped
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  /** Adds an entry under a key that is not there yet. */
  add(key: string, value: Value): void {
    this.#entries.set(key, value)
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#capacity) break
      this.drop(oldest)
    }
  }

  drop(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#dropped(value)
  }

  /** From the least recently used on. */
  keys(): string[] {
    return [...this.#entries.keys()]
  }
}
