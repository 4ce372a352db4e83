interface LruOptions<Value> {
  readonly dropped?: (value: Value) => void
  readonly weight?: (value: Value) => number
}

export class Lru<Value> {
  readonly #entries = new Map<string, Value>()
  readonly #capacity: number
  readonly #dropped: (value: Value) => void
  readonly #weight: (value: Value) => number
  #held = 0

  constructor(capacity: number, { dropped = () => {}, weight = () => 1 }: LruOptions<Value> = {}) {
    this.#capacity = capacity
    this.#dropped = dropped
    this.#weight = weight
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) {
      this.#entries.delete(key)
      this.#entries.set(key, value)
    }
    return value
  }

  add(key: string, value: Value): void {
    this.#entries.set(key, value)
    this.#held += this.#weight(value)
    for (const oldest of this.#entries.keys()) {
      if (this.#held <= this.#capacity || oldest === key) break
      this.drop(oldest)
    }
  }

  drop(key: string): void {
    const value = this.#entries.get(key)
    if (value === undefined) return
    this.#entries.delete(key)
    this.#held -= this.#weight(value)
    this.#dropped(value)
  }

  keys(): string[] {
    return [...this.#entries.keys()]
  }
}
