type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'sign.fillings'
const ASIDE_KEY = 'sign.fillings.aside'
const ASIDE_MS = 24 * 3_600_000
const ASIDES = 5

interface Aside {
  readonly until: number
  readonly text: string
}

/** Without storage, fillings are in memory only. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Fillings outlive an ended link up to a day, since a new link opens another tab. @param now milliseconds since the epoch. */
export class KeptFillings {
  readonly #tab: () => Store
  readonly #browser: () => Store
  readonly #now: () => number

  constructor(tab: () => Store, browser: () => Store, now: () => number) {
    this.#tab = tab
    this.#browser = browser
    this.#now = now
  }

  read(): readonly string[] {
    const here = attempt(() => this.#tab().getItem(KEY))
    return [...(typeof here === 'string' ? [here] : []), ...this.#asides().map(({ text }) => text)]
  }

  write(text: string): void {
    attempt(() => this.#tab().setItem(KEY, text))
  }

  putAside(): void {
    attempt(() => {
      const text = this.#tab().getItem(KEY)
      if (text === null) return
      this.#keep([{ until: this.#now() + ASIDE_MS, text }, ...this.#asides()].slice(0, ASIDES))
      this.#tab().removeItem(KEY)
    })
  }

  forgetAside(isIt: (text: string) => boolean): void {
    const all = this.#asides()
    const others = all.filter(({ text }) => !isIt(text))
    if (others.length < all.length) this.#keep(others)
  }

  forget(isIt: (text: string) => boolean = () => false): void {
    attempt(() => this.#tab().removeItem(KEY))
    this.forgetAside(isIt)
  }

  #keep(asides: readonly Aside[]): void {
    attempt(() => {
      if (asides.length === 0) this.#browser().removeItem(ASIDE_KEY)
      else this.#browser().setItem(ASIDE_KEY, JSON.stringify(asides))
    })
  }

  #asides(): readonly Aside[] {
    const kept = attempt(() => JSON.parse(this.#browser().getItem(ASIDE_KEY) ?? '[]') as unknown)
    const valid = Array.isArray(kept)
      ? kept.filter((one) => isAside(one) && this.#now() < one.until)
      : []
    if (!Array.isArray(kept) || valid.length < kept.length) this.#keep(valid)
    return valid
  }
}

const isAside = (one: Partial<Aside> | null): one is Aside =>
  typeof one?.until === 'number' && typeof one.text === 'string'
