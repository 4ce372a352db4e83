const MAX_CHARACTERS = 12_000_000

export interface FoldedPage {
  readonly text: string
  readonly cut: boolean
}

/** Pages are numbered from 0. */
export interface DocumentPages {
  get(index: number): FoldedPage | undefined
  set(index: number, page: FoldedPage): void
}

export class FoldedPages {
  readonly #pages = new Map<string, FoldedPage>()
  #characters = 0

  /** A document that only some may open needs its own id. */
  of(document: string): DocumentPages {
    return {
      get: (index) => this.#pages.get(`${document} ${index}`),
      set: (index, page) => this.#keep(`${document} ${index}`, page),
    }
  }

  clear(): void {
    this.#pages.clear()
    this.#characters = 0
  }

  #keep(name: string, page: FoldedPage): void {
    this.#pages.set(name, page)
    this.#characters += page.text.length
    for (const [oldest, { text }] of this.#pages) {
      if (this.#characters <= MAX_CHARACTERS) break
      this.#pages.delete(oldest)
      this.#characters -= text.length
    }
  }
}
