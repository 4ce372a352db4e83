/** Characters that one worker keeps: a document of thousands of pages in the form in which it is searched. */
const MAX_CHARACTERS = 12_000_000

/** The text of a page in the form in which it is searched. */
export interface FoldedPage {
  readonly text: string
  /** The page has more. */
  readonly cut: boolean
}

/** The pages of one document, from 0. */
export interface DocumentPages {
  get(index: number): FoldedPage | undefined
  set(index: number, page: FoldedPage): void
}

/** Texts of pages in the form in which they are searched, so that the next search reads no page again; the oldest make room. */
export class FoldedPages {
  readonly #pages = new Map<string, FoldedPage>()
  #characters = 0

  /** The pages of a document, which must have an id of its own for those who alone may open it. */
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
