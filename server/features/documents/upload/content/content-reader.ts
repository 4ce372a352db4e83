/** Callers must stay inside the file. `read` returns exactly the requested bytes. */
export interface ContentSource {
  readonly size: number
  read(offset: number, length: number): Promise<Buffer>
}

export class MalformedError extends Error {
  override readonly name = 'MalformedError'
}

const PAGE_SIZE = 16_384
/** Valid directories need far less. */
const MAX_PAGES = 512

/** Reads at most 8 MiB or `maxBytes`. Errors of the source pass through. */
export class ContentReader implements ContentSource {
  readonly size: number
  readonly #source: ContentSource
  readonly #maxPages: number
  readonly #pages = new Map<number, Buffer>()

  constructor(source: ContentSource, maxBytes = MAX_PAGES * PAGE_SIZE) {
    this.size = source.size
    this.#maxPages = Math.ceil(maxBytes / PAGE_SIZE)
    this.#source = source
  }

  /** @throws MalformedError outside the file or beyond the limit */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || length < 0 || offset + length > this.size)
      throw new MalformedError(`no ${length} bytes at ${offset}`)
    const first = Math.floor(offset / PAGE_SIZE)
    const last = Math.floor((offset + length - 1) / PAGE_SIZE)
    const start = offset - first * PAGE_SIZE
    if (first === last) return (await this.#page(first)).subarray(start, start + length)
    const pages: Buffer[] = []
    for (let index = first; index <= last; index += 1) pages.push(await this.#page(index))
    return Buffer.concat(pages).subarray(start, start + length)
  }

  async #page(index: number): Promise<Buffer> {
    const known = this.#pages.get(index)
    if (known !== undefined) return known
    if (this.#pages.size === this.#maxPages)
      throw new MalformedError('too much would have to be read')
    const offset = index * PAGE_SIZE
    const page = await this.#source.read(offset, Math.min(PAGE_SIZE, this.size - offset))
    this.#pages.set(index, page)
    return page
  }
}
