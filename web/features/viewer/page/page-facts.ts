const KEPT = 60

export class PageFacts<T> {
  readonly #ask: (page: number, signal: AbortSignal) => Promise<T>
  readonly #known = new Map<number, T>()

  constructor(ask: (page: number, signal: AbortSignal) => Promise<T>) {
    this.#ask = ask
  }

  known(page: number): T | undefined {
    return this.#known.get(page)
  }

  async get(page: number, signal: AbortSignal): Promise<T> {
    const known = this.#known.get(page)
    if (known !== undefined) return known
    const fact = await this.#ask(page, signal)
    this.#known.set(page, fact)
    const [oldest] = this.#known.keys()
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest)
    return fact
  }
}
