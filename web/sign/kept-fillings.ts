/** What a browser remembers by names. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'sign.fillings'
const ASIDE_KEY = 'sign.fillings.aside'
const ASIDE_MS = 24 * 3_600_000
/** Documents of which something is put aside at a time. */
const ASIDES = 5

interface Aside {
  /** Milliseconds since the epoch. */
  readonly until: number
  readonly text: string
}

/** A browser may store nothing, or not so much: what is filled in is in memory then. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/**
 * Where the fillings of a signer are kept: in the tab as long as its link is good. When that ends under their hands, a new one is mailed, which
 * opens in another tab: until then, for a day at most, this browser keeps them.
 * @param tab of the tab alone. @param browser of all tabs. @param now milliseconds since the epoch.
 */
export class KeptFillings {
  readonly #tab: () => Store
  readonly #browser: () => Store
  readonly #now: () => number

  constructor(tab: () => Store, browser: () => Store, now: () => number) {
    this.#tab = tab
    this.#browser = browser
    this.#now = now
  }

  /** What is kept in this tab, and what was put aside, newest first. */
  read(): readonly string[] {
    const here = attempt(() => this.#tab().getItem(KEY))
    return [...(typeof here === 'string' ? [here] : []), ...this.#asides().map(({ text }) => text)]
  }

  write(text: string): void {
    attempt(() => this.#tab().setItem(KEY, text))
  }

  /** The link has ended: a new one finds it. */
  putAside(): void {
    attempt(() => {
      const text = this.#tab().getItem(KEY)
      if (text === null) return
      this.#keep([{ until: this.#now() + ASIDE_MS, text }, ...this.#asides()].slice(0, ASIDES))
      this.#tab().removeItem(KEY)
    })
  }

  /** Such was taken up in this tab; what was filled in for other documents stays. */
  forgetAside(isIt: (text: string) => boolean): void {
    const all = this.#asides()
    const others = all.filter(({ text }) => !isIt(text))
    if (others.length < all.length) this.#keep(others)
  }

  /** It has been sent, or nobody will send it. */
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

  /** What was put aside, not for too long. */
  #asides(): readonly Aside[] {
    const kept = attempt(() => JSON.parse(this.#browser().getItem(ASIDE_KEY) ?? '[]') as unknown)
    const valid = Array.isArray(kept) ? kept.filter((one) => isAside(one) && this.#now() < one.until) : []
    if (!Array.isArray(kept) || valid.length < kept.length) this.#keep(valid)
    return valid
  }
}

const isAside = (one: Partial<Aside> | null): one is Aside => typeof one?.until === 'number' && typeof one.text === 'string'
