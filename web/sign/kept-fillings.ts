/** What a browser remembers by names. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const KEY = 'sign.fillings'
const ASIDE_KEY = 'sign.fillings.aside'
const ASIDE_MS = 24 * 3_600_000

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

  /** What is kept in this tab, else what was put aside, newest first. */
  read(): readonly string[] {
    const here = attempt(() => this.#tab().getItem(KEY))
    const aside = this.aside()
    return [here, aside].filter((text) => typeof text === 'string')
  }

  write(text: string): void {
    attempt(() => this.#tab().setItem(KEY, text))
  }

  /** The link has ended: a new one finds it. */
  putAside(): void {
    attempt(() => {
      const text = this.#tab().getItem(KEY)
      if (text === null) return
      this.#browser().setItem(ASIDE_KEY, JSON.stringify({ until: this.#now() + ASIDE_MS, text }))
      this.#tab().removeItem(KEY)
    })
  }

  /** It was taken up in this tab. */
  forgetAside(): void {
    attempt(() => this.#browser().removeItem(ASIDE_KEY))
  }

  /** It has been sent, or nobody will send it. */
  forget(): void {
    attempt(() => this.#tab().removeItem(KEY))
    this.forgetAside()
  }

  /** What was put aside, not for too long. */
  aside(): string | undefined {
    const kept = attempt(() => JSON.parse(this.#browser().getItem(ASIDE_KEY) ?? 'null') as { until?: unknown; text?: unknown } | null)
    if (typeof kept?.until === 'number' && typeof kept.text === 'string' && this.#now() < kept.until) return kept.text
    this.forgetAside()
    return undefined
  }
}
